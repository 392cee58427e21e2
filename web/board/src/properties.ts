// Properties of an element and the attributes that mirror them.

/** Throws when a property cannot take a value; nothing changes then. */
export type Check = (value: unknown, name: string) => void;

/** Accepts arrays only. */
export const list: Check = (value, name) => {
  if (!Array.isArray(value)) throw new TypeError(`${name} must be an array`);
};

/** Accepts the words of a text only. */
export const oneOf =
  (allowed: string): Check =>
  (value, name) => {
    if (!allowed.split(" ").includes(value as string)) throw new TypeError(`${name} must be one of ${allowed}`);
  };

/** Accepts whole numbers within bounds only. */
export const within =
  (least: number, most: number): Check =>
  (value, name) => {
    const whole = Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
    if (!whole) throw new RangeError(`${name} must be a whole number from ${least} to ${most}`);
  };

/** What a board class knows of its properties. */
export interface Definitions<Properties> {
  readonly defaults: Properties;
  /** The property behind each attribute. */
  readonly attributes: ReadonlyMap<string, keyof Properties>;
}

/** Gives a class an accessor for each property; the default is always accepted. */
export function defineProperties<Properties extends object>(
  prototype: object,
  { defaults }: Definitions<Properties>,
  checks: Partial<Record<keyof Properties, Check>>,
): void {
  for (const name in defaults) {
    Object.defineProperty(prototype, name, {
      get(this: { values: Properties }) {
        return this.values[name];
      },
      set(this: { assign(name: string, value: unknown): void }, value: unknown = defaults[name]) {
        if (value !== defaults[name]) checks[name]?.(value, name);
        this.assign(name, value);
      },
    });
  }
}

/** Describes properties: each with a plain value also has an attribute, and so have those named `plain`. */
export function definitionsOf<Properties extends object>(defaults: Properties, ...plain: (keyof Properties)[]): Definitions<Properties> {
  const names = Object.keys(defaults) as (keyof Properties & string)[];
  const simple = names.filter((name) => typeof defaults[name] !== "object" || plain.includes(name));
  return { defaults, attributes: new Map(simple.map((name) => [kebab(name), name])) };
}

/** Reads an attribute as the kind of value its property has by default. */
export function parseAttribute(text: string, like: unknown): unknown {
  if (typeof like === "boolean") return text !== "false";
  return typeof like === "number" ? Number(text) : text;
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
