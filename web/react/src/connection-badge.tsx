// <ConnectionBadge>: the state of the connection as text.
import type { CSSProperties, ReactNode } from "react";
import { useProvided } from "./context.js";
import { useGameState } from "./hooks.js";
import { fill } from "./messages.js";

/** Class and style of the badge. */
export interface ConnectionBadgeProps {
  className?: string;
  style?: CSSProperties;
}

/** The state of the connection; after a take-over with a button to reclaim the seat. */
export function ConnectionBadge({ className = "parlour-connection", style }: ConnectionBadgeProps): ReactNode {
  const { game, messages } = useProvided();
  const connection = useGameState((state) => state.connection);
  const error = useGameState((state) => state.error);
  return (
    <span className={className} style={style} data-connection={connection} role="status">
      {fill(messages[connection], { error: error?.message ?? "" })}
      {connection === "taken-over" && (
        <button type="button" onClick={() => game.reclaim()}>
          {messages.playHere}
        </button>
      )}
    </span>
  );
}
