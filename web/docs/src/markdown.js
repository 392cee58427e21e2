// Markdown to HTML: headings have anchors, tables and code scroll by themselves, links lead to pages of the documents.
import { posix } from "node:path";
import MarkdownIt from "markdown-it";
import { slug } from "./slug.js";

/** A function that writes Markdown of a page as HTML; `pages` are those that links may lead to. */
export function markdown(page, pages = []) {
  const md = new MarkdownIt({ html: true, linkify: false });
  md.core.ruler.push("headings", ({ tokens }) => addAnchors(tokens));
  md.core.ruler.push("links", ({ tokens }) => tokens.forEach((token) => token.type === "inline" && leadLinks(token, page, pages)));
  md.renderer.rules.table_open = () => '<div class="wide" role="group" aria-label="Table" tabindex="0"><table>';
  md.renderer.rules.table_close = () => "</table></div>";
  md.renderer.rules.fence = (tokens, index) => codeBlock(md.utils.escapeHtml(tokens[index].content), tokens[index].info.trim());
  return (text) => md.render(text);
}

/** A code block; after the language, `info` has the name of the file to save it in, or the terminal to type it into. */
export function codeBlock(escaped, info) {
  const [, language, name] = /^(\S*)\s*(.*)$/.exec(info);
  const caption = name ? `<figcaption>${name}</figcaption>` : "";
  return `<figure class="code" data-language="${language}">${caption}<pre tabindex="0"><code>${escaped}</code></pre></figure>\n`;
}

function addAnchors(tokens) {
  const taken = new Map();
  tokens.forEach((token, index) => {
    if (token.type === "heading_open") token.attrSet("id", slug(tokens[index + 1].content, taken));
  });
}

/** Leads links to other files to their pages; a link to a file that has no page becomes its text. */
function leadLinks({ children }, page, pages) {
  let isDropped = false;
  for (const token of children) {
    if (token.type === "link_close" && isDropped) {
      [token.type, token.tag, token.nesting, isDropped] = ["text", "", 0, false];
      token.content = "";
    }
    if (token.type !== "link_open") continue;
    const address = addressOf(token.attrGet("href"), page, pages);
    if (address === null) {
      [token.type, token.tag, token.nesting, isDropped] = ["text", "", 0, true];
      token.content = "";
    } else token.attrSet("href", address);
  }
}

/** The address of a link, relative to the page; null if it leads to a file without a page. */
function addressOf(href, page, pages) {
  if (/^(https?:|mailto:|#)/.test(href)) return href;
  const [path, anchor] = href.split("#");
  const target = posix.normalize(posix.join(posix.dirname(page.path), path)).replace(/\/$/, "");
  const section = anchor && pages.find(({ path, heading }) => path === target && heading && slug(heading) === anchor);
  const found = section || pages.find(({ path, heading, isHidden }) => path === target && !heading && !isHidden);
  if (!found) return null;
  return relative(page, found) + (anchor && !section ? `#${anchor}` : "");
}

/** The address of a page seen from another. */
export function relative(from, to) {
  return (from.address.includes("/") ? "../" : "") + (to.address || "./");
}
