// The rules of every variant, from the rule cards that the server has.
import { escapeHtml } from "./html.js";
import { markdown, relative } from "./markdown.js";
import { slug } from "./slug.js";
import { json, source } from "./source.js";

/** Every variant of every game. */
export const VARIANTS = json("docs/rules.json").flatMap(({ game, name, variants }) =>
  variants.map((variant) => ({ ...variant, address: `rules/${game}-${variant.variant}`, game, gameName: name })),
);

/** The list of the games and their variants. */
export function rulesPage(write) {
  const page = { address: "rules" };
  const item = (variant) => `<li><a href="${relative(page, variant)}">${escapeHtml(variant.name)}</a>, ${size(variant)}</li>`;
  const games = [...new Set(VARIANTS.map(({ gameName }) => gameName))].map((name) => {
    const items = VARIANTS.filter(({ gameName }) => gameName === name).map(item);
    return `<h2 id="${slug(name)}">${escapeHtml(name)}</h2>\n<ul>\n${items.join("\n")}\n</ul>`;
  });
  return { html: write(source("docs/rules.md")) + games.join("\n") };
}

/** The rules of one variant, and how they differ from the default of its game. */
export function variantPage(variant) {
  const write = markdown({ address: variant.address, path: "docs/rules.md" });
  const card = variant.ruleCard.sections.map(({ title, text }) => `${title ? `## ${title}\n\n` : ""}${text}\n`).join("\n");
  const other = VARIANTS.find(({ game, default: isDefault }) => isDefault && game === variant.game);
  const intro = `<p>${escapeHtml(variant.gameName)}, <code>"variant": "${variant.variant}"</code>, ${size(variant)}. <a href="../rules">All rules</a></p>\n`;
  return { html: intro + write(card) + (other === variant ? "" : write(differences(variant, other))) };
}

function size({ columns, rows }) {
  return `${columns}×${rows}`;
}

/** A table of the questions that two rule cards answer differently. */
function differences(one, other) {
  const answers = ({ ruleCard }) => new Map(ruleCard.rules.map(({ sentences, title }) => [title, sentences.map(({ text }) => text).join(" ")]));
  const others = answers(other);
  const rows = [...answers(one)].filter(([question, answer]) => others.get(question) !== answer);
  const cells = rows.map(([question, answer]) => `| ${question} | ${answer} | ${others.get(question) ?? ""} |`);
  return `## Compared with ${other.name}\n\n| rule | ${one.name} | ${other.name} |\n|---|---|---|\n${cells.join("\n")}\n`;
}
