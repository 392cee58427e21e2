// The view and the element of each game, for the app and the embed.
import type { GameName } from "@parlour/sdk";
import type { GameView } from "../../games/view.js";
import { byFolder } from "./folders.js";

/** The view of any game. */
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
  cancelPremove?(): boolean;
  flip?(): void;
}

const VIEWS = byFolder(import.meta.glob<AnyView>("../../games/*/view.ts", { eager: true, import: "view" }));
const ELEMENTS = byFolder(import.meta.glob("../../games/*/element.ts"));

/** The views of all games. */
export const views: readonly AnyView[] = Object.values(VIEWS);

/** The view of a game. */
export function viewOf(game: GameName): AnyView {
  const view = VIEWS[game];
  if (!view) throw new Error(`there is no board for ${game}`);
  return view;
}

/** Loads the element of a game, which registers itself. */
export async function loadElement(game: GameName): Promise<void> {
  await ELEMENTS[game]?.();
}
