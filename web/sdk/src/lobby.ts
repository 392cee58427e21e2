// What can be played and what is being played, by plain requests.
import { requestJson } from "./http.js";
import { type Server, serverAccess } from "./socket.js";
import type { GameName, RoomList, RoomSummary, VariantList } from "./types.js";

/** The running games between people that anyone can watch, the newest first: the first page of them. */
export async function rooms(server: Server | undefined, game: GameName): Promise<RoomSummary[]> {
  return (await roomPage(server, game)).rooms;
}

/** One page of the running games that anyone can watch; `after` is the cursor of the page before. */
export function roomPage(server: Server | undefined, game: GameName, after?: string | null): Promise<RoomList> {
  const access = serverAccess(server);
  const cursor = after ? `&after=${encodeURIComponent(after)}` : "";
  return requestJson<RoomList>(access.fetch, `${access.url}/v1/rooms?game=${game}${cursor}`);
}

/** Every game and variant with its board, its notation and its rule card. */
export function variants(server: Server | undefined): Promise<VariantList> {
  const access = serverAccess(server);
  return requestJson<VariantList>(access.fetch, `${access.url}/v1/variants`);
}
