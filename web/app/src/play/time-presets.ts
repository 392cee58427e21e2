// The clocks that the app offers, as players write them: minutes at the beginning + seconds for each move.
import type { TimeControl } from "@parlour/sdk";

/** The name of a clock, or `none`. */
export type TimePreset = (typeof TIME_PRESETS)[number];

/** Every clock that the app offers. */
export const TIME_PRESETS = ["none", "1+0", "3+2", "5+5", "10+0"] as const;

/** Whether a value is the name of a clock. */
export function isTimePreset(value: unknown): value is TimePreset {
  return TIME_PRESETS.some((preset) => preset === value);
}

/** The time control of a clock; `undefined` without one. */
export function timeControlOf(preset: TimePreset): TimeControl | undefined {
  if (preset === "none") return undefined;
  const [minutes = 0, incrementSeconds = 0] = preset.split("+").map(Number);
  return { kind: "clock", baseSeconds: minutes * 60, incrementSeconds };
}
