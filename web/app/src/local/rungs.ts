// The names of the rungs of the computer: a long ladder has groups of rungs with a number in each.
import type { GameName } from "@parlour/sdk";
import { gameNamed } from "../games.js";
import { translate } from "../language/language.js";

/** The groups of a long ladder, from the bottom, with the number of rungs in each of sixteen. */
const GROUPS = [
  ["beginner", 4],
  ["casual", 4],
  ["club", 3],
  ["expert", 3],
  ["master", 2],
] as const;

const LEVELS = ["easy", "medium", "hard"] as const;

/** The name of a rung, such as `Club 2`. */
export function rungName(game: GameName, rung: number): string {
  const { group, place } = placeOf(game, rung);
  return place === null ? translate(group) : `${translate(group)} ${place}`;
}

/** How the computer plays on a rung, in words. */
export function rungText(game: GameName, rung: number): string {
  return translate(`${placeOf(game, rung).group}Text`);
}

type Group = (typeof GROUPS)[number][0] | (typeof LEVELS)[number];

/** The group of a rung and its place in it, from 1; no place if the group has one rung. */
function placeOf(game: GameName, rung: number): { group: Group; place: number | null } {
  if (gameNamed(game).rungs <= LEVELS.length) return { group: LEVELS[rung] ?? "hard", place: null };
  let left = rung;
  for (const [group, count] of GROUPS) {
    if (left < count) return { group, place: left + 1 };
    left -= count;
  }
  return { group: "master", place: 2 };
}
