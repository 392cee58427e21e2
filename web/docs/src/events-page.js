// The event reference, from the AsyncAPI document, with code to copy for each event.

import { escapeHtml } from "./html.js";
import { codeBlock } from "./markdown.js";
import { fieldTable, prose, resolve, typeSections, typeWords } from "./schema.js";
import { json, source } from "./source.js";

const DOCUMENT = json("docs/asyncapi.json");

/** The whole page. */
export function eventsPage(write) {
  const sent = sections("receive", sendSection);
  const heard = sections("send", hearSection);
  const html = `${write(source("docs/events.md"))}<h2 id="you-send">You send</h2>\n${sent}\n<h2 id="you-hear">You hear</h2>\n${heard}\n<h2 id="types">Types</h2>\n${typeSections(DOCUMENT)}`;
  return { html };
}

/** One section for each event of this direction; games whose messages are the same share their part of it. */
function sections(action, write) {
  const events = new Map();
  for (const operation of Object.values(DOCUMENT.operations).filter((each) => each.action === action)) {
    const game = operation.channel.$ref.split("/").at(-1);
    const message = resolve(DOCUMENT, operation.messages[0]);
    const forms = events.get(message.name) ?? new Map();
    const form = JSON.stringify([message.payload, message.examples]);
    forms.set(form, { message, games: [...(forms.get(form)?.games ?? []), game] });
    events.set(message.name, forms);
  }
  return [...events]
    .map(([name, forms]) => {
      const parts = [...forms.values()];
      const id = `${action === "send" ? "hear" : "send"}-${name.replace(/[:_]/g, "-")}`;
      return `<h3 id="${id}">${name}</h3>\n<p>${prose(parts[0].message.summary)}</p>\n${parts.map((part) => write(part, parts.length > 1)).join("\n")}`;
    })
    .join("\n");
}

function sendSection({ games, message }, isOneOfSeveral) {
  const payload = JSON.stringify(message.examples[0].payload, null, 2);
  const code = `socket.emit(${JSON.stringify(message.name)}, ${payload}, (answer) => console.log(answer));\n`;
  const [accepted] = message["x-ack"].oneOf;
  return `${heading(games, isOneOfSeveral)}${fieldTable(DOCUMENT, message.payload, message.name)}${copied(code, "send", message, games)}<p>Answer: ${typeWords(accepted.allOf[1])}, or ${typeWords(message["x-ack"].oneOf[1].allOf[1])}.</p>\n`;
}

function hearSection({ games, message }, isOneOfSeveral) {
  return `${heading(games, isOneOfSeveral)}${fieldTable(DOCUMENT, message.payload, message.name)}${copied(listener(message), "hear", message, games)}`;
}

/** A listener that takes what every such event has. */
function listener({ name, payload }) {
  const { properties = {}, required = [] } = resolve(DOCUMENT, payload);
  const fields = required.filter((field) => properties[field]);
  const [taken, printed] = fields.length ? [`{ ${fields.join(", ")} }`, `{ ${fields.join(", ")} }`] : ["event", "event"];
  return `socket.on(${JSON.stringify(name)}, (${taken}) => {\n  console.log(${JSON.stringify(name)}, ${printed});\n});\n`;
}

function heading(games, isShown) {
  return isShown ? `<h4>${games.map((game) => `<code>/${game}</code>`).join(", ")}</h4>\n` : "";
}

/** The code, marked with the event and the games that it is for, so that a test can find and run it. */
function copied(code, action, { name }, games) {
  return codeBlock(escapeHtml(code), "js").replace("<figure ", `<figure data-action="${action}" data-event="${name}" data-games="${games.join(" ")}" `);
}
