// Colours for the boards on a tenant's own pages: chosen with a preview, and checked for contrast.
import type { GameName, Layout, VariantList } from "@parlour/sdk";
import { type ComponentChild, createElement } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { useProperties } from "../../parts/element.js";
import { load, save } from "../../storage.js";
import { loadElement, viewOf, views } from "../../views.js";
import { type Colours, contrast, DEFAULT_COLOURS, isReadable, PAIRS, styleText } from "../colours.js";
import { words } from "../messages.js";
import { Code, CopyButton, Page, useAnswer } from "../parts.js";
import { gamesBySize } from "../variants.js";

const text = words.theme;

const TAGS = views.map(({ tag }) => tag);

const NAMES = Object.keys(DEFAULT_COLOURS) as (keyof Colours)[];

export default function Theme(): ComponentChild {
  const [colours, setColours] = useState<Colours>(() => ({ ...DEFAULT_COLOURS, ...load<Partial<Colours>>("dashboard-colours") }));
  const change = (changes: Partial<Colours>): void => {
    const next = { ...colours, ...changes };
    save("dashboard-colours", next);
    setColours(next);
  };
  return (
    <Page title={text.title} about={text.about}>
      <div class="timeline">
        <Preview colours={colours} />
        <div class="stack">
          <div class="cards small-cards">
            {NAMES.map((name) => (
              <label key={name} class="field">
                <span>{text.colours[name]}</span>
                <input type="color" value={colours[name]} onInput={(event) => change({ [name]: event.currentTarget.value })} />
              </label>
            ))}
          </div>
          <p>
            <button type="button" onClick={() => change(DEFAULT_COLOURS)}>
              {text.reset}
            </button>
          </p>
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
    </Page>
  );
}

/** The start of the largest game that the server has, with these colours. */
function Preview({ colours }: { colours: Colours }): ComponentChild {
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
