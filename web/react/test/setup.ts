// Sets a timeout for busy machines, and unmounts what a test has rendered.
import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

configure({ asyncUtilTimeout: 90_000 });
afterEach(cleanup);
