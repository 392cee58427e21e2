// Waits as long as a busy machine may need, and takes down what a test has rendered.
import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

configure({ asyncUtilTimeout: 90_000 });
afterEach(cleanup);
