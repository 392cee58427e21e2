// The board element of a game with its properties, at the current or an earlier position.
import type { GameName, GameState, Play } from "@parlour/sdk";
import { type ComponentChild, createElement } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { type Boards, gameNamed } from "../games.js";
import { translate, wordsOf } from "../language/language.js";
import { refusalOf } from "../play/refusal.js";
import { namesOf } from "../play/words.js";
import { isBusy, retryUntilDone } from "../retry.js";
import type { AnyVariant } from "../server.js";
import { type Settings, settings } from "../settings.js";
import { useValue } from "../value.js";
import { type BoardElement, loadElement, viewOf } from "../views.js";
import { type Held, useListener, useProperties } from "./element.js";

interface GameBoardProps {
  state: GameState;
  /** Whether both sides are played on this screen. */
  shared: boolean;
  /** The number of moves of an earlier position, or `null` for the current one. */
  ply: number | null;
  /** The boards so far, the start first. */
  boards: Boards;
  element: Held<BoardElement>;
  onMove: (play: Play<GameName>) => Promise<unknown>;
  onCommand: (name: string) => void;
  /** A premove was set or cancelled. */
  onPremove: (isSet: boolean) => void;
}

/** Loads the element of a game and retries until it succeeds; the returned function stops that. */
export function fetchBoard(game: GameName, report?: (problem: unknown) => void): () => void {
  return retryUntilDone(
    () => loadElement(game),
    () => {},
    report,
  );
}

/** The board of a game; a move that the server refuses is taken back with the reason. */
export function GameBoard({ boards, element, onCommand, onMove, onPremove, ply, shared, state }: GameBoardProps): ComponentChild {
  const { game } = state;
  const view = viewOf(game);
  const look = useLook();
  const preferences = usePreferences(game);
  const shown = view.properties(state, { boards, names: namesOf(game), ply, shared });
  useProperties(element, { ...look, ...shown, messages: wordsOf(game)?.board, ...preferences });
  useListener<unknown>(element, "move", (move) => {
    onMove(view.play(move)).catch((error: unknown) => element.current?.takeBack(refusalOf(error)));
  });
  useListener<{ name: string }>(element, "command", ({ name }) => onCommand(name));
  useListener<unknown>(element, "premove", (premove) => onPremove(premove !== null));
  const problem = useBoard(game);
  return (
    <>
      {problem}
      <Element game={game} properties={shown} held={element} />
    </>
  );
}

interface SmallBoardProps {
  variant: AnyVariant;
  /** The position; the start by default. */
  board?: readonly unknown[] | undefined;
}

/** A small picture of a position. */
export function SmallBoard({ board, variant }: SmallBoardProps): ComponentChild {
  const { game, start } = variant;
  const shape = viewOf(game).layoutProperties(variant, namesOf(game));
  return <BoardPicture game={game} first={variant.sides[0].name} properties={{ board: board ?? start, ...shape }} />;
}

interface BoardPictureProps {
  game: GameName;
  /** The name of the side that moves first. */
  first?: string;
  /** The properties of the element; they override those of the settings. */
  properties: object;
}

/** A board that nobody plays on, hidden from screen readers: the text next to it describes it. */
export function BoardPicture({ first, game, properties }: BoardPictureProps): ComponentChild {
  const element = useRef<BoardElement>(null);
  const { scheme, theme } = useLook();
  const still = { interactive: false, shortcuts: false, animation: "off", coordinates: "off", scheme, theme };
  useProperties(element, { ...usePreferences(game), ...still, ...properties });
  useEffect(() => fetchBoard(game), [game]);
  return (
    <div class="small-board" data-first={first?.toLowerCase()} aria-hidden="true" inert>
      <Element game={game} properties={properties} held={element} />
    </div>
  );
}

interface ReplayBoardProps {
  board: readonly unknown[];
  lastMove: unknown;
  variant: AnyVariant;
  element: Held<BoardElement>;
}

/** The board of a replayed game: not interactive, with coordinates, read by screen readers. */
export function ReplayBoard({ board, element, lastMove, variant }: ReplayBoardProps): ComponentChild {
  const { game } = variant;
  const look = useLook();
  const preferences = usePreferences(game);
  const shape = viewOf(game).layoutProperties(variant, namesOf(game));
  useProperties(element, { ...look, ...preferences, ...shape, board, lastMove, interactive: false, messages: wordsOf(game)?.board });
  const problem = useBoard(game);
  return (
    <>
      {problem}
      <Element game={game} properties={shape} held={element} />
    </>
  );
}

interface ElementProps {
  game: GameName;
  /** The properties that decide the aspect ratio. */
  properties: object;
  held: Held<BoardElement>;
}

/** The custom element of a game; the aspect ratio reserves its space before it is drawn. */
function Element({ game, held, properties }: ElementProps): ComponentChild {
  const view = viewOf(game);
  return createElement(view.tag, { ref: held, class: "game-board", style: { aspectRatio: String(view.ratio(properties)) } });
}

/** Loads the element of a game; returns the banner to show while that fails. */
function useBoard(game: GameName): ComponentChild {
  const [problem, setProblem] = useState<unknown>(null);
  useEffect(() => fetchBoard(game, setProblem), [game]);
  return (
    problem !== null && (
      <p class="banner warn" role="alert">
        {translate(isBusy(problem) ? "busy" : "unreachable")}. {translate("retrying")}
      </p>
    )
  );
}

/** The properties of a game's element that follow from the settings. */
function usePreferences(game: GameName): object {
  return gameNamed(game).preferences(useValue(settings));
}

/** The appearance properties that every board has. */
interface Look {
  readonly theme: Settings["board"];
  readonly scheme: "auto" | "light" | "dark";
  readonly animation: Settings["animation"];
}

/** The appearance of any board according to the settings. */
function useLook(): Look {
  const { animation, board, theme } = useValue(settings);
  return {
    theme: theme === "contrast" ? "contrast" : board,
    scheme: theme === "light" || theme === "dark" ? theme : "auto",
    animation,
  };
}
