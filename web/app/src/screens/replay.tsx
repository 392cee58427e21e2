// Any game or position from text.
import type { ComponentChild } from "preact";
import { say } from "../language/language.js";

/** Replay. */
export function ReplayScreen(): ComponentChild {
  return <div class="column"><h1>{say("replayTitle")}</h1></div>;
}
