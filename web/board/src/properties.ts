// Properties of an element and the attributes that mirror them.

/** Throws when a property cannot take a value; nothing changes then. */
export type Check = (value: unknown, name: string) => void;

/** Accepts arrays only. */
export const list: Check = (value, name) => {
  if (!Array.isArray(value)) throw new TypeError(`${name} must be an array`);
};

/** Accepts a list of values only. */
export const oneOf = (...allowed: readonly (string | null)[]): Check => (value, name) => {
  if (!allowed.includes(value as string | null)) throw new TypeError(`${name} must be one of ${allowed.join(", ")}`);
};

/** Accepts whole numbers within bounds only. */
export const within = (least: number, most: number): Check => (value, name) => {
  const whole = Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
  if (!whole) throw new RangeError(`${name} must be a whole number from ${least} to ${most}`);
};

/** What a board class knows of its properties. */
export interface Definitions<Properties> {
  readonly defaults: Properties;
  readonly names: ReadonlyMap<string, keyof Properties>;
}

/** Describes properties: every one that is not a list or an object also has an attribute. */
export function definitionsOf<Properties extends object>(defaults: Properties): Definitions<Properties> {
  const simple = (Object.keys(defaults) as (keyof Properties & string)[]).filter(
    (name) => defaults[name] === null ? name === "you" || name === "turn" : typeof defaults[name] !== "object",
  );
  return { defaults, names: new Map(simple.map((name) => [kebab(name), name])) };
}

/** Gives a class an accessor for each of its properties. */
export function defineProperties<Properties extends object>(
  prototype: object,
  defaults: Properties,
  checks: Partial<Record<keyof Properties, Check>>,
): void {
  for (const name of Object.keys(defaults) as (keyof Properties & string)[]) {
    Object.defineProperty(prototype, name, {
      configurable: true,
      enumerable: true,
      get(this: { values: Properties }) {
        return this.values[name];
      },
      set(this: { assign(name: string, value: unknown): void }, value: unknown) {
        const wanted = value === undefined ? defaults[name] : value;
        checks[name]?.(wanted, name);
        this.assign(name, wanted);
      },
    });
  }
}

/** Reads an attribute as the kind of value its property has by default. */
export function parseAttribute(text: string, like: unknown): unknown {
  if (typeof like === "boolean") return text !== "false" && text !== "off";
  return typeof like === "number" ? Number(text) : text;
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
