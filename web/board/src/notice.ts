// A short message over the board, such as the reason of a refusal.
import { html } from "./drawing.js";

const SHOWN_MS = 4500;

/** Shows one sentence at a time; hidden from screen readers, because the announcer reads it. */
export class Notice {
  readonly element = html("div", { class: "notice", part: "notice", "aria-hidden": "true", hidden: "" });
  #timer: ReturnType<typeof setTimeout> | undefined;

  show(sentence: string): void {
    clearTimeout(this.#timer);
    this.element.textContent = sentence;
    this.element.hidden = false;
    this.#timer = setTimeout(() => this.hide(), SHOWN_MS);
  }

  hide(): void {
    clearTimeout(this.#timer);
    this.element.hidden = true;
  }
}
