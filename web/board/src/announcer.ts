// One polite live region: sentences are added in order and read one after the other.
import { html } from "./drawing.js";

const KEPT = 4;
const ECHO_MS = 400;

/** Speaks to screen readers. */
export class Announcer {
  readonly element = html("div", { class: "spoken", role: "log", "aria-live": "polite" });
  private latest = "";
  private spokenAt = -ECHO_MS;

  /** Queues a sentence; an echo of the one just spoken is dropped. */
  say(sentence: string): void {
    const now = performance.now();
    if (!sentence || (sentence === this.latest && now - this.spokenAt < ECHO_MS)) return;
    this.latest = sentence;
    this.spokenAt = now;
    this.element.append(html("p", {}, sentence));
    while (this.element.childElementCount > KEPT) this.element.firstElementChild?.remove();
  }
}
