// The styles of the analysis board and the puzzles, which are loaded with them.
import css from "./analysis.css?inline";

const sheet = new CSSStyleSheet();
sheet.replaceSync(css);
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
