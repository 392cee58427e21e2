// The puzzles of each variant, which are found by `cargo xtask puzzles` and fetched when they are first shown.

/** A position in which one combination wins. */
export interface Puzzle {
  /** The position, in notation. */
  readonly position: string;
  /** The moves of the combination with the answers to them, in notation. */
  readonly moves: string;
}

/** A file of puzzles. */
interface PuzzleFile {
  readonly puzzles: readonly (readonly [position: string, moves: string])[];
}

const FILES = Object.fromEntries(
  Object.entries(import.meta.glob<string>("../../puzzles/*.json", { eager: true, query: "?url", import: "default" })).map(([path, address]) => [
    /([\w-]+)\.json$/.exec(path)?.[1] ?? path,
    address,
  ]),
);

/** The variants that have puzzles. */
export const PUZZLE_VARIANTS: readonly string[] = Object.keys(FILES);

const loaded = new Map<string, Promise<readonly Puzzle[]>>();

/** The puzzles of a variant; fetched once, and again after a failure. */
export function puzzlesOf(variant: string): Promise<readonly Puzzle[]> {
  const known = loaded.get(variant) ?? fetchPuzzles(variant);
  loaded.set(variant, known);
  known.catch(() => loaded.delete(variant));
  return known;
}

async function fetchPuzzles(variant: string): Promise<readonly Puzzle[]> {
  const response = await fetch(new URL(FILES[variant] ?? "", document.baseURI));
  if (!response.ok) throw Object.assign(new Error(`the server answered ${response.status}`), { status: response.status });
  const { puzzles } = (await response.json()) as PuzzleFile;
  return puzzles.map(([position, moves]) => ({ position, moves }));
}
