// The pieces that an editor of positions places.
import type { Piece } from "@parlour/sdk";

/** The pieces of each side, the first mover first, with the message of each kind. */
export const pieces: readonly { readonly piece: Piece; readonly side: 0 | 1; readonly key: "placeMan" | "placeKing" }[] = [
  { piece: { player: "red", type: "man" }, side: 0, key: "placeMan" },
  { piece: { player: "red", type: "king" }, side: 0, key: "placeKing" },
  { piece: { player: "black", type: "man" }, side: 1, key: "placeMan" },
  { piece: { player: "black", type: "king" }, side: 1, key: "placeKing" },
];
