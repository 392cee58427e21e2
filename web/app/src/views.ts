// How each game is shown, and where its element is: for the app and for the embed.
import type { GameName } from "@parlour/sdk";
import type { GameView } from "../../games/view.js";
import { byFolder } from "./folders.js";

/** How a game is shown, whichever it is. */
export type AnyView = GameView<GameName, object, unknown>;

/** The element of any game. */
export interface BoardElement extends HTMLElement {
  /** The side of this player; `null` plays both sides. */
  readonly you: string | null;
  /** The side at the bottom, if the board can be turned. */
  readonly orientation?: string;
  announce(sentence: string): void;
  takeBack(reason?: string): void;
  typed(text: string): boolean;
  flip?(): void;
}

const VIEWS = byFolder(import.meta.glob<AnyView>("../../games/*/view.ts", { eager: true, import: "view" }));
const ELEMENTS = byFolder(import.meta.glob("../../games/*/element.ts"));

/** The views of all games. */
export const views: readonly AnyView[] = Object.values(VIEWS);

/** How a game is shown. */
export function viewOf(game: GameName): AnyView {
  const view = VIEWS[game];
  if (!view) throw new Error(`there is no board for ${game}`);
  return view;
}

/** Fetches the element of a game, which defines itself. */
export async function loadElement(game: GameName): Promise<void> {
  await ELEMENTS[game]?.();
}
