// QR codes of links.
import { expect, test } from "vitest";
import { qrCode } from "../src/visits/qr-code.js";

/** The code of `https://games.example/play/K7Q2MX`, which readers of others read. */
const EXPECTED = `
#######..#.#...##..##.#######
#.....#..#........#.#.#.....#
#.###.#.#.###.#.#.###.#.###.#
#.###.#.#..#....##.#..#.###.#
#.###.#.#.##.###.###..#.###.#
#.....#.#...#####...#.#.....#
#######.#.#.#.#.#.#.#.#######
........##...#.#..#.#........
#.#####..#..#.##.#....#####..
.#..#..#.#.##..##.###.###...#
.###..#.##.#......#..#.##....
.#.##..#...#..#.#...#.####.#.
...#.##...#......#.#.#...##..
#.####.###.#.###.#.######...#
####.####.#.####..#...#####..
..#.##.#...###.#.....###...#.
.##.#.#.##.##.#.###.#....##..
##...#.#.#.##..##########.#.#
#..#.##.#..#...###..#..##.#..
#...##.###.##.###...#...#..#.
#.##.##.##.##......######.###
........#....######.#...#####
#######...#..###.####.#.###..
#.....#.###..#.....##...#....
#.###.#.#####.#####.#####.##.
#.###.#.#....#.....#.....####
#.###.#.##.....###....######.
#.....#......#.#....####.#.#.
#######.###.#..##..#.#.##.#..
`;

test("a link has the code that readers read", () => {
  const rows = qrCode("https://games.example/play/K7Q2MX")?.map((row) => row.map((dark) => (dark ? "#" : ".")).join(""));
  expect(rows).toEqual(EXPECTED.trim().split("\n"));
});

test("a code grows with its text, and a text that is too long has none", () => {
  const sizeOf = (length: number): number | undefined => qrCode("x".repeat(length))?.length;
  expect([14, 15, 26, 27, 213].map(sizeOf)).toEqual([21, 25, 25, 29, 57]);
  expect(sizeOf(214)).toBeUndefined();
});

test("every code has its three finders, whatever its mask and version", () => {
  const finder = ["#######", "#.....#", "#.###.#", "#.###.#", "#.###.#", "#.....#", "#######"];
  for (let length = 0; length < 214; length += 13) {
    const modules = qrCode("parlour".repeat(40).slice(0, length)) ?? [];
    const cut = (row: number, column: number): string[] =>
      modules.slice(row, row + 7).map((line) =>
        line
          .slice(column, column + 7)
          .map((dark) => (dark ? "#" : "."))
          .join(""),
      );
    const far = modules.length - 7;
    for (const corner of [cut(0, 0), cut(0, far), cut(far, 0)]) expect(corner).toEqual(finder);
  }
});
