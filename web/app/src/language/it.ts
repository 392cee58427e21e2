// English until it is translated.
import type { Catalogue } from "./language.js";
import { en } from "./en.js";
import { enPages } from "./en-pages.js";

export default { messages: { ...en, ...enPages }, checkers: {}, tictactoe: {} } satisfies Catalogue;
