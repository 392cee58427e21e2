// Writes a .br and a .gz next to every file of a build that can be compressed, so that the server does not compress at run time.
// The argument is the folder of the build, seen from here.
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const TEXT = /\.(js|css|html|svg|json|wasm|weights|webmanifest)$/;

const directory = join(fileURLToPath(new URL(".", import.meta.url)), process.argv[2]);
for (const name of readdirSync(directory, { recursive: true, encoding: "utf8" })) {
  const path = join(directory, name);
  if (!TEXT.test(name) || !statSync(path).isFile()) continue;
  const bytes = readFileSync(path);
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
}
