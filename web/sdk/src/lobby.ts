// HTTP requests for the variants and the public games.
import { requestJson } from "./http.js";
import { type Server, serverAccess } from "./socket.js";
import type { GameName, RoomList, RoomSummary, VariantList } from "./types.js";

/** The first page of the public games between people, newest first. */
export async function rooms(server: Server | undefined, game: GameName): Promise<RoomSummary[]> {
  return (await roomPage(server, game)).rooms;
}

/** One page of the public games; `after` is the cursor of the previous page. */
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
