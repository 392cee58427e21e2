// Indexes the files of the games' folders by the name of the game.

/** The files of a glob over `web/games/*`, by the name of their folder. */
export function byFolder<T>(files: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(files).map(([path, file]) => [/\/games\/(\w+)\//.exec(path)?.[1] ?? path, file]));
}
