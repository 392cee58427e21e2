// A player: side, name, turn and connection.
import type { GameState } from "@parlour/sdk";
import type { ComponentChild } from "preact";
import { gameNamed } from "../games.js";
import { translate, translateFor } from "../language/language.js";
import { lazyPart } from "../lazy.js";
import type { LiveGame } from "../play/live-game.js";
import { nameOf, sideOf } from "../play/words.js";

const PlayerClock = lazyPart(async () => (await import("./player-clock.js")).PlayerClock);

interface PlayerCardProps {
  state: GameState;
  live: LiveGame;
  index: number;
  /** Whether both sides are played on this screen: then the side is shown as the name. */
  shared: boolean;
  /** A note on the player, such as the computer's level. */
  note?: string | undefined;
}

/** The card of one player. */
export function PlayerCard({ index, live, note, shared, state }: PlayerCardProps): ComponentChild {
  const player = state.players[index];
  const isTurn = state.phase === "playing" && state.turn === index;
  const side = sideOf(state, index);
  const away = player && state.away?.playerId === player.id ? state.away : null;
  return (
    <div class="player" data-turn={isTurn} data-away={away !== null}>
      <Token state={state} index={index} />
      <span class="player-words">
        <span class="player-name">
          {shared ? side : nameOf(state, index) || "…"}
          {state.seat === index && !shared && <span class="player-you"> ({translate("you")})</span>}
        </span>
        <span class="player-note">
          <span>{[shared ? "" : side, note, count(state, index, "pieces")].filter(Boolean).join(" · ")}</span>
          <Captured state={state} index={index} />
        </span>
      </span>
      {state.clock && <PlayerClock key={state.roomId} state={state} live={live} index={index} />}
      {isTurn && !away && !state.clock && <span class="pill turn">{translate("toMove")}</span>}
      {away && (
        <span class="pill away" role="status">
          {translate("offline")}
          {away.secondsLeft !== null && <span aria-hidden="true"> {translate("seconds", { count: away.secondsLeft })}</span>}
        </span>
      )}
    </div>
  );
}

/** The pieces that a player has captured, as a row of small icons. */
function Captured({ index, state }: { index: number; state: GameState }): ComponentChild {
  const captured = gameNamed(state.game).captured(state, index);
  if (!captured) return null;
  return (
    <span class="captured" role="img" aria-label={count(state, index, "captured")}>
      {Array.from({ length: captured }, (_, at) => (
        <span key={at}>
          <Token state={state} index={1 - index} />
        </span>
      ))}
    </span>
  );
}

/** The icon of a side. */
function Token({ index, state }: { index: number; state: GameState }): ComponentChild {
  const { class: name, shapes } = gameNamed(state.game).token(state, index);
  return (
    <svg class={`token ${name}`} viewBox="0 0 40 40" aria-hidden="true">
      {shapes}
    </svg>
  );
}

function count(state: GameState, index: number, what: "pieces" | "captured"): string {
  const number = gameNamed(state.game)[what](state, index);
  return number ? translateFor(state.game, what, "", { count: number }) : "";
}
