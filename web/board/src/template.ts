// Templates: sentences with `{name}` where a value goes.

/** Puts values into a template. */
export function fill(template: string, values: Readonly<Record<string, string | number>> = {}): string {
  return template.replace(/\{(\w+)\}/g, (mark, name: string) => String(values[name] ?? mark));
}
