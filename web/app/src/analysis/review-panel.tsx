// The evaluation of a whole line as a graph, and its mistakes with the better moves.
import type { ComponentChild } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { sideName } from "../play/words.js";
import type { Analysed } from "./analysed-game.js";
import { shareOf } from "./evaluation.js";
import { type Evaluation, type Judged, judge } from "./judgement.js";
import { lineThrough, type MoveTree, pathTo, plyAfter, START } from "./move-tree.js";
import { ProblemText } from "./problem-text.js";
import { review } from "./review.js";
import { say } from "./words.js";

interface ReviewPanelProps {
  now: Analysed;
  judged: ReadonlyMap<number, Judged>;
  onJudged: (judged: ReadonlyMap<number, Judged>) => void;
  onSelect: (id: number) => void;
}

/** A line that was searched, as far as it has been. */
interface Reviewed {
  readonly tree: MoveTree;
  readonly line: readonly number[];
  readonly found: readonly Evaluation[];
}

/** Searches the line on the board when it is asked to. */
export function ReviewPanel({ judged, now, onJudged, onSelect }: ReviewPanelProps): ComponentChild {
  const [reviewed, setReviewed] = useState<Reviewed | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const stop = useRef(() => {});
  const { at, layout, tree } = now;
  useEffect(() => () => stop.current(), []);
  const line = lineThrough(tree, at);
  if (line.length === 0) return null;
  const running = reviewed !== null && reviewed.found.length <= reviewed.line.length;
  const start = (): void => {
    setProblem(null);
    setReviewed({ tree, line, found: [] });
    stop.current = review(
      tree,
      line,
      (found) => {
        setReviewed({ tree, line, found });
        onJudged(new Map(judge(tree, line, found).map((move) => [move.id, move])));
      },
      (failed) => {
        setReviewed(null);
        setProblem(failed);
      },
    );
  };
  const cancel = (): void => {
    stop.current();
    setReviewed(reviewed && { ...reviewed, line: reviewed.line.slice(0, Math.max(0, reviewed.found.length - 1)) });
  };
  const [first = "", second = ""] = layout.sides.map(({ name }) => sideName(name));
  const mistakes = reviewed?.line.flatMap((id) => judged.get(id) ?? []).filter(({ grade }) => grade) ?? [];
  return (
    <div class="review">
      <div class="review-head">
        {running ? (
          <>
            <button type="button" class="small" onClick={cancel}>
              {say("stop")}
            </button>
            <span class="muted small-text">{say("searched", { count: reviewed.found.length, all: reviewed.line.length + 1 })}</span>
          </>
        ) : (
          <button type="button" class="small" onClick={start}>
            {say("findMistakes")}
          </button>
        )}
      </div>
      <ProblemText problem={problem} />
      {reviewed && reviewed.found.length > 0 && <Graph reviewed={reviewed} at={pathTo(tree, at)} label={say("graph", { first, second })} onSelect={onSelect} />}
      {reviewed && !running && mistakes.length === 0 && <p role="status">{say("noMistakes")}</p>}
      {mistakes.length > 0 && (
        <ul class="mistakes">
          {mistakes.map((move) => (
            <li key={move.id}>
              <Mistake move={move} tree={tree} onSelect={onSelect} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface MistakeProps {
  move: Judged;
  tree: MoveTree;
  onSelect: (id: number) => void;
}

function Mistake({ move: { better, grade, id }, onSelect, tree }: MistakeProps): ComponentChild {
  const move = tree.moves.get(id);
  if (!move || !grade) return null;
  const ply = plyAfter(tree, move.parent);
  return (
    <button type="button" class="mistake" data-grade={grade} onClick={() => onSelect(id)}>
      <bdi>
        {Math.floor(ply / 2) + 1}
        {ply % 2 === 0 ? "." : "…"} {move.text}
        {grade === "blunder" ? "??" : "?"}
      </bdi>
      <span>
        {say(grade)}
        {better && `, ${say("better", { move: better })}`}
      </span>
    </button>
  );
}

interface GraphProps {
  reviewed: Reviewed;
  /** The moves up to the board. */
  at: readonly number[];
  label: string;
  onSelect: (id: number) => void;
}

const [WIDTH, HEIGHT] = [300, 80];

/** The first side's share after each move; a click shows the board there. */
function Graph({ at, label, onSelect, reviewed: { found, line } }: GraphProps): ComponentChild {
  const step = WIDTH / Math.max(1, line.length);
  const x = (index: number): string => (index * step).toFixed(1);
  const y = (score: number): string => (HEIGHT * (1 - shareOf({ score }))).toFixed(1);
  const points = found.map(({ score }, index) => `${x(index)},${y(score)}`).join(" ");
  const last = x(found.length - 1);
  const shown = at.length === 0 ? 0 : line.indexOf(at.at(-1) ?? START) + 1;
  const select = (event: MouseEvent): void => {
    const { left, width } = (event.currentTarget as Element).getBoundingClientRect();
    const index = Math.round(((event.clientX - left) / width) * line.length);
    onSelect(line[index - 1] ?? START);
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys step through the moves anyway
    <svg class="graph" role="img" aria-label={label} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" onClick={select}>
      <polygon class="graph-area" points={`0,${HEIGHT} ${points} ${last},${HEIGHT}`} />
      <line class="graph-middle" x1="0" x2={WIDTH} y1={HEIGHT / 2} y2={HEIGHT / 2} />
      <polyline class="graph-line" points={points} />
      {(shown > 0 || at.length === 0) && <line class="graph-shown" x1={x(shown)} x2={x(shown)} y1="0" y2={HEIGHT} />}
    </svg>
  );
}
