// The base class of all boards: properties and attributes, batched redraws, announcements, notices and the grid.
import { Announcer } from "./announcer.js";
import shared from "./board.css?inline";
import { html, svg, UNIT } from "./drawing.js";
import { Grid } from "./grid.js";
import { settleMotion } from "./motion.js";
import { Notice } from "./notice.js";
import { type Definitions, parseAttribute } from "./properties.js";
import type { Refusal } from "./refusal.js";
import type { View } from "./view.js";

// Server rendering imports this module without a DOM; the class is a placeholder then.
const Base = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);

/** A custom element that redraws once after any number of property changes. */
export abstract class BoardElement<Properties extends object> extends Base {
  protected readonly values: Properties;
  protected readonly announcer = new Announcer();
  protected readonly notice = new Notice();
  /** @internal */
  readonly grid = new Grid();
  protected readonly canvas = svg("svg", { "aria-hidden": "true" });
  protected readonly root = html("div", { class: "root" });
  #changed = new Set<keyof Properties>();
  #drawn = false;

  constructor(defaults: Properties, css: string) {
    super();
    this.values = { ...defaults };
    const shadow = this.attachShadow({ mode: "open" });
    const frame = html("div", { class: "frame", part: "frame" }, this.canvas, this.grid.element, this.notice.element);
    this.root.append(frame, this.announcer.element);
    shadow.append(this.root);
    applyStyles(shadow, shared + css);
    this.grid.element.addEventListener("focusin", (event) => this.grid.setTabStop(this.grid.squareOf(event)));
  }

  connectedCallback(): void {
    this.#adoptEarlyProperties();
    if (!this.#drawn) this.flush();
  }

  disconnectedCallback(): void {
    this.notice.hide();
    settleMotion(this.root);
  }

  attributeChangedCallback(attribute: string, _before: string | null, text: string | null): void {
    const { definitions } = this.constructor as unknown as { definitions: Definitions<Properties> };
    const name = definitions.attributes.get(attribute) as keyof Properties;
    const fallback = definitions.defaults[name];
    const value = text === null ? fallback : parseAttribute(text, fallback);
    try {
      (this as unknown as Properties)[name] = value as Properties[keyof Properties];
    } catch (error) {
      // An invalid attribute must not break the page; the property keeps its value.
      console.error(`<${this.localName} ${attribute}="${text}">:`, (error as Error).message);
    }
  }

  /** Moves the focus to the board's tab stop. */
  override focus(options?: FocusOptions): void {
    this.grid.focus(this.grid.square, options);
  }

  /** Moves the focus to a square. */
  focusSquare(square: number): void {
    this.flush();
    this.grid.focus(square);
  }

  /** Announces a sentence of the host through the board's live region. */
  announce(sentence: string): void {
    this.announcer.say(sentence);
  }

  /** @internal Shows and announces a sentence. */
  notify(sentence: string): void {
    this.notice.show(sentence);
    this.announce(sentence);
  }

  /** Draws what has changed; `first` is true for the first drawing. */
  protected abstract update(changed: ReadonlySet<keyof Properties>, first: boolean): void;

  /** Draws now instead of at the end of the task. */
  protected flush(): void {
    const changed = this.#changed;
    if (this.#drawn && changed.size === 0) return;
    this.#changed = new Set();
    const first = !this.#drawn;
    this.#drawn = true;
    this.update(changed, first);
  }

  /** Sets the size of the drawing to that of a view. */
  protected shape(view: View): void {
    this.canvas.setAttribute("viewBox", `0 0 ${view.columns * UNIT} ${view.rows * UNIT}`);
  }

  protected refuse(refusal: Refusal): void {
    this.notify(refusal.message);
    this.emit("refusal", refusal);
  }

  protected emit(name: string, detail: unknown, cancelable = false): boolean {
    return this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable }));
  }

  /** Called by every property accessor: records the change and schedules a redraw at the end of the task. */
  protected assign<Name extends keyof Properties>(name: Name, value: Properties[Name]): void {
    if (this.values[name] === value) return;
    this.values[name] = value;
    if (this.#changed.size === 0 && this.#drawn) queueMicrotask(() => this.flush());
    this.#changed.add(name);
  }

  /** Properties set before the element was defined shadow the accessors: sets them again through the accessors. */
  #adoptEarlyProperties(): void {
    for (const name of Object.keys(this.values) as (keyof Properties & keyof this)[]) {
      if (!Object.hasOwn(this, name)) continue;
      const value = this[name];
      delete this[name];
      this[name] = value;
    }
  }
}

/** Registers an element, unless it is registered or there is no registry. */
export function register(name: string, element: CustomElementConstructor): void {
  const registry = globalThis.customElements;
  if (registry && !registry.get(name)) registry.define(name, element);
}

function applyStyles(shadow: ShadowRoot, css: string): void {
  // A strict content security policy allows constructed style sheets but no style elements.
  if ("adoptedStyleSheets" in shadow) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    shadow.adoptedStyleSheets = [sheet];
  } else {
    (shadow as ShadowRoot).append(html("style", {}, css));
  }
}
