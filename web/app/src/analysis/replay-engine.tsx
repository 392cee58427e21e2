// The engine's analysis of a position: a bar, a sentence and lines of play; off until it is switched on.
import type { ComponentChild } from "preact";
import { useEffect, useState } from "preact/hooks";
import { translate } from "../language/language.js";
import type { Analysis } from "../replay.js";
import { figure, shareOf, wordsOf } from "./evaluation.js";
import { analyse } from "./pages.js";
import { ProblemText } from "./problem-text.js";

interface EngineProps {
  variant: string;
  position: string;
  /** The names of the sides, the first mover first. */
  sides: readonly string[];
}

/** How long a position must be shown before it is analysed. */
const DEBOUNCE_MS = 300;

/** Analyses the shown position while it is switched on. */
export function Engine({ position, sides, variant }: EngineProps): ComponentChild {
  const [on, setOn] = useState(false);
  const [analysis, setAnalysis] = useState<Analysis | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  useEffect(() => {
    setAnalysis(null);
    setProblem(null);
    if (!on) return;
    let wanted = true;
    const timer = setTimeout(() => {
      analyse(variant, position).then(
        (found) => wanted && setAnalysis(found),
        (error: unknown) => wanted && setProblem(error),
      );
    }, DEBOUNCE_MS);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [on, position, variant]);
  const best = analysis?.lines[0];
  return (
    <section class="engine" aria-label={translate("analyse")}>
      <label class="switch">
        {/* biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says by itself whether it is checked */}
        <input type="checkbox" role="switch" checked={on} onChange={(event) => setOn(event.currentTarget.checked)} />
        <span>{translate("analyse")}</span>
      </label>
      {on && <ProblemText problem={problem} />}
      {on && !analysis && problem === null && <p class="muted">{translate("analysing")}</p>}
      {on && analysis && (
        <>
          {best && <meter class="evaluation" min={0} max={1} value={shareOf(best)} aria-label={wordsOf(best, sides)} />}
          <p>
            <strong>{best ? wordsOf(best, sides) : translate("analysisOver")}</strong>{" "}
            <span class="muted small-text">{translate("depth", { count: analysis.depth })}</span>
          </p>
          <ol class="lines">
            {analysis.lines.map((line) => (
              <li key={line.text.join()}>
                <span class="score">{figure(line)}</span>
                {line.text.slice(0, 8).map((move) => (
                  <>
                    {" "}
                    <span class="whole">{move}</span>
                  </>
                ))}
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
}
