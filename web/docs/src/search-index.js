// The index of the search: every section of every page, as plain text.

/** The sections of all pages: `[address, title of the page, heading, text]`. */
export function searchIndex(pages) {
  return pages.flatMap((page) => sections(page).map(({ anchor, heading, text }) => [page.address + anchor, page.title, heading, text]));
}

function sections({ html }) {
  const [start, ...rest] = html.split(/<h[23] id="/);
  const named = rest.map((part) => {
    const [, anchor, heading, text] = /^([^"]*)"[^>]*>(.*?)<\/h[23]>(.*)$/s.exec(part);
    return { anchor: `#${anchor}`, heading: plain(heading), text: plain(text) };
  });
  return [{ anchor: "", heading: "", text: plain(start) }, ...named];
}

function plain(html) {
  return html
    .replace(/<[^>]*>/g, " ")
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, "&")
    .replace(/\s+/g, " ")
    .trim();
}
