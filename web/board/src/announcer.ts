// A polite live region: screen readers read its sentences in order.
import { html } from "./drawing.js";

const KEPT = 4;

/** Announces sentences to screen readers. */
export class Announcer {
  readonly element = html("div", { class: "spoken", role: "log", "aria-live": "polite" });

  /** Queues a sentence. */
  say(sentence: string): void {
    this.element.append(html("p", {}, sentence));
    while (this.element.childElementCount > KEPT) this.element.firstElementChild?.remove();
  }
}
