// The first game: snippets with the tenant's own test key, and steps that are ticked off when the server has seen them.
import type { DashboardKey, DashboardProgress, SessionCreated, VariantList } from "@parlour/sdk";
import type { ComponentChild, ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { base } from "../../address.js";
import { useValue } from "../../value.js";
import { words } from "../messages.js";
import { Code, CopyButton, Page, Problem, Ready, useAnswer } from "../parts.js";
import { mode, send, showMode, testKey } from "../session.js";
import { curlSession, curlWebhook, frame, nodeSession, sessionOf } from "../snippets.js";
import { gamesBySize } from "../variants.js";

const EVERY_MS = 3000;

const text = words.start;

export default function Start(): ComponentChild {
  const isTest = useValue(mode) === "test";
  return (
    <Page title={text.title} about={text.about}>
      {isTest ? (
        <Steps />
      ) : (
        <p>
          {text.onlyTest}{" "}
          <button type="button" class="primary" onClick={() => showMode("test")}>
            {text.toTest}
          </button>
        </p>
      )}
    </Page>
  );
}

function Steps(): ComponentChild {
  const loaded = useAnswer<DashboardProgress>("v1/dashboard/progress", EVERY_MS);
  // The smallest game is over soonest.
  const game = gamesBySize(useAnswer<VariantList>("v1/variants").value)[0]?.game ?? "";
  const key = useValue(testKey) ?? text.keyPlace;
  const site = base();
  return (
    <Ready loaded={loaded}>
      {(progress) => (
        <div class="steps">
          <KeyStep />
          <Step title={text.session} isDone={progress.session}>
            <p>{text.sessionAbout}</p>
            <Snippets title={text.session} of={{ curl: curlSession(site, key, game), Node: nodeSession(site, key, game) }} />
            <TrySession game={game} />
          </Step>
          <Step title={text.move} isDone={progress.move}>
            <p>{text.moveAbout}</p>
            <Snippets title={text.move} of={{ HTML: frame() }} />
          </Step>
          <Step title={text.webhook} isDone={progress.webhook}>
            <p>{text.webhookAbout}</p>
            <Snippets title={text.webhook} of={{ curl: curlWebhook(site, key) }} />
          </Step>
          <p role="status">{progress.session && progress.move && progress.webhook ? text.allDone : ""}</p>
        </div>
      )}
    </Ready>
  );
}

function Step({ children, isDone, title }: { title: string; isDone: boolean; children: ComponentChildren }): ComponentChild {
  return (
    <section class={isDone ? "step done" : "step"} aria-label={title}>
      <h2>
        {title} <span class={`pill ${isDone ? "turn" : "away"}`}>{isDone ? text.done : text.waiting}</span>
      </h2>
      {children}
    </section>
  );
}

/** The test key of the snippets: the one that somebody signed in with, or a new one. */
function KeyStep(): ComponentChild {
  const key = useValue(testKey);
  const [problem, setProblem] = useState<unknown>(null);
  const create = async (): Promise<void> => {
    setProblem(null);
    await send<DashboardKey>("POST", "v1/dashboard/keys", {}).then((made) => testKey.set(made.key ?? null), setProblem);
  };
  return (
    <Step title={text.key} isDone={key !== null}>
      <p>{key === null ? text.keyAbout : text.keyKnown}</p>
      {key !== null && (
        <div class="row">
          <code>{key}</code> <CopyButton text={key} />
        </div>
      )}
      {problem !== null && <Problem problem={problem} />}
      {key === null && (
        <p>
          <button type="button" class="primary" onClick={() => void create()}>
            {text.createKey}
          </button>
        </p>
      )}
    </Step>
  );
}

/** Creates a session from here, for those who want to see one first. */
function TrySession({ game }: { game: string }): ComponentChild {
  const [url, setUrl] = useState<string | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const create = async (): Promise<void> => {
    setProblem(null);
    await send<SessionCreated>("POST", "v1/sessions", sessionOf(game)).then(({ playUrl }) => setUrl(playUrl), setProblem);
  };
  return (
    <>
      {problem !== null && <Problem problem={problem} />}
      <p class="row">
        <button type="button" onClick={() => void create()}>
          {text.try}
        </button>
        {url !== null && (
          <a href={url} target="_blank" rel="noopener">
            {text.play}
          </a>
        )}
      </p>
    </>
  );
}

/** Code in one or several languages. */
function Snippets({ of, title }: { title: string; of: Readonly<Record<string, string>> }): ComponentChild {
  return Object.entries(of).map(([name, code]) => (
    <div key={name} class="stack">
      <div class="row">
        <span class="overline">{name}</span> <CopyButton text={code} label={text.copy(name)} />
      </div>
      <Code label={`${title}: ${name}`} text={code} />
    </div>
  ));
}
