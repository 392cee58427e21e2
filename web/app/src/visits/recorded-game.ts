// A finished game from its record, shown as any other game.
import { type GameRecord, type GameState, initialState, MoveError, reduce } from "@parlour/sdk";
import type { Boards } from "../games.js";
import { boardsOf, type LiveGame } from "../play/live-game.js";
import type { AnyVariant } from "../server.js";

/** A game that has ended, for a spectator. */
export class RecordedGame implements LiveGame {
  readonly shared = false;
  readonly local = null;
  readonly #state: GameState;

  constructor(record: GameRecord, layout: AnyVariant | undefined) {
    this.#state = stateOf(record, layout);
  }

  readonly get = (): GameState => this.#state;

  readonly subscribe = (): (() => void) => () => {};

  timeLeft(): null {
    return null;
  }

  async move(): Promise<never> {
    throw new MoveError("game_over", "the game is over");
  }

  async resign(): Promise<void> {}

  async offerDraw(): Promise<void> {}

  async acceptDraw(): Promise<void> {}

  async declineDraw(): Promise<void> {}

  async rematch(): Promise<void> {}

  reclaim(): void {}

  boards(): Promise<Boards> {
    return boardsOf(this.#state);
  }

  close(): void {}
}

/** The state as the screens know it, from the events that a server would send to a spectator. */
function stateOf({ game, result, ...record }: GameRecord, layout: AnyVariant | undefined): GameState {
  const begun = { ...initialState(game), layout: layout ?? null, connection: "online" };
  const watched = reduce(begun as never, "game:spectate:joined", record) as GameState;
  return result ? (reduce(watched as never, "game:over", result) as GameState) : watched;
}
