// Puzzles: a position, one combination that wins, and how many were solved in a row.
import type { ComponentChild } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { FlipButton } from "../analysis/flip-button.js";
import { VariantField } from "../analysis/open-dialog.js";
import { hasModule, prefer, preference, prefetchModule, TypedMove, useVariants } from "../analysis/pages.js";
import { say } from "../analysis/words.js";
import { translate } from "../language/language.js";
import { GameBoard } from "../parts/board.js";
import { Icon } from "../parts/icon.js";
import { Notice } from "../parts/notice.js";
import { refusalOf } from "../play/refusal.js";
import { sideName } from "../play/words.js";
import { retryUntilDone } from "../retry.js";
import type { AnyVariant } from "../server.js";
import { settings } from "../settings.js";
import { useValue } from "../value.js";
import type { BoardElement } from "../views.js";
import { afterMistake, afterSolving, changeProgress, nextPlace, progress } from "./progress.js";
import { PUZZLE_VARIANTS, type Puzzle, puzzlesOf } from "./puzzle-files.js";
import { PuzzleGame, WrongMove } from "./puzzle-game.js";

/** The puzzles of the variant that the player prefers. */
export function PuzzlesScreen(): ComponentChild {
  const { problem, variants } = useVariants();
  const { variant: preferred } = useValue(preference);
  const layouts = variants.filter(({ variant }) => PUZZLE_VARIANTS.includes(variant));
  const layout = layouts.find(({ variant }) => variant === preferred) ?? layouts[0];
  if (!hasModule || PUZZLE_VARIANTS.length === 0) return <Notice title={say("puzzlesNone")} text={say("unavailableText")} />;
  if (layout) return <Puzzles key={layout.variant} layout={layout} layouts={layouts} />;
  if (problem !== null) return <Notice title={translate("unreachable")} text={refusalOf(problem)} />;
  return <Loading />;
}

interface PuzzlesProps {
  layout: AnyVariant;
  layouts: readonly AnyVariant[];
}

/** The puzzles of a variant, one after the other. */
function Puzzles({ layout, layouts }: PuzzlesProps): ComponentChild {
  const { variant } = layout;
  const [puzzles, setPuzzles] = useState<readonly Puzzle[] | null>(null);
  const [wanted, want] = useState<{ readonly place: number } | null>(null);
  const [opened, setOpened] = useState<{ readonly place: number; readonly game: PuzzleGame } | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  useEffect(() => {
    const begin = (loaded: readonly Puzzle[]): void => {
      setPuzzles(loaded);
      want({ place: nextPlace(progress.get().solved[variant] ?? [], loaded.length, -1) });
    };
    return retryUntilDone(() => puzzlesOf(variant), begin, setProblem);
  }, [variant]);
  useEffect(() => void (puzzles && prefetchModule(variant).catch(() => {})), [puzzles]);
  useEffect(() => {
    const puzzle = wanted && puzzles?.[wanted.place];
    if (!puzzle) return;
    let isWanted = true;
    PuzzleGame.open(puzzle, layout).then(
      (game) => isWanted && setOpened({ place: wanted.place, game }),
      (error: unknown) => isWanted && setProblem(error),
    );
    return () => {
      isWanted = false;
    };
  }, [puzzles, wanted]);
  useEffect(() => () => opened?.game.close(), [opened]);
  if (problem !== null && !opened) return <Notice title={translate("unreachable")} text={refusalOf(problem)} />;
  if (!puzzles || !opened) return <Loading />;
  const next = (): void => want({ place: nextPlace(progress.get().solved[variant] ?? [], puzzles.length, opened.place) });
  return <Solving key={opened.game.number} {...opened} count={puzzles.length} layout={layout} layouts={layouts} onNext={next} />;
}

interface SolvingProps extends PuzzlesProps {
  game: PuzzleGame;
  count: number;
  place: number;
  onNext: () => void;
}

function Solving({ count, game, layout, layouts, onNext, place }: SolvingProps): ComponentChild {
  const { end, state, words } = useValue(game);
  const { textMoves } = useValue(settings);
  const reached = useValue(progress);
  const element = useRef<BoardElement>(null);
  const nextButton = useRef<HTMLButtonElement>(null);
  const [isClean, setClean] = useState(true);
  const [note, setNote] = useState("");
  const { variant } = layout;
  const solver = sideName(layout.sides[game.solver].name);
  const fail = (): void => {
    setClean(false);
    changeProgress(afterMistake(progress.get()));
  };
  useEffect(() => {
    if (end === "solved") changeProgress(afterSolving(progress.get(), variant, place, isClean));
    if (end) nextButton.current?.focus();
  }, [end]);
  const move = async (play: Parameters<PuzzleGame["move"]>[0]): Promise<void> => {
    setNote("");
    await game.move(play).catch((error: unknown) => {
      if (error instanceof WrongMove) {
        fail();
        setNote(say("puzzleWrong", { move: error.text }));
      }
      throw error;
    });
  };
  const hint = (): void => {
    fail();
    setNote(say("puzzleHint", { square: game.hintedSquare ?? "" }));
  };
  const solve = (): void => {
    fail();
    setNote("");
    void game.show().catch((error: unknown) => setNote(refusalOf(error)));
  };
  const solved = reached.solved[variant]?.filter((known) => known < count).length ?? 0;
  return (
    <div class="analysis">
      <div class="analysis-head">
        <h1 class="play-title">{say("puzzleTitle")}</h1>
        <p class="muted small-text">{[say("puzzleNumber", { count: place + 1 }), say("solvedCount", { count: solved, all: count })].join(" · ")}</p>
      </div>
      <div class="play-board" data-first={layout.sides[0].name.toLowerCase()}>
        <GameBoard element={element} state={state} shared={false} ply={null} boards={[]} onMove={move} onCommand={() => {}} onPremove={() => {}} />
      </div>
      <div class="analysis-panel">
        <p class="status" role="status">
          {note || words || say("puzzleGoal", { side: solver })}
        </p>
        {end && (
          <p class="banner hint" dir="ltr">
            {game.solution}
          </p>
        )}
        <div class="actions">
          {end ? (
            <button type="button" class="primary" ref={nextButton} onClick={onNext}>
              {say("nextPuzzle")}
              <Icon name="next" />
            </button>
          ) : (
            <>
              <button type="button" onClick={hint}>
                <Icon name="hint" />
                {translate("hint")}
              </button>
              <button type="button" onClick={solve}>
                {say("showSolution")}
              </button>
              <button type="button" onClick={onNext}>
                {say("nextPuzzle")}
              </button>
            </>
          )}
          <FlipButton element={element} />
        </div>
        {textMoves === "on" && !end && <TypedMove element={element} state={state} />}
        <ul class="puzzle-facts">
          <li>
            {say("streak")} <strong>{reached.streak}</strong>
          </li>
          <li>
            {say("bestStreak")} <strong>{reached.best}</strong>
          </li>
        </ul>
        <VariantField label={translate("variant")} layouts={layouts} variant={variant} onChoose={(chosen) => prefer({ game: layout.game, variant: chosen })} />
        <a class="button quiet" href={`analysis#variant=${variant}&fen=${encodeURIComponent(game.position)}`}>
          <Icon name="watch" />
          {translate("analysis")}
        </a>
        <p class="muted small-text">{translate("kept")}</p>
      </div>
    </div>
  );
}

function Loading(): ComponentChild {
  return (
    <p class="notice-screen muted" role="status">
      {translate("loading")}
    </p>
  );
}
