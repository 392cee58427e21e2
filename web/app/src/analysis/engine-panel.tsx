// The engine beside the analysis board: the evaluation as a bar and in words, and the best lines, which can be played.
import type { ComponentChild } from "preact";
import { useEffect, useState } from "preact/hooks";
import { translate } from "../language/language.js";
import { sideName } from "../play/words.js";
import type { Analysis, Line } from "../replay.js";
import { load, save } from "../storage.js";
import type { Analysed } from "./analysed-game.js";
import { gameAt } from "./analysed-game.js";
import { search } from "./engine.js";
import { wordsOf as evaluationWords, figure, shareOf } from "./evaluation.js";
import { ProblemText } from "./problem-text.js";
import { say } from "./words.js";

interface EnginePanelProps {
  now: Analysed;
  /** Plays the first moves of a line. */
  onPlay: (moves: readonly object[]) => void;
}

/** The numbers of lines to choose from. */
const LINES = [1, 2, 3, 5];
/** The most moves of a line that are shown. */
const SHOWN_MOVES = 10;
/** How long a position must be shown before it is searched. */
const DEBOUNCE_MS = 150;

interface Wishes {
  readonly on: boolean;
  readonly lines: number;
}

/** Searches the position on the board while it is switched on. */
export function EnginePanel({ now, onPlay }: EnginePanelProps): ComponentChild {
  const [{ lines, on }, setWishes] = useState<Wishes>(savedWishes);
  const [found, setFound] = useState<{ readonly analysis: Analysis; readonly done: boolean } | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const { at, position, tree } = now;
  const change = (wishes: Wishes): void => {
    setWishes(wishes);
    save("engine", wishes);
  };
  useEffect(() => {
    setFound(null);
    setProblem(null);
    if (!on) return;
    let stop = (): void => {};
    const timer = setTimeout(() => {
      stop = search(gameAt(tree, at), lines, (analysis, done) => setFound({ analysis, done }), setProblem);
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [on, lines, position, tree.variant]);
  return (
    <section class="engine" aria-label={translate("analyse")}>
      <div class="engine-head">
        <label class="switch">
          {/* biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says by itself whether it is checked */}
          <input type="checkbox" role="switch" checked={on} onChange={(event) => change({ on: event.currentTarget.checked, lines })} />
          <span>{translate("analyse")}</span>
        </label>
        <label class="engine-lines">
          <span>{say("lines")}</span>
          <select value={lines} disabled={!on} onChange={(event) => change({ on, lines: Number(event.currentTarget.value) })}>
            {LINES.map((count) => (
              <option key={count} value={count}>
                {count}
              </option>
            ))}
          </select>
        </label>
      </div>
      {on && <ProblemText problem={problem} />}
      {on && problem === null && <Found found={found} lines={lines} now={now} onPlay={onPlay} />}
    </section>
  );
}

interface FoundProps extends EnginePanelProps {
  /** How many lines are wanted. */
  lines: number;
  found: { readonly analysis: Analysis; readonly done: boolean } | null;
}

function Found({ found, lines, now, onPlay }: FoundProps): ComponentChild {
  const best = found?.analysis.lines[0];
  const sides = now.layout.sides.map(({ name }) => sideName(name));
  const words = best ? evaluationWords(best, sides) : translate(found ? "analysisOver" : "analysing");
  return (
    <>
      <meter class="evaluation" min={0} max={1} value={best ? shareOf(best) : 0.5} aria-label={words} />
      <p>
        <strong>{words}</strong>{" "}
        {found && best && (
          <span class="muted small-text" data-done={found.done}>
            {translate("depth", { count: found.analysis.depth })}
          </span>
        )}
      </p>
      <ol class="lines" data-lines={lines}>
        {found?.analysis.lines.map((line) => (
          <li key={line.text[0]}>
            <LineButtons line={line} onPlay={onPlay} />
          </li>
        ))}
      </ol>
    </>
  );
}

/** A line whose moves are buttons: each plays the line up to itself. */
function LineButtons({ line, onPlay }: { line: Line; onPlay: EnginePanelProps["onPlay"] }): ComponentChild {
  return (
    <>
      <span class="score" dir="ltr">
        {figure(line)}
      </span>
      <span dir="ltr">
        {line.text.slice(0, SHOWN_MOVES).map((move, index) => (
          <button
            key={`${index}${move}`}
            type="button"
            class="line-move"
            aria-label={say("playLine", { moves: line.text.slice(0, index + 1).join(" ") })}
            onClick={() => onPlay(line.moves.slice(0, index + 1))}
          >
            {move}
          </button>
        ))}
      </span>
    </>
  );
}

function savedWishes(): Wishes {
  const saved = load<Partial<Wishes>>("engine");
  const lines = LINES.find((count) => count === saved?.lines) ?? 3;
  return { on: saved?.on !== false, lines };
}
