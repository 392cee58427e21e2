// The search, the choice of colours, buttons that copy code, and a navigation that folds on small screens.

const root = document.body.dataset.root;

// Colours
const theme = document.querySelector("#site-theme");
const isDark = () => {
  const { theme: chosen } = document.documentElement.dataset;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
};
const nameTheme = () => {
  theme.textContent = isDark() ? "Light" : "Dark";
  theme.setAttribute("aria-label", isDark() ? "Light colours" : "Dark colours");
};
theme.hidden = false;
theme.addEventListener("click", () => {
  document.documentElement.dataset.theme = isDark() ? "light" : "dark";
  localStorage.setItem("parlour-docs-theme", document.documentElement.dataset.theme);
  nameTheme();
});
nameTheme();

// Navigation
if (matchMedia("(max-width: 60rem)").matches) document.querySelector("nav details").open = false;

// Code
for (const figure of document.querySelectorAll("figure.code")) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Copy";
  const name = figure.querySelector("figcaption")?.textContent;
  button.setAttribute("aria-label", name ? `Copy ${name}` : "Copy the code");
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(figure.querySelector("code").textContent);
    button.textContent = "Copied";
    setTimeout(() => (button.textContent = "Copy"), 2000);
  });
  figure.append(button);
}

// Search
const SHOWN = 12;
const input = document.querySelector("#site-search");
const found = document.querySelector("#site-found");
let sections;

/** How well a section fits all words; 0 if one is missing. */
function rank([, title, heading, text], words) {
  const [inTitle, inHeading, inText] = [title, heading, text].map((part) => part.toLowerCase());
  const ranks = words.map((word) => (inHeading.includes(word) ? 10 : inTitle.includes(word) ? 5 : inText.includes(word) ? 1 : 0));
  return ranks.includes(0) ? 0 : ranks.reduce((sum, each) => sum + each);
}

/** The text around the first word. */
function excerpt(text, word) {
  const place = Math.max(0, text.toLowerCase().indexOf(word) - 40);
  return `${place ? "…" : ""}${text.slice(place, place + 120)}${text.length > place + 120 ? "…" : ""}`;
}

async function find() {
  sections ??= fetch(`${root}search.json`).then((response) => response.json());
  const all = await sections;
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  const ranked = words.length ? all.map((section) => [rank(section, words), section]).filter(([points]) => points) : [];
  ranked.sort(([one], [other]) => other - one);
  const shown = ranked.slice(0, SHOWN).map(([, section]) => item(section, words[0]));
  found.querySelector("ul").replaceChildren(...shown);
  found.querySelector("p").textContent = ranked.length ? `${ranked.length} found` : "Nothing found";
  found.hidden = words.length === 0;
}

function item([address, title, heading, text], word) {
  const [entry, link, strong, small] = ["li", "a", "strong", "span"].map((tag) => document.createElement(tag));
  link.href = root + (address || "./");
  strong.textContent = heading ? `${title}: ${heading}` : title;
  small.textContent = excerpt(text, word);
  link.append(strong, small);
  entry.append(link);
  return entry;
}

function close() {
  input.value = "";
  found.hidden = true;
}

input.addEventListener("input", find);
document.querySelector(".search").addEventListener("keydown", (event) => {
  const stops = [input, ...found.querySelectorAll("a")];
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step && !found.hidden) {
    event.preventDefault();
    stops[(stops.indexOf(document.activeElement) + step + stops.length) % stops.length].focus();
  } else if (event.key === "Enter" && event.target === input) stops[1]?.click();
  else if (event.key === "Escape") {
    close();
    input.focus();
  }
});
document.addEventListener("click", ({ target }) => {
  if (!target.closest(".search") || target.closest("#site-found a")) close();
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.target.closest("input, textarea")) return;
  event.preventDefault();
  input.focus();
});
