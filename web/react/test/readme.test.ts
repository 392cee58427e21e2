// @vitest-environment node
// The examples of the README compile.
import { fileURLToPath } from "node:url";
import { test } from "vitest";
import { checkReadmeExamples } from "../../tests/readme-examples.js";

test("every example of the README compiles", () => checkReadmeExamples(fileURLToPath(new URL("..", import.meta.url))));
