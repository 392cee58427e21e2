// The lobby as it changes: who is online, and which games wait for an opponent.
import { request } from "./request.js";
import { type Server, serverAccess } from "./socket.js";
import type { GameName, LobbyList } from "./types.js";

/**
 * Follows who is online and which games wait, as a guest, until the returned function is called. `game` is the namespace of the connection;
 * the games that wait are those of all games. The listener gets `null` while there is no connection.
 */
export function followLobby(server: Server | undefined, game: GameName, listener: (lobby: LobbyList | null) => void): () => void {
  const socket = serverAccess(server).socket(game, async () => ({}));
  const lost = (): void => listener(null);
  socket.on("connect", () => void request(socket, "lobby:follow", {}).catch(() => {}));
  socket.on("lobby:state", listener);
  socket.on("disconnect", lost);
  socket.connect();
  return () => {
    socket.off("lobby:state", listener);
    socket.off("disconnect", lost);
    socket.disconnect();
  };
}
