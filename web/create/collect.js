// Writes dist/templates: the files of the examples, which tests play, with what is different in a project of one's own.
import { cpSync, readdirSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

const file = (path) => fileURLToPath(new URL(path, import.meta.url));

/** The examples that each template is made of, and the folders they go to. */
const PARTS = {
  plain: { "plain-html": "." },
  node: { "node-backend": "." },
  react: { react: ".", "node-backend": "backend" },
};

/** What a template has in a form of its own, and what npm and builds leave behind. */
const LEFT_OUT = new Set(["README.md", "package.json", "vite.config.ts", ".env", "dist", "node_modules"]);

rmSync(file("dist"), { recursive: true, force: true });
for (const [template, parts] of Object.entries(PARTS)) {
  for (const [example, folder] of Object.entries(parts)) {
    for (const name of readdirSync(file(`../../examples/${example}`))) {
      if (!LEFT_OUT.has(name)) cpSync(file(`../../examples/${example}/${name}`), file(`dist/templates/${template}/${folder}/${name}`), { recursive: true });
    }
  }
  cpSync(file(`templates/${template}`), file(`dist/templates/${template}`), { recursive: true });
}
