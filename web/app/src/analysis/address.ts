// The address of an analysis: the variant, the start and the moves are in its fragment, which browsers do not send to the server.
import type { MoveTree } from "./move-tree.js";
import { movesText } from "./move-tree.js";

/** What an address asks for: a text to open, and the variant that applies if the text names none. */
export interface Wanted {
  readonly variant: string | null;
  /** A game or a position as text; `null` is the usual start. */
  readonly text: string | null;
}

/** Reads the fragment of an address. */
export function readFragment(fragment: string): Wanted {
  const fields = new URLSearchParams(fragment.replace(/^#/, ""));
  const variant = fields.get("variant") || null;
  const pdn = fields.get("pdn");
  if (pdn) return { variant, text: pdn };
  const [fen, moves] = [fields.get("fen"), fields.get("moves")];
  if (!moves) return { variant, text: fen || null };
  const tag = fen ? `[FEN "${fen.replaceAll('"', "")}"]\n\n` : "";
  return { variant, text: `${tag}${moves.replaceAll("_", " ")} *` };
}

/** The fragment of a tree. */
export function fragmentOf(tree: MoveTree): string {
  const moves = movesText(tree).replaceAll(" ", "_");
  const fields = [`variant=${tree.variant}`, ...(tree.start ? [`fen=${readable(tree.start)}`] : []), ...(moves ? [`moves=${readable(moves)}`] : [])];
  return `#${fields.join("&")}`;
}

/** Encodes a value, except for signs that are allowed in a fragment and frequent here. */
function readable(value: string): string {
  return encodeURIComponent(value).replaceAll("%3A", ":").replaceAll("%2C", ",");
}
