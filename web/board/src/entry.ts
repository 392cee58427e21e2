// The optional text field for typed moves.
import { html } from "./drawing.js";

/** A labelled field that hands over its text on Enter and keeps it when the text was refused. */
export class Entry {
  private readonly input = html("input", { autocomplete: "off", autocapitalize: "off", spellcheck: "false", enterkeyhint: "go" });
  private readonly caption = html("span");
  readonly element = html("form", { class: "entry", part: "entry" }, html("label", {}, this.caption, this.input));

  constructor(submit: (text: string) => boolean) {
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      if (submit(this.input.value)) this.input.value = "";
      else this.input.select();
    });
  }

  /** Sets the words before the field. */
  label(text: string): void {
    this.caption.textContent = text;
  }
}
