// The parts that need no browser: routes, settings, translations, packets, positions.

import type { CheckersMove, Piece } from "@parlour/sdk";
import { expect, test } from "vitest";
import { positionsOf } from "../../games/checkers/positions.js";
import { messagesBetween } from "../src/embed/messages.js";
import { en } from "../src/language/en.js";
import { enPages } from "../src/language/en-pages.js";
import { rulesOf } from "../src/play/catalogue.js";
import { soundOf } from "../src/play/sounds.js";
import { shareOf } from "../src/replay.js";
import { readRoute } from "../src/router.js";
import { LANGUAGES, languageOf, read } from "../src/settings.js";
import { decode, encode } from "../src/socket/packet.js";

function check(path: string, query: string, route: object): void {
  expect(readRoute(path, query)).toEqual(route);
}

test("every address has its screen", () => {
  check("", "", { screen: "home" });
  check("game", "", { screen: "game" });
  check("play/k7q2mx", "", { screen: "join", code: "K7Q2MX", game: null });
  check("play/K7Q2MX", "?game=tictactoe", { screen: "join", code: "K7Q2MX", game: "tictactoe" });
  check("watch/room_1", "?game=checkers", { screen: "watching", roomId: "room_1", game: "checkers" });
  check("rules/russian", "", { screen: "rules", variant: "russian" });
  check("settings/", "", { screen: "settings" });
  check("game/over/there", "", { screen: "missing" });
  check("%E0%A4%A", "", { screen: "missing" });
});

test("settings that are missing, damaged or unknown fall back to their defaults", () => {
  const defaults = read({});
  expect(read({ theme: "neon", board: 7, language: "xx", name: 3 })).toEqual(defaults);
  expect(read({ theme: "dark", name: "Ann" })).toEqual({ ...defaults, theme: "dark", name: "Ann" });
});

test("the browser's languages decide the language, unless the player has chosen one", () => {
  expect(languageOf(read({}), ["ja-JP", "pt-PT", "en"])).toBe("pt-BR");
  expect(languageOf(read({}), ["ja"])).toBe("en");
  expect(languageOf(read({ language: "nl" }), ["fr"])).toBe("nl");
});

const CODES = (Object.keys(LANGUAGES) as (keyof typeof LANGUAGES)[]).filter((code) => code !== "en");
const ENGLISH: Readonly<Record<string, unknown>> = { ...en, ...enPages };
const placeholders = (entry: unknown): string[] => [...new Set(JSON.stringify(entry).match(/\{\w+\}/g) ?? [])].sort();

test.each(CODES)("%s has every message of English, with the same placeholders and every plural form", async (code) => {
  const { default: catalogue } = await import(`../src/language/${code.toLowerCase()}.ts`);
  expect(Object.keys(catalogue.messages).sort()).toEqual(Object.keys(ENGLISH).sort());
  const forms = new Intl.PluralRules(code).resolvedOptions().pluralCategories.filter((form) => form !== "many" || ["ru", "pl", "ar"].includes(code));
  for (const [key, entry] of Object.entries(catalogue.messages)) {
    expect(placeholders(entry), key).toEqual(placeholders(ENGLISH[key]));
    if (typeof entry === "object" && key !== "lookingBack" && code !== "tr") expect(Object.keys(entry as object).sort(), key).toEqual([...forms].sort());
  }
});

test("packets are written as Socket.IO writes them, and read back", () => {
  expect(encode({ kind: 2, namespace: "/checkers", id: 7, data: ["game:move", { a: 1 }] })).toBe('2/checkers,7["game:move",{"a":1}]');
  expect(decode('3/checkers,7[{"ok":true}]')).toEqual({ kind: 3, namespace: "/checkers", id: 7, data: [{ ok: true }] });
  expect(decode('0/checkers,{"sid":"x"}')).toEqual({ kind: 0, namespace: "/checkers", id: undefined, data: { sid: "x" } });
  expect(decode("1/checkers,")).toEqual({ kind: 1, namespace: "/checkers", id: undefined, data: undefined });
  expect(decode("2/checkers,[broken")).toBeNull();
  expect(decode("")).toBeNull();
});

const man = (player: Piece["player"]): Piece => ({ player, type: "man" });
const move = (from: number, to: number, ...captures: number[]): CheckersMove => ({ from, to, captures, path: [to] });

test("positions follow the moves, unless the server has sent the position", () => {
  const start = Array<Piece | null>(64).fill(null).with(44, man("red")).with(35, man("black")).with(1, man("black"));
  const boards = positionsOf(start, [move(44, 26, 35), move(1, 10)], new Map());
  expect(boards.map((board) => [board[44], board[35], board[26], board[10]])).toEqual([
    [man("red"), man("black"), null, null],
    [null, null, man("red"), null],
    [null, null, man("red"), man("black")],
  ]);
  const seen = start.with(44, null).with(26, { player: "red", type: "king" });
  expect(positionsOf(start, [move(44, 26, 35)], new Map([[1, seen]]))[1]).toBe(seen);
});

const CALM = { game: "tictactoe", roomId: "r", history: [], board: [], result: null, afk: null, connection: "online", playerId: "a" };
const state = (changes: object): never => ({ ...CALM, ...changes }) as never;
const made = { position: 4, mark: "X", playerId: "a", timestamp: 0 };

test("each change has its sound, and a repeated state has none", () => {
  const before = state({});
  expect(soundOf(before, state({ history: [made] }))).toBe("move");
  expect(soundOf(before, state({ history: [made], result: {} }))).toBe("end");
  expect(soundOf(before, state({ afk: {} }))).toBe("warning");
  expect(soundOf(before, state({ history: [made, made, made] }))).toBeNull();
  expect(soundOf(before, state({ roomId: "other", history: [made] }))).toBeNull();
});

test("a frame reports the start, each move and the end, once each", () => {
  const started = state({});
  const ended = state({ history: [made], result: { winner: "a", reason: "victory", outcome: "won" } });
  const types = (before: never | null, now: never): string[] => messagesBetween(before, now).map(({ type }) => type);
  expect(types(null, started)).toEqual(["ready"]);
  expect(types(started, started)).toEqual([]);
  expect(types(started, ended)).toEqual(["move", "over"]);
  expect(types(ended, ended)).toEqual([]);
  expect(types(null, state({ roomId: null, connection: "failed", error: { code: "token_expired", message: "too late" } }))).toEqual(["error"]);
});

test("a rule card is read rule by rule", () => {
  const text = "- **Men.** A man moves *forward*.\n- **Captured pieces** leave at once.";
  const rules = rulesOf({ ruleCard: { title: "", sections: [{ title: null, text }] } } as never);
  expect(rules).toEqual([
    { title: "Men", text: "A man moves *forward*." },
    { title: "Captured pieces", text: "Leave at once." },
  ]);
});

test("the bar leans to the side that is better", () => {
  const share = (score: number): number => shareOf({ score, decidedIn: null, moves: [], text: [] });
  expect(share(0)).toBe(0.5);
  expect(share(200)).toBeGreaterThan(0.75);
  expect(share(-10_000)).toBeLessThan(0.01);
});
