// Replays, the analysis board and the puzzles, in one file that is loaded on first use.
export { AnalysisScreens } from "./analysis/screens.js";
