// Properties of an element and the attributes that mirror them.

/** Throws if a property cannot have a value. */
export type Check = (value: unknown, name: string) => void;

/** Accepts arrays only. */
export const list: Check = (value, name) => {
  if (!Array.isArray(value)) throw new TypeError(`${name} must be an array`);
};

/** Accepts only the space-separated words of `allowed`. */
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

/** The properties of a board class. */
export interface Definitions<Properties> {
  readonly defaults: Properties;
  /** The property behind each attribute. */
  readonly attributes: ReadonlyMap<string, keyof Properties>;
}

/** Defines an accessor for each property on a prototype; the default is always accepted. */
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

/** Describes properties: those with a primitive default also have an attribute, and so do those in `plain`. */
export function definitionsOf<Properties extends object>(defaults: Properties, ...plain: (keyof Properties)[]): Definitions<Properties> {
  const names = Object.keys(defaults) as (keyof Properties & string)[];
  const simple = names.filter((name) => typeof defaults[name] !== "object" || plain.includes(name));
  return { defaults, attributes: new Map(simple.map((name) => [kebab(name), name])) };
}

/** Parses an attribute into the type of its property's default. */
export function parseAttribute(text: string, like: unknown): unknown {
  if (typeof like === "boolean") return text !== "false";
  return typeof like === "number" ? Number(text) : text;
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
