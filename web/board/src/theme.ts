// The colours of a board; board.css has those of each theme.

/** The themes, separated by spaces. */
export const THEMES = "wood walnut green slate sea plum contrast";

/** The name of a theme. */
export type Theme = "wood" | "walnut" | "green" | "slate" | "sea" | "plum" | "contrast";
