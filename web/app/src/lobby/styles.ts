// The styles of the lobby, which come with its code.
import styles from "./lobby.css?inline";

const sheet = new CSSStyleSheet();
sheet.replaceSync(styles);
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
