// Everything that a running game does not need, except arrivals and settings, in one file that is loaded on first use.
export { enPages } from "./language/en-pages.js";
export { ResultDialog } from "./parts/result-dialog.js";
export { TypedMove } from "./parts/typed-move.js";
export { Waiting } from "./parts/waiting.js";
export { startAutopilot } from "./play/autopilot.js";
export { playAgain } from "./play/begin.js";
export { play } from "./play/sound.js";
export { replayGame } from "./replay.js";
export { HistoryScreen } from "./screens/history.js";
export { HomeScreen } from "./screens/home.js";
export { JoinScreen } from "./screens/join.js";
export { LocalGameScreen } from "./screens/local-game.js";
export { ReplayScreen } from "./screens/replay.js";
export { RulesScreen } from "./screens/rules.js";
export { WatchScreen } from "./screens/watch.js";
export { WatchingScreen } from "./screens/watching.js";
export { fetchPdn } from "./server.js";
