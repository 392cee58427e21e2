// One polite live region: sentences are added in order and read one after the other.
import { html } from "./drawing.js";

const KEPT = 4;

/** Speaks to screen readers. */
export class Announcer {
  readonly element = html("div", { class: "spoken", role: "log", "aria-live": "polite" });

  /** Queues a sentence. */
  say(sentence: string): void {
    this.element.append(html("p", {}, sentence));
    while (this.element.childElementCount > KEPT) this.element.firstElementChild?.remove();
  }
}
