// The games of the SDK: the wire mapping, the notation and the scripted server of each.
import type { Notations, Wires } from "../sdk/src/game-wire.js";
import type { Fakes } from "../sdk/src/testing/game-fake.js";
import { fake as checkersFake } from "./checkers/fake.js";
import { wire as checkers, notation as checkersNotation } from "./checkers/wire.js";
import { fake as connectfourFake } from "./connectfour/fake.js";
import { wire as connectfour, notation as connectfourNotation } from "./connectfour/wire.js";
import { fake as tictactoeFake } from "./tictactoe/fake.js";
import { wire as tictactoe, notation as tictactoeNotation } from "./tictactoe/wire.js";

/** The wire mapping of each game. */
export const WIRES: Wires = { checkers, connectfour, tictactoe };

/** The notation of each game. */
export const NOTATIONS: Notations = { checkers: checkersNotation, connectfour: connectfourNotation, tictactoe: tictactoeNotation };

/** The scripted server of each game. */
export const FAKES: Fakes = { checkers: checkersFake, connectfour: connectfourFake, tictactoe: tictactoeFake };

export { findMove, moveText } from "./checkers/notation.js";
