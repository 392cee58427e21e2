// Every setting with its default, from the configuration file that the command line writes.
import { escapeHtml } from "./html.js";
import { codeBlock } from "./markdown.js";
import { text } from "./source.js";

/** The whole page. */
export function settingsPage(write) {
  const intro =
    "A file like this one, a variable such as `PARLOUR_LISTEN`, or a flag of `parlour serve`. `parlour config show` lists what is in effect, and where it comes from.\n";
  return { html: write(intro) + codeBlock(escapeHtml(text("docs/parlour.toml")), "toml parlour.toml") };
}
