// A game on the screen: players, board, status, moves and actions; for players, spectators and embeds.
import { type GameState, moveTexts, type Result, sideOf } from "@parlour/sdk";
import type { ComponentChild, ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { gameNamed } from "../games.js";
import { translate } from "../language/language.js";
import { loadPageMessages } from "../language/load-page-messages.js";
import { lazyPart, usePrefetch } from "../lazy.js";
import type { LiveGame } from "../play/live-game.js";
import { refusalOf } from "../play/refusal.js";
import { usePositions } from "../play/seen-positions.js";
import { useSounds } from "../play/sounds.js";
import { statusOf } from "../play/words.js";
import { settings } from "../settings.js";
import { useValue } from "../value.js";
import type { BoardElement } from "../views.js";
import { Actions, type Question } from "./actions.js";
import { Banners } from "./banners.js";
import { GameBoard } from "./board.js";
import { Icon } from "./icon.js";
import { MoveList, useStepKeys } from "./move-list.js";
import { PlayerCard } from "./player-card.js";

const PREFETCHED = [
  () => import("../pages.js"),
  () => import("../screens/settings.js"),
  () => import("../play/sound.js"),
  () => import("./confirm-dialog.js"),
  loadPageMessages,
];
const OpeningNotes = lazyPart(async () => (await import("../pages.js")).OpeningNotes);
const Reactions = lazyPart(() =>
  import("../lobby.js").then(
    ({ Reactions }) => Reactions,
    () => () => null,
  ),
);
const ResultDialog = lazyPart(async () => (await import("../pages.js")).ResultDialog);
const TypedMove = lazyPart(async () => (await import("../pages.js")).TypedMove);

interface PlayAreaProps {
  live: LiveGame;
  /** A note on the opponent, such as the computer's level. */
  rivalNote?: string | undefined;
  /** Fetches the text of the game; `null` if it has none. */
  pdn: (() => Promise<string>) | null;
  onNewGame: (() => Promise<void>) | null;
  /** Whether the player knows the result, so that it is not announced. */
  resultSeen?: boolean;
  /** The header above the game. */
  children?: ComponentChildren;
}

/** A game that has started. */
export function PlayArea({ children, live, onNewGame, pdn, resultSeen, rivalNote }: PlayAreaProps): ComponentChild {
  const state = useValue(live);
  const { textMoves } = useValue(settings);
  const { offers } = gameNamed(state.game);
  const element = useRef<BoardElement>(null);
  const [selected, setSelected] = useState<number | null>(null);
  const [seenResult, closeResult] = useState<Result | null>(resultSeen ? state.result : null);
  const [asking, ask] = useState<Question | null>(null);
  const [turned, turn] = useState(false);
  const [premove, setPremove] = useState(false);
  const [hint, setHint] = useState<{ words: string; ply: number } | null>(null);
  useSounds(state, live.shared);
  usePrefetch(PREFETCHED);
  useEffect(() => {
    document.title = `${statusOf(state, live.shared)} · Parlour`;
  }, [state]);
  const last = state.history.length;
  const ply = selected === null || selected >= last ? null : selected;
  const boards = usePositions(live, state, ply !== null);
  const select = (to: number): void => setSelected(to >= last ? null : to);
  useStepKeys(ply ?? last, last, select);
  const tell = (error: unknown): void => element.current?.announce(refusalOf(error));
  const usual = live.shared ? 0 : (state.seat ?? 0);
  const bottom = turned ? 1 - usual : usual;
  const noteOf = (index: number): string | undefined => (state.players[index]?.isBot ? rivalNote : undefined);
  const flip = (): void => {
    element.current?.flip?.();
    turn(turnedRound(element.current, state));
  };
  const command = (name: string): void => {
    if (name === "resign") ask("resign");
    else if (name === "draw") void live.offerDraw().catch(tell);
  };
  return (
    <div class="play" data-game={state.game} data-small-board={offers.smallBoard}>
      <div class="play-top">{children}</div>
      <PlayerCard state={state} live={live} shared={live.shared} index={1 - bottom} note={noteOf(1 - bottom)} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the board, which may turn itself round */}
      <div class="play-board" data-first={state.layout?.sides[0].name.toLowerCase()} onKeyUp={() => turn(turnedRound(element.current, state))}>
        <GameBoard
          element={element}
          state={state}
          shared={live.shared}
          ply={ply}
          boards={boards}
          onMove={(play) => live.move(play)}
          onCommand={command}
          onPremove={setPremove}
        />
      </div>
      <PlayerCard state={state} live={live} shared={live.shared} index={bottom} note={noteOf(bottom)} />
      <div class="play-status">
        <p class="status" role="status">
          {ply === null ? statusOf(state, live.shared) : translate("lookingBack", { count: ply })}
        </p>
        {state.spectators > 0 && <span class="spectators muted">{translate("spectators", { count: state.spectators })}</span>}
        {live.connections?.length === 1 && !state.players.some(({ isBot }) => isBot) && <Reactions live={live} state={state} />}
        {premove && ply === null && (
          <button type="button" class="small" onClick={() => element.current?.cancelPremove?.()}>
            {translate("cancelPremove")}
          </button>
        )}
        {ply !== null && (
          <button type="button" class="small" onClick={() => setSelected(null)}>
            {translate("toTheGame")}
          </button>
        )}
      </div>
      <Banners state={state} live={live} />
      <div class="play-panel">
        <MoveList moves={moveTexts(state)} ply={ply ?? last} onSelect={select} empty={<OpeningNotes game={state.game} layout={state.layout} />} />
        {textMoves === "on" && offers.typedMoves && <TypedMove element={element} state={state} />}
        {hint?.ply === last && (
          <p class="banner hint" role="status">
            <Icon name="hint" />
            <span>{hint.words}</span>
          </p>
        )}
        <Actions
          state={state}
          live={live}
          pdn={pdn}
          ply={ply ?? last}
          asking={asking}
          ask={ask}
          onFlip={flip}
          onError={tell}
          onHint={(words) => setHint({ words, ply: last })}
          onResult={() => closeResult(null)}
        />
      </div>
      {state.result && state.result !== seenResult && (
        <ResultDialog state={state} result={state.result} live={live} pdn={pdn} onNewGame={onNewGame} onClose={() => closeResult(state.result)} />
      )}
    </div>
  );
}

/** Whether the board is flipped relative to its default orientation. */
function turnedRound(element: BoardElement | null, state: GameState): boolean {
  if (!element?.orientation || element.orientation === "auto") return false;
  const own = sideOf(state, element.you === null ? 0 : (state.seat ?? 0));
  return own !== "" && element.orientation !== own;
}
