// Quick reactions of players.
import type { Game } from "./game.js";
import { refused, request } from "./request.js";
import type { GameName, Reaction } from "./types.js";

/** Says one of a few things to those in the room of a game, a few times in a row at most; they hear it with `game.on("game:reaction", …)`. */
export async function react<G extends GameName>(game: Pick<Game<G>, "socket" | "state">, reaction: Reaction): Promise<void> {
  const { playerId, roomId } = game.state;
  const answer = await request(game.socket, "game:react", { roomId: roomId ?? "", playerId: playerId ?? "", reaction });
  if (!answer.ok) throw refused(answer);
}
