// The clocks of the app: what they show, when little time is left, and which ones are offered.
import { expect, test } from "vitest";
import { isLow, timeText } from "../src/parts/player-clock.js";
import { isTimePreset, TIME_PRESETS, timeControlOf } from "../src/play/time-presets.js";

test("a clock shows minutes and seconds, hours if there are any, and tenths of the last seconds", () => {
  const shown = [10_800_000, 3_600_000, 600_000, 180_000, 61_001, 59_999, 10_000, 9_999, 5_040, 80, 0].map(timeText);
  expect(shown).toEqual(["3:00:00", "1:00:00", "10:00", "3:00", "1:02", "1:00", "0:10", "0:09.9", "0:05.0", "0:00.0", "0:00.0"]);
});

test("little time is a sixth of the clock, and at most twenty seconds", () => {
  expect([isLow(10_000, 60_000), isLow(9_999, 60_000)]).toEqual([false, true]);
  expect([isLow(20_000, 600_000), isLow(19_999, 600_000)]).toEqual([false, true]);
});

test("the clocks that the app offers are those that players know", () => {
  expect(TIME_PRESETS.map(timeControlOf)).toEqual([
    undefined,
    { kind: "clock", baseSeconds: 60, incrementSeconds: 0 },
    { kind: "clock", baseSeconds: 180, incrementSeconds: 2 },
    { kind: "clock", baseSeconds: 300, incrementSeconds: 5 },
    { kind: "clock", baseSeconds: 600, incrementSeconds: 0 },
  ]);
  expect(["3+2", "none", "7+7", 3, undefined].map(isTimePreset)).toEqual([true, true, false, false, false]);
});
