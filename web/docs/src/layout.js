// The frame of every page: search, navigation, the page itself, and the pages before and after it.
import { escapeHtml } from "./html.js";
import { relative } from "./markdown.js";

/** A page as a whole HTML document. */
export function layout(page, pages, version) {
  const root = page.address.includes("/") ? "../" : "";
  const title = page.address ? `${page.title} – Parlour` : "Parlour";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="${root}assets/icon.svg">
<script src="${root}assets/theme.js"></script>
<link rel="stylesheet" href="${root}assets/style.css">
<script type="module" src="${root}assets/site.js"></script>
${page.script ? `<script type="module" src="${root}assets/${page.script}"></script>\n` : ""}</head>
<body data-root="${root}">
<a class="skip" href="#site-content">Skip to the text</a>
<header>
<a class="name" href="${root || "./"}">Parlour <span>${version}</span></a>
<div class="search" role="search">
<label for="site-search">Search</label>
<input id="site-search" type="search" autocomplete="off" spellcheck="false">
<div id="site-found" hidden><p role="status"></p><ul></ul></div>
</div>
<button type="button" id="site-theme" hidden>Dark</button>
</header>
<div class="columns">
<nav aria-label="Documents"><details open><summary>All documents</summary>
${navigation(page, pages)}
</details></nav>
<main id="site-content" tabindex="-1">
<h1>${escapeHtml(page.title)}</h1>
${page.html}
${neighbours(page, pages)}
</main>
</div>
</body>
</html>
`;
}

function navigation(page, pages) {
  const shown = pages.filter(({ isHidden }) => !isHidden);
  const groups = [...new Set(shown.map(({ group }) => group))];
  const item = (each) => `<li><a href="${relative(page, each)}"${each === page ? ' aria-current="page"' : ""}>${escapeHtml(each.title)}</a></li>`;
  const list = (group) =>
    shown
      .filter((each) => each.group === group)
      .map(item)
      .join("\n");
  return groups.map((group) => `<h2>${group}</h2>\n<ul>\n${list(group)}\n</ul>`).join("\n");
}

function neighbours(page, pages) {
  const shown = pages.filter(({ isHidden }) => !isHidden);
  const place = shown.indexOf(page);
  if (place < 0) return "";
  const link = (each, words) => (each ? `<a href="${relative(page, each)}"><span>${words}</span> ${escapeHtml(each.title)}</a>` : "<span></span>");
  return `<nav class="neighbours" aria-label="Pages before and after">${link(shown[place - 1], "Before:")}${link(shown[place + 1], "Next:")}</nav>`;
}
