// The messages that a framed game posts to the embedding page.
import { type GameState, movesOf } from "@parlour/sdk";

/** A message to the embedding page; `source` tells it apart from other messages. */
export type Message = { readonly source: "parlour" } & (
  | { readonly type: "ready"; readonly game: string; readonly roomId: string; readonly playerId: string | null }
  | { readonly type: "move"; readonly ply: number; readonly playerId: string; readonly move: unknown }
  | { readonly type: "over"; readonly winner: string | null; readonly reason: string; readonly outcome: string | null }
  | { readonly type: "error"; readonly code: string; readonly message: string; readonly hint: string | undefined }
  | { readonly type: "resize"; readonly width: number; readonly height: number }
);

/** The messages for the change between two states, in order. */
export function messagesBetween(before: GameState | null, now: GameState): Message[] {
  const found: Message[] = [];
  const source = "parlour" as const;
  const same = before !== null && before.roomId === now.roomId;
  if (now.roomId !== null && !same) found.push({ source, type: "ready", game: now.game, roomId: now.roomId, playerId: now.playerId });
  const seen = same ? before.history.length : now.history.length;
  for (const [index, move] of movesOf(now).entries()) {
    const playerId = now.history[index]?.playerId ?? "";
    if (index >= seen) found.push({ source, type: "move", ply: index + 1, playerId, move });
  }
  if (now.result && !(same && before.result)) {
    const { outcome, reason, winner } = now.result;
    found.push({ source, type: "over", winner, reason, outcome });
  }
  if (now.connection === "failed" && before?.connection !== "failed" && now.error) {
    found.push({ source, type: "error", code: now.error.code, message: now.error.message, hint: now.error.hint });
  }
  return found;
}
