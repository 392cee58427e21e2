// The server itself, for the operator: nodes, storage and what does not work.
import type { ServerStatus } from "@parlour/sdk";
import type { ComponentChild } from "preact";
import { number, words } from "../messages.js";
import { Page, Ready, useAnswer } from "../parts.js";

const text = words.server;

const EVERY_MS = 5000;

export default function Server(): ComponentChild {
  const loaded = useAnswer<ServerStatus>("v1/dashboard/server", EVERY_MS);
  return (
    <Page title={text.title} about={text.about}>
      <Ready loaded={loaded}>
        {(status) => (
          <>
            {status.problems.map((problem) => (
              <p key={problem} class="banner urgent" role="alert">
                {problem}
              </p>
            ))}
            <dl class="cards">
              {Object.entries(figuresOf(status)).map(([name, value]) => (
                <div key={name} class="card">
                  <dt class="muted">{name}</dt>
                  <dd class="figure">{value}</dd>
                </div>
              ))}
            </dl>
            <section class="card" aria-label={text.nodes}>
              <h2>{text.nodes}</h2>
              <ul>
                {status.nodes.map((node) => (
                  <li key={node}>
                    <code>{node}</code> {node === status.node && <span class="pill turn">{text.answering}</span>}
                  </li>
                ))}
              </ul>
            </section>
          </>
        )}
      </Ready>
    </Page>
  );
}

function figuresOf(status: ServerStatus): Record<string, string> {
  return {
    [text.version]: status.version,
    [text.storage]: `${text.storages[status.storage] ?? status.storage}, ${bytes(status.storageBytes)}`,
    [text.writes]: number(status.waitingWrites),
    [text.games]: number(status.games),
    [text.sockets]: number(status.sockets),
    [text.waiting]: number(status.waiting),
    [text.moves]: number(status.moves),
    ...(status.moveMedianMs !== null && status.moveP95Ms !== null
      ? { [text.moveTime]: `${words.overview.milliseconds(status.moveMedianMs)}, ${words.overview.milliseconds(status.moveP95Ms)}` }
      : {}),
  };
}

function bytes(count: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, count)) / 3));
  return `${(count / 1000 ** step).toLocaleString("en", { maximumFractionDigits: 1 })} ${units[step]}`;
}
