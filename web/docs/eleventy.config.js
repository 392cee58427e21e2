// Builds the documents: every page of src/page-list.js from Markdown of the repository or from its JSON documents, the index of the
// search, scripts and styles.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { layout } from "./src/layout.js";
import { markdown } from "./src/markdown.js";
import { PAGES } from "./src/page-list.js";
import { searchIndex } from "./src/search-index.js";

const { version } = JSON.parse(readFileSync(fileURLToPath(new URL("package.json", import.meta.url)), "utf8"));

/** @param {import("@11ty/eleventy").UserConfig} config */
export default function configure(config) {
  config.setFreezeReservedData(false);
  config.addPassthroughCopy({ assets: "assets", "../../docs/bench/server.svg": "server.svg" });
  const pages = PAGES.map((page) => ({ ...page, ...page.render(markdown(page, PAGES)) }));
  for (const page of pages) {
    config.addTemplate(`${page.address || "index"}.html`, layout(page, pages, version), { permalink: `${page.address || "index"}.html` });
  }
  config.addTemplate("search.json.html", JSON.stringify(searchIndex(pages)), { permalink: "search.json" });
  return {
    dir: { input: "src", output: "dist" },
    // Braces in the pages are text: nothing is a template.
    htmlTemplateEngine: false,
    markdownTemplateEngine: false,
    templateFormats: ["html"],
  };
}
