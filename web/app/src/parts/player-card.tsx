// Who sits where, whose turn it is, and who has lost the connection.
import type { GameState } from "@parlour/sdk";
import type { ComponentChild } from "preact";
import { say } from "../language/language.js";
import { nameOf, sideOf } from "../play/words.js";

interface PlayerCardProps {
  state: GameState;
  index: number;
  /** Whether both sides sit at this screen: then the side is the name. */
  shared: boolean;
  /** What is known of the player besides the name, such as the computer's level. */
  note?: string | undefined;
}

/** One player's side, name, turn and connection. */
export function PlayerCard({ index, note, shared, state }: PlayerCardProps): ComponentChild {
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
          {state.seat === index && !shared && <span class="player-you"> ({say("you")})</span>}
        </span>
        <span class="player-note">{[shared ? "" : side, note, count(state, index)].filter(Boolean).join(" · ")}</span>
      </span>
      {isTurn && !away && <span class="pill turn">{say("toMove")}</span>}
      {away && (
        <span class="pill away" role="status">
          {say("offline")}
          {away.secondsLeft !== null && <span aria-hidden="true"> {say("seconds", { count: away.secondsLeft })}</span>}
        </span>
      )}
    </div>
  );
}

/** The piece or the mark of a side. */
function Token({ index, state }: { index: number; state: GameState }): ComponentChild {
  const player = state.players[index];
  if (player && "mark" in player) {
    return (
      <svg class={`token ${player.mark === "X" ? "cross" : "nought"}`} viewBox="0 0 40 40" aria-hidden="true">
        {player.mark === "X" ? <path d="M11 11l18 18M29 11L11 29" /> : <circle cx="20" cy="20" r="10" />}
      </svg>
    );
  }
  const colour = (state.layout?.sides[index]?.name ?? (index === 0 ? "red" : "black")).toLowerCase();
  return (
    <svg class={`token disc-${colour}`} viewBox="0 0 40 40" aria-hidden="true">
      <circle cx="20" cy="20" r="16" />
      <circle cx="20" cy="20" r="9" class="ring" />
    </svg>
  );
}

function count(state: GameState, index: number): string {
  if (state.game !== "checkers") return "";
  const side = state.players[index]?.color;
  const pieces = state.board.filter((piece) => piece?.player === side).length;
  return pieces ? say("pieces", { count: pieces }) : "";
}
