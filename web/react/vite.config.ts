// Builds one file per component, so that a page loads only the boards it shows, and runs the tests with React 19 or 18.
import { fileURLToPath } from "node:url";
import { defaultClientConditions, defaultServerConditions } from "vite";
import { defineConfig } from "vitest/config";
import { ELEMENT_SOURCES } from "../games/sources.js";

const react18 = process.env.REACT === "18";
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** One file per module; those of a game have its name: `games/NAME/component.ts` becomes `NAME-component.js`. */
const fileName = (module: string | null, name: string) => {
  const [, game, part] = /\/games\/(\w+)\/([\w-]+)\.ts$/.exec(module ?? "") ?? [];
  return game ? `${game}-${part}.js` : `${name.split("/").at(-1)}.js`;
};

export default defineConfig(({ command, mode }) => {
  const building = command === "build" && mode !== "test";
  const react = react18 ? [{ find: /^(react|react-dom)(\/.*)?$/, replacement: `${here("../react-18/node_modules")}/$1$2` }] : [];
  return {
    resolve: {
      // Tests use the sources of the other packages, so that no build is needed before.
      conditions: building ? [...defaultClientConditions] : ["parlour-source", ...defaultClientConditions],
      alias: [...(building ? [] : ELEMENT_SOURCES), ...react],
    },
    ssr: { resolve: { conditions: ["parlour-source", ...defaultServerConditions] } },
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
      // How packages are installed does not depend on React.
      exclude: react18 ? ["test/install.test.ts"] : [],
      setupFiles: ["test/setup.ts"],
      testTimeout: 600_000,
      hookTimeout: 600_000,
      // The packages of React load React by `require`, which the alias does not affect.
      execArgv: react18 ? ["--require", here("test/react-18.cjs")] : [],
      server: { deps: { inline: [/@parlour/] } },
    },
  };
});
