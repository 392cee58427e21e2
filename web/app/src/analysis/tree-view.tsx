// The moves of the analysis: the main line, variations set off from it, and the buttons that step.
import type { ComponentChild } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { translate } from "../language/language.js";
import { Icon, type IconName } from "../parts/icon.js";
import type { Judged } from "./judgement.js";
import { lineThrough, type MoveTree, nextOf, plyAfter, START } from "./move-tree.js";
import type { Step } from "./step-keys.js";
import { say } from "./words.js";

interface TreeViewProps {
  tree: MoveTree;
  /** The move that led to the board. */
  at: number;
  /** The moves that were judged, by their numbers. */
  judged: ReadonlyMap<number, Judged>;
  onSelect: (id: number) => void;
  onStep: (to: Step) => void;
}

/** All moves; the one on the board is always in sight. */
export function TreeView({ at, judged, onSelect, onStep, tree }: TreeViewProps): ComponentChild {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const frame = list.current;
    const current = frame?.querySelector("[aria-current]");
    if (!frame) return;
    if (!current) {
      frame.scrollTop = 0;
      return;
    }
    const [inner, outer] = [current.getBoundingClientRect(), frame.getBoundingClientRect()];
    frame.scrollTop += inner.top - outer.top - (outer.height - inner.height) / 2;
  }, [at, tree]);
  const [first] = tree.first;
  return (
    <section class="moves tree" aria-label={translate("moves")}>
      <div ref={list} class="tree-frame">
        {first === undefined && <p class="muted">{translate("noMoves")}</p>}
        {first !== undefined && <Line {...{ at, first, judged, onSelect, tree }} />}
      </div>
      <Steps at={at} tree={tree} onStep={onStep} />
    </section>
  );
}

interface LineProps extends Omit<TreeViewProps, "onStep"> {
  /** The first move of the line. */
  first: number;
}

/** A line with the variations of its moves, each a line in the line. */
function Line({ at, first, judged, onSelect, tree }: LineProps): ComponentChild {
  const items: ComponentChild[] = [];
  let isNumbered = true;
  for (let id: number | undefined = first; id !== undefined; [id] = nextOf(tree, id)) {
    const parent: number = tree.moves.get(id)?.parent ?? START;
    const ply = plyAfter(tree, parent);
    items.push(
      <li key={id} class="tree-move">
        {(isNumbered || ply % 2 === 0) && (
          <span class="move-number" dir="ltr" aria-hidden="true">
            {Math.floor(ply / 2) + 1}
            {ply % 2 === 0 ? "." : "…"}
          </span>
        )}
        <Move text={tree.moves.get(id)?.text ?? ""} current={id === at} judged={judged.get(id)} onSelect={() => onSelect(id ?? START)} />
      </li>,
    );
    const [main, ...others] = nextOf(tree, parent);
    isNumbered = main === id && others.length > 0;
    if (!isNumbered) continue;
    for (const other of others) {
      items.push(
        <li key={other} class="tree-variation" aria-label={say("variation")}>
          <Line {...{ at, judged, onSelect, tree }} first={other} />
        </li>,
      );
    }
  }
  return <ol class="tree-line">{items}</ol>;
}

interface MoveProps {
  text: string;
  current: boolean;
  judged: Judged | undefined;
  onSelect: () => void;
}

function Move({ current, judged, onSelect, text }: MoveProps): ComponentChild {
  const grade = judged?.grade;
  return (
    <button type="button" class="move" dir="ltr" data-grade={grade ?? undefined} aria-current={current ? "step" : undefined} onClick={onSelect}>
      {text}
      {grade && (
        <>
          <span aria-hidden="true">{grade === "blunder" ? "??" : "?"}</span>
          <span class="visually-hidden">, {say(grade)}</span>
        </>
      )}
    </button>
  );
}

interface StepsProps {
  at: number;
  tree: MoveTree;
  onStep: (to: Step) => void;
}

const STEPS: readonly [Step, IconName, "firstMove" | "previousMove" | "nextMove" | "lastMove"][] = [
  ["first", "first", "firstMove"],
  ["back", "back", "previousMove"],
  ["next", "next", "nextMove"],
  ["last", "last", "lastMove"],
];

function Steps({ at, onStep, tree }: StepsProps): ComponentChild {
  const isLast = lineThrough(tree, at).at(-1) === at || tree.first.length === 0;
  return (
    <div class="steps">
      {STEPS.map(([to, icon, key]) => {
        const disabled = to === "first" || to === "back" ? at === START : isLast;
        return (
          <button key={to} type="button" class="round" aria-label={translate(key)} disabled={disabled} onClick={() => onStep(to)}>
            <Icon name={icon} />
          </button>
        );
      })}
    </div>
  );
}
