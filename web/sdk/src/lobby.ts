// What can be played and what is being played, by plain requests.
import { requestJson } from "./http.js";
import { type Server, serverAccess } from "./socket.js";
import type { GameName, RoomList, RoomSummary, VariantList } from "./types.js";

/** The running games between people that can be watched. */
export async function rooms(server: Server | undefined, game: GameName): Promise<RoomSummary[]> {
  const access = serverAccess(server);
  const answer = await requestJson<RoomList>(access.fetch, `${access.url}/v1/rooms?game=${game}`);
  return answer.rooms;
}

/** Every game and variant with its board, its notation and its rule card. */
export function variants(server: Server | undefined): Promise<VariantList> {
  const access = serverAccess(server);
  return requestJson<VariantList>(access.fetch, `${access.url}/v1/variants`);
}
