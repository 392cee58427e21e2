// Colours for the boards of a tenant: chosen with a preview, checked for contrast, and kept for new sessions.
import type { BoardColours, DashboardTheme, GameName, Layout, VariantList } from "@parlour/sdk";
import { type ComponentChild, createElement } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { useProperties } from "../../parts/element.js";
import { loadElement, viewOf, views } from "../../views.js";
import { areEqual, contrast, DEFAULT_COLOURS, isReadable, NAMES, PAIRS, styleText } from "../colours.js";
import { words } from "../messages.js";
import { Code, CopyButton, Page, Ready, SendForm, useAnswer } from "../parts.js";
import { send } from "../session.js";
import { gamesBySize } from "../variants.js";

const text = words.theme;

const TAGS = views.map(({ tag }) => tag);

const PATH = "v1/dashboard/theme";

export default function Theme(): ComponentChild {
  const loaded = useAnswer<DashboardTheme>(PATH);
  return (
    <Page title={text.title} about={text.about}>
      <Ready loaded={loaded}>{({ theme }) => <Choice kept={theme} onKept={loaded.reload} />}</Ready>
    </Page>
  );
}

/** The choice of colours; it begins with those that the server keeps. */
function Choice({ kept, onKept }: { kept: BoardColours | null; onKept: () => void }): ComponentChild {
  const [colours, setColours] = useState(kept ?? DEFAULT_COLOURS);
  const keep = async (): Promise<void> => {
    await send("PUT", PATH, colours);
    onKept();
  };
  const remove = async (): Promise<void> => {
    await send("DELETE", PATH);
    onKept();
  };
  const state = areEqual(colours, kept) ? text.isKept : kept ? text.isChanged : text.isNotKept;
  return (
    <>
      <div class="timeline">
        <Preview colours={colours} />
        <div class="stack">
          <div class="cards small-cards">
            {NAMES.map((name) => (
              <label key={name} class="field">
                <span>{text.colours[name]}</span>
                <input type="color" value={colours[name]} onInput={(event) => setColours({ ...colours, [name]: event.currentTarget.value })} />
              </label>
            ))}
          </div>
          <p>
            <button type="button" onClick={() => setColours(DEFAULT_COLOURS)}>
              {text.reset}
            </button>
          </p>
          <p role="status">{state}</p>
          <SendForm button={text.keep} send={keep}>
            {null}
          </SendForm>
          {kept && (
            <SendForm button={text.remove} danger send={remove}>
              {null}
            </SendForm>
          )}
          <h2>{text.contrast}</h2>
          <ul class="stack" aria-live="polite">
            {PAIRS.map(([one, other]) => {
              const ratio = contrast(colours[one], colours[other]);
              return (
                <li key={`${one} ${other}`}>
                  <span class={`pill ${isReadable(ratio) ? "turn" : "away"}`}>{isReadable(ratio) ? text.enough : text.tooLittle}</span>{" "}
                  {text.pair(text.colours[one], text.colours[other], ratio)}
                </li>
              );
            })}
          </ul>
        </div>
      </div>
      <h2>{text.style}</h2>
      <p>{text.styleAbout}</p>
      <Code label={text.style} text={styleText(colours, TAGS)} />
      <p>
        <CopyButton text={styleText(colours, TAGS)} />
      </p>
    </>
  );
}

/** The start of the largest game that the server has, with these colours. */
function Preview({ colours }: { colours: BoardColours }): ComponentChild {
  const entry = gamesBySize(useAnswer<VariantList>("v1/variants").value).at(-1);
  const element = useRef<HTMLElement>(null);
  const game = entry?.game;
  useEffect(() => {
    if (game) void loadElement(game).catch(() => {});
  }, [game]);
  useEffect(() => {
    for (const name of NAMES) element.current?.style.setProperty(`--parlour-${name}`, colours[name]);
  }, [colours, game]);
  const [layout] = (entry?.variants ?? []) as unknown as readonly Layout<GameName>[];
  const shape = game && layout ? viewOf(game).layoutProperties(layout) : {};
  useProperties(element, { board: layout?.start ?? [], interactive: false, ...shape });
  return <div class="step-board">{game && createElement(viewOf(game).tag, { ref: element })}</div>;
}
