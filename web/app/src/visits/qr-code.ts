// QR codes (ISO/IEC 18004) of short texts: byte mode, error correction level M, versions 1 to 10.

/** A square of modules, row by row; `true` is dark. */
export type Modules = readonly (readonly boolean[])[];

/** The blocks of a version: the number of error correction bytes in each, and the data bytes of each block. */
interface Version {
  readonly correction: number;
  readonly blocks: readonly number[];
  /** The coordinates of the centres of alignment patterns. */
  readonly alignment: readonly number[];
}

const repeat = (count: number, bytes: number): number[] => Array<number>(count).fill(bytes);

/** Versions 1 to 10 at level M. */
const VERSIONS: readonly Version[] = [
  { correction: 10, blocks: [16], alignment: [] },
  { correction: 16, blocks: [28], alignment: [6, 18] },
  { correction: 26, blocks: [44], alignment: [6, 22] },
  { correction: 18, blocks: repeat(2, 32), alignment: [6, 26] },
  { correction: 24, blocks: repeat(2, 43), alignment: [6, 30] },
  { correction: 16, blocks: repeat(4, 27), alignment: [6, 34] },
  { correction: 18, blocks: repeat(4, 31), alignment: [6, 22, 38] },
  { correction: 22, blocks: [...repeat(2, 38), ...repeat(2, 39)], alignment: [6, 24, 42] },
  { correction: 22, blocks: [...repeat(3, 36), ...repeat(2, 37)], alignment: [6, 26, 46] },
  { correction: 26, blocks: [...repeat(4, 43), 44], alignment: [6, 28, 50] },
];

/** The eight masks: whether a module is inverted. */
const MASKS: readonly ((row: number, column: number) => boolean)[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
];

/** The QR code of a text; `null` if it is too long. */
export function qrCode(text: string): Modules | null {
  const bytes = new TextEncoder().encode(text);
  const number = 1 + VERSIONS.findIndex(({ blocks }, index) => bytes.length + headerBytes(index + 1) <= sum(blocks));
  const version = VERSIONS[number - 1];
  if (!version) return null;
  const codewords = interleave(dataOf(bytes, number, sum(version.blocks)), version);
  const candidates = MASKS.map((_, mask) => draw(number, version, codewords, mask));
  return candidates.reduce((best, next) => (penalty(next) < penalty(best) ? next : best));
}

/** The mode and the length take 12 bits, or 20 from version 10 on. */
function headerBytes(version: number): number {
  return version < 10 ? 2 : 3;
}

/** The bytes of the text with their header, filled up to the capacity. */
function dataOf(bytes: Uint8Array, version: number, capacity: number): number[] {
  const lengthBits = version < 10 ? 8 : 16;
  const bits = ["0100", bytes.length.toString(2).padStart(lengthBits, "0"), ...Array.from(bytes, binary), "0000"].join("");
  const data = (bits.match(/.{1,8}/g) ?? []).slice(0, capacity).map((byte) => Number.parseInt(byte.padEnd(8, "0"), 2));
  for (let pad = 0; data.length < capacity; pad += 1) data.push(pad % 2 ? 0x11 : 0xec);
  return data;
}

function binary(byte: number): string {
  return byte.toString(2).padStart(8, "0");
}

/** The data of all blocks byte by byte in turns, then their error correction. */
function interleave(data: readonly number[], { blocks, correction }: Version): number[] {
  const parts = blocks.map((length, block) => {
    const start = sum(blocks.slice(0, block));
    return data.slice(start, start + length);
  });
  const corrections = parts.map((part) => remainder(part, correction));
  return [...inTurns(parts), ...inTurns(corrections)];
}

function inTurns(parts: readonly (readonly number[])[]): number[] {
  const longest = Math.max(...parts.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) => parts.flatMap((part) => part.slice(index, index + 1))).flat();
}

/** The Reed–Solomon error correction of a block. */
function remainder(data: readonly number[], length: number): number[] {
  let generator = [1];
  for (let power = 0; power < length; power += 1) {
    const root = EXP[power] ?? 0;
    generator = [...generator, 0].map((value, index) => value ^ times(generator[index - 1] ?? 0, root));
  }
  let rest = Array<number>(length).fill(0);
  for (const byte of data) {
    const factor = byte ^ (rest[0] ?? 0);
    rest = [...rest.slice(1), 0].map((value, index) => value ^ times(generator[index + 1] ?? 0, factor));
  }
  return rest;
}

/** The powers of 2 in the field of 256 elements, and their logarithms. */
const EXP: number[] = [];
const LOG: number[] = [];
for (let power = 0, value = 1; power < 255; power += 1) {
  EXP[power] = value;
  LOG[value] = power;
  value = value < 128 ? value << 1 : (value << 1) ^ 0x11d;
}

function times(one: number, other: number): number {
  return one && other ? (EXP[((LOG[one] ?? 0) + (LOG[other] ?? 0)) % 255] ?? 0) : 0;
}

/** Draws the code with a mask. */
function draw(number: number, version: Version, codewords: readonly number[], mask: number): boolean[][] {
  const size = 17 + 4 * number;
  const modules: (boolean | null)[][] = Array.from({ length: size }, () => Array<boolean | null>(size).fill(null));
  const set = (row: number, column: number, dark: boolean): void => {
    const line = modules[row];
    if (line && column >= 0 && column < size) line[column] = dark;
  };
  drawPatterns(size, version, set);
  drawFormat(size, mask, set);
  if (number >= 7) drawVersion(size, number, set);
  const bits = codewords.map(binary).join("");
  let next = 0;
  for (const [row, column] of zigzag(size)) {
    if (modules[row]?.[column] !== null) continue;
    const dark = bits[next++] === "1";
    set(row, column, dark !== MASKS[mask]?.(row, column));
  }
  return modules as boolean[][];
}

type SetModule = (row: number, column: number, dark: boolean) => void;

/** Draws finders with their margins, timing lines, alignment patterns and the dark module. */
function drawPatterns(size: number, { alignment }: Version, set: SetModule): void {
  for (let index = 8; index < size - 8; index += 1) {
    set(6, index, index % 2 === 0);
    set(index, 6, index % 2 === 0);
  }
  const last = alignment.length - 1;
  alignment.forEach((row, one) => {
    alignment.forEach((column, other) => {
      const finder = (one === 0 && other === 0) || (one === 0 && other === last) || (one === last && other === 0);
      if (!finder) rings(row, column, 2, set);
    });
  });
  for (const [row, column] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ] as const)
    rings(row, column, 4, set);
  set(size - 8, 8, true);
}

/** Draws square rings around a centre; those at distance 2 and 4 are light in finders, that at distance 1 in alignment patterns. */
function rings(row: number, column: number, radius: number, set: SetModule): void {
  for (let down = -radius; down <= radius; down += 1)
    for (let right = -radius; right <= radius; right += 1) {
      const distance = Math.max(Math.abs(down), Math.abs(right));
      const dark = radius === 2 ? distance !== 1 : distance !== 2 && distance !== 4;
      if (row + down >= 0) set(row + down, column + right, dark);
    }
}

/** Draws level and mask, twice, with their error correction. */
function drawFormat(size: number, mask: number, set: SetModule): void {
  const bits = ((mask << 10) | checkBits(mask, 10, 0x537)) ^ 0x5412;
  for (let index = 0; index < 15; index += 1) {
    const dark = ((bits >> index) & 1) === 1;
    if (index < 6) set(index, 8, dark);
    else if (index < 8) set(index + 1, 8, dark);
    else set(8, index === 8 ? 7 : 14 - index, dark);
    if (index < 8) set(8, size - 1 - index, dark);
    else set(size - 15 + index, 8, dark);
  }
}

/** Draws the version, twice, with its error correction. */
function drawVersion(size: number, number: number, set: SetModule): void {
  const bits = (number << 12) | checkBits(number, 12, 0x1f25);
  for (let index = 0; index < 18; index += 1) {
    const dark = ((bits >> index) & 1) === 1;
    const [along, across] = [Math.floor(index / 3), size - 11 + (index % 3)];
    set(along, across, dark);
    set(across, along, dark);
  }
}

/** The remainder of a value by a generator, for this number of check bits. */
function checkBits(value: number, count: number, generator: number): number {
  let rest = value << count;
  for (let bit = 31 - Math.clz32(rest); rest !== 0 && bit >= count; bit = 31 - Math.clz32(rest)) rest ^= generator << (bit - count);
  return rest;
}

/** The order of the data modules: pairs of columns from the right, upwards and downwards in turns, without the timing column. */
function* zigzag(size: number): Generator<[row: number, column: number]> {
  let upwards = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1) {
      const row = upwards ? size - 1 - step : step;
      yield [row, right];
      yield [row, right - 1];
    }
    upwards = !upwards;
  }
}

const FINDER_LIKE = ["10111010000", "00001011101"];

/** How hard a code is to read: long runs, blocks, shapes like finders, and an uneven share of dark modules. */
function penalty(modules: Modules): number {
  const rows = modules.map((row) => row.map(Number).join(""));
  const columns = rows.map((_, column) => rows.map((row) => row[column]).join(""));
  let points = 0;
  for (const line of [...rows, ...columns]) {
    for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) points += run.length - 2;
    for (let start = 0; start + 11 <= line.length; start += 1) if (FINDER_LIKE.includes(line.slice(start, start + 11))) points += 40;
  }
  for (let row = 1; row < rows.length; row += 1)
    for (let column = 1; column < rows.length; column += 1) {
      const block = [rows[row]?.slice(column - 1, column + 1), rows[row - 1]?.slice(column - 1, column + 1)].join("");
      if (block === "0000" || block === "1111") points += 3;
    }
  const dark = rows.join("").replaceAll("0", "").length / rows.length ** 2;
  return points + 10 * Math.floor(Math.abs(dark * 20 - 10));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
