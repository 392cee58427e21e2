// <PlayerCard>: name, side, turn and connection of a player.
import { type GameState, sideOf } from "@parlour/sdk";
import type { CSSProperties, ReactNode } from "react";
import { useProvided } from "./context.js";
import { useGameState } from "./hooks.js";
import { fill } from "./messages.js";

/** The player, and the look of the card. */
export interface PlayerCardProps {
  /** Yours, the opponent's, or by index; a spectator sees the first player as the opponent. */
  player: "self" | "opponent" | 0 | 1;
  className?: string;
  style?: CSSProperties;
  /** More about the player. */
  children?: ReactNode;
}

/** One player's name, side, turn and connection. */
export function PlayerCard({ children, className = "parlour-player", player, style }: PlayerCardProps): ReactNode {
  const { game, messages } = useProvided();
  const state = useGameState();
  const index = indexOf(player, state);
  const shown = state.players[index];
  const away = shown && state.away?.playerId === shown.id ? state.away : null;
  const ownName = game.session?.players[0]?.displayName ?? messages.you;
  const isTurn = state.phase === "playing" && state.turn === index;
  return (
    <div className={className} style={style} data-player={player} data-turn={isTurn} data-connected={shown?.connected ?? false}>
      <span className={`${className}-name`}>{shown?.displayName ?? (player === "self" ? ownName : messages.waiting)}</span>
      {shown && (
        <>
          {" "}
          <span className={`${className}-side`}>{sideName(state, index)}</span>
        </>
      )}
      {shown?.isBot && (
        <>
          {" "}
          <span className={`${className}-bot`}>{messages.bot}</span>
        </>
      )}
      {isTurn && (
        <>
          {" "}
          <span className={`${className}-turn`}>{messages.toMove}</span>
        </>
      )}
      <span className={`${className}-away`} role="status">
        {away && shown && fill(messages.away, { name: shown.displayName })}
        {away?.secondsLeft != null && <span aria-hidden="true"> {fill(messages.seconds, { seconds: away.secondsLeft })}</span>}
      </span>
      {children}
    </div>
  );
}

function indexOf(player: PlayerCardProps["player"], { seat }: GameState): number {
  if (typeof player === "number") return player;
  const own = seat ?? 1;
  return player === "self" ? own : 1 - own;
}

/** The name of the side in its variant. */
function sideName(state: GameState, index: number): string {
  return (state.players[index] && state.layout?.sides[index]?.name) ?? sideOf(state, index);
}
