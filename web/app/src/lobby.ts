// The lobby and the reactions of players, with their own messages, in one file that is loaded on first use.
import "./lobby/styles.js";

export { Lobby } from "./lobby/lobby.js";
export { Reactions } from "./lobby/reactions.js";
