// Builds one file per component, so that a page pays only for the board it shows, and runs the tests under React 19 or 18.
import { fileURLToPath } from "node:url";
import { defaultClientConditions, defaultServerConditions } from "vite";
import { defineConfig } from "vitest/config";
import { ELEMENT_SOURCES } from "../games/sources.js";

const react18 = process.env.REACT === "18";
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** A file of its own for each module; those of a game bear its name: `games/NAME/component.ts` becomes `NAME-component.js`. */
const fileName = (module: string | null, name: string) => {
  const [, game, part] = /\/games\/(\w+)\/([\w-]+)\.ts$/.exec(module ?? "") ?? [];
  return game ? `${game}-${part}.js` : `${name.split("/").at(-1)}.js`;
};

export default defineConfig(({ command, mode }) => {
  const building = command === "build" && mode !== "test";
  const react = react18 ? [{ find: /^(react|react-dom)(\/.*)?$/, replacement: `${here("../react-18/node_modules")}/$1$2` }] : [];
  return {
    resolve: {
      // Tests read the sources of the other packages, so that nothing needs to be built before.
      conditions: building ? [...defaultClientConditions] : ["source", ...defaultClientConditions],
      alias: [...(building ? [] : ELEMENT_SOURCES), ...react],
    },
    ssr: { resolve: { conditions: ["source", ...defaultServerConditions] } },
    build: {
      target: "es2022",
      minify: true,
      lib: { entry: "src/index.ts", formats: ["es"], fileName: "index" },
      rolldownOptions: {
        external: [/^react/, /^@parlour\//],
        output: {
          preserveModules: true,
          entryFileNames: ({ facadeModuleId, name }) => fileName(facadeModuleId, name),
          minify: true,
          banner: '"use client";',
        },
      },
    },
    test: {
      environment: "happy-dom",
      include: ["test/**/*.test.{ts,tsx}"],
      setupFiles: ["test/setup.ts"],
      testTimeout: 600_000,
      hookTimeout: 600_000,
      // React's own packages find React by require, out of reach of the alias.
      execArgv: react18 ? ["--require", here("test/react-18.cjs")] : [],
      server: { deps: { inline: [/@parlour/] } },
    },
  };
});
