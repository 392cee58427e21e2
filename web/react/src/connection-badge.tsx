// <ConnectionBadge>: how client and server stand to each other, in words.
import type { CSSProperties, ReactNode } from "react";
import { useProvided } from "./context.js";
import { useGameState } from "./hooks.js";
import { say } from "./messages.js";

/** How the badge looks. */
export interface ConnectionBadgeProps {
  className?: string;
  style?: CSSProperties;
}

/** The state of the connection; after a take-over also the way back. */
export function ConnectionBadge({ className = "parlour-connection", style }: ConnectionBadgeProps): ReactNode {
  const { game, messages } = useProvided();
  const connection = useGameState((state) => state.connection);
  const error = useGameState((state) => state.error);
  return (
    <span className={className} style={style} data-connection={connection} role="status">
      {say(messages[connection], { error: error?.message ?? "" })}
      {connection === "taken-over" && (
        <button type="button" onClick={() => game.reclaim()}>
          {messages.playHere}
        </button>
      )}
    </span>
  );
}
