// Writes dist/sdk/VERSION: the packages for pages without a registry, as files for script tags with the hashes that pin them, and as
// npm installs them.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const file = (path) => fileURLToPath(new URL(path, import.meta.url));
const { version } = JSON.parse(readFileSync(file("../sdk/package.json"), "utf8"));
const folder = file(`dist/sdk/${version}`);

if (["board", "sdk", "react", "create"].some((name) => !existsSync(file(`../${name}/dist`))))
  throw new Error("the packages are not built: run `npm run build` in web");
mkdirSync(folder, { recursive: true });
for (const name of readdirSync(file("../board/dist"))) {
  if (name.endsWith(".js")) copyFileSync(file(`../board/dist/${name}`), join(folder, name));
}
// A page has nobody to resolve `socket.io-client`, so the client is one file with it.
await build({
  configFile: false,
  logLevel: "warn",
  root: file("."),
  build: {
    target: "es2022",
    outDir: folder,
    emptyOutDir: false,
    copyPublicDir: false,
    lib: { entry: file("../sdk/dist/index.js"), formats: ["es"], fileName: () => "sdk.js" },
    rolldownOptions: { output: { comments: false, minify: true } },
  },
});

// `npm install https://games.example/sdk/VERSION/sdk.tgz`, `npx https://games.example/sdk/VERSION/create.tgz my-game`
for (const name of ["sdk", "board", "react", "create"]) {
  const packed = execFileSync("npm", ["pack", "--json", "--pack-destination", folder], {
    cwd: file(`../${name}`),
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  renameSync(join(folder, JSON.parse(packed)[0].filename), join(folder, `${name}.tgz`));
}

const integrity = (name) =>
  `sha384-${createHash("sha384")
    .update(readFileSync(join(folder, name)))
    .digest("base64")}`;
const scripts = readdirSync(folder).filter((name) => name.endsWith(".js"));
writeFileSync(join(folder, "integrity.json"), `${JSON.stringify(Object.fromEntries(scripts.map((name) => [name, integrity(name)])), null, 2)}\n`);
