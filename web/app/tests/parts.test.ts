// The parts that need no browser: routes, settings, translations, packets, positions.

import type { CheckersMove, Piece } from "@parlour/sdk";
import { expect, test } from "vitest";
import { positionsOf } from "../../games/checkers/positions.js";
import { shareOf } from "../src/analysis/evaluation.js";
import { messagesBetween } from "../src/embed/messages.js";
import { en } from "../src/language/en.js";
import { enPages } from "../src/language/en-pages.js";
import { inEnglishOf } from "../src/language/language.js";
import { stateOf } from "../src/local/local-state.js";
import { usualVariant } from "../src/play/choice.js";
import { rulesOf } from "../src/play/rule-words.js";
import { soundOf } from "../src/play/sounds.js";
import { readRoute } from "../src/router.js";
import { LANGUAGES, languageOf, read } from "../src/settings.js";
import { decode, encode } from "../src/socket/packet.js";

function check(path: string, query: string, route: object): void {
  expect(readRoute(path, query)).toEqual(route);
}

test("every address has its screen", () => {
  check("", "", { screen: "home" });
  check("game", "", { screen: "game" });
  check("play/k7q2mx", "", { screen: "join", code: "K7Q2MX" });
  check("play/K7Q2MX", "?game=tictactoe", { screen: "join", code: "K7Q2MX" });
  check("g/room_1", "", { screen: "game", roomId: "room_1" });
  check("watch/room_1", "?game=checkers", { screen: "game", roomId: "room_1" });
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

test("the language of the browser decides which variant a new player finds", () => {
  const found = ["en-GB", "en-US", "nl", "ru-RU", "pt-BR", "pt-PT", "it", "tr", "ar-EG", "ja"].map((tag) => usualVariant([tag, "en"]));
  const wanted = "english english international russian brazilian portuguese italian turkish turkish english";
  expect(found).toEqual(wanted.split(" "));
  expect(usualVariant([])).toBe("english");
});

test("Americans play checkers, everybody else plays draughts", () => {
  const { welcomeText } = enPages;
  expect(inEnglishOf(welcomeText, "en-US")).toContain("Checkers the way");
  expect(inEnglishOf({ one: "English draughts", other: "Draughts" }, "en-us")).toEqual({ one: "American checkers", other: "Checkers" });
  for (const tag of ["en", "en-GB", "nl", ""]) expect(inEnglishOf(welcomeText, tag)).toBe(welcomeText);
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
  expect(soundOf(null, state({ phase: "playing", seat: 0 }))).toBe("start");
  expect(soundOf(null, state({ phase: "playing", seat: 0, history: [made] }))).toBeNull();
  expect(soundOf(before, state({ roomId: "other", phase: "playing", seat: 1 }))).toBe("start");
  const end = (result: object, shared = false) => soundOf(before, state({ history: [made], result }), shared);
  expect(end({ winner: "a", outcome: "won" })).toBe("win");
  expect(end({ winner: "b", outcome: "lost" })).toBe("loss");
  expect(end({ winner: "b", outcome: "lost" }, true)).toBe("win");
  expect(end({ winner: "b", outcome: null })).toBe("win");
  expect(end({ winner: null, outcome: "drawn" })).toBe("draw");
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

test("a rule is told in the words of the language, and what they do not have in English", () => {
  const sentence = (key: string, text: string, values: object = {}) => ({ key, text, values });
  const men = [sentence("steps", "A man moves one square."), sentence("rests", "At most two times.", { count: "2" })];
  const ruleCard = {
    title: "",
    sections: [],
    rules: [
      { key: "game", title: null, sentences: [sentence("first", "Red first.", { side: "Red" })] },
      { key: "men", title: "Men", sentences: men },
    ],
  };
  const textsOf = (words?: object): string[] => rulesOf({ ruleCard } as never, words as never).map(({ key, text, title }) => `${key} ${title}: ${text}`);
  expect(textsOf()).toEqual(["game : Red first.", "men Men: A man moves one square. At most two times."]);
  const words = { titles: { men: "Steine" }, sentences: { first: "{side} beginnt.", rests: { one: "Einmal.", other: "Höchstens {count}-mal." } } };
  expect(textsOf(words)).toEqual(["game : Red beginnt.", "men Steine: A man moves one square. Höchstens 2-mal."]);
});

test("the rules of a server that is not upgraded yet are shown as it wrote them", () => {
  const ruleCard = {
    sections: [
      { title: "Men", text: "A man moves one square." },
      { title: null, text: "Red first." },
    ],
  };
  expect(rulesOf({ ruleCard })).toEqual([
    { key: "Men", title: "Men", text: "A man moves one square." },
    { key: "", title: "", text: "Red first." },
  ]);
});

test("where the game is over, an analysis still knows who would move", () => {
  const over = { winner: 0, reason: "victory", winningLine: null };
  const now = { board: [], currentTurn: 1, legalMoves: [], over, seats: [{ color: "red" }, { color: "black" }], steps: [] };
  const analysis = { computers: [false, false], game: "checkers", id: "analysis", names: ["", ""], variant: "english" } as const;
  expect(stateOf(analysis as never, now as never, {} as never)).toMatchObject({ phase: "over", seat: 1, turn: -1 });
});

test("the bar leans to the side that is better", () => {
  const share = (score: number): number => shareOf({ score, decidedIn: null, moves: [], text: [] });
  expect(share(0)).toBe(0.5);
  expect(share(200)).toBeGreaterThan(0.75);
  expect(share(-10_000)).toBeLessThan(0.01);
});
