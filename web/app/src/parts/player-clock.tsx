// The clock of a player: counts down on the screen, and is announced once when little time is left.
import type { GameState } from "@parlour/sdk";
import type { ComponentChild } from "preact";
import { useEffect, useState } from "preact/hooks";
import { translate } from "../language/language.js";
import type { LiveGame } from "../play/live-game.js";
import { playSound } from "../play/sounds.js";
import { lag } from "../socket/lag.js";
import { useValue } from "../value.js";

/** Below this many milliseconds tenths of a second are shown. */
const TENTHS_BELOW = 10_000;
/** Little time is a sixth of the clock at the beginning, and at most this. */
const LOW_AT_MOST = 20_000;

interface PlayerClockProps {
  state: GameState;
  live: LiveGame;
  index: number;
}

/** The clock of one player; nothing in a game without clocks. The warning of little time is given once in a game. */
export function PlayerClock({ index, live, state }: PlayerClockProps): ComponentChild {
  const [, tick] = useState(0);
  const [warned, warn] = useState(false);
  const { clock } = state;
  const runs = clock?.running === index;
  const left = live.timeLeft(index);
  const low = clock !== null && left !== null && isLow(left, clock.baseMs);
  const hurry = low && runs && !live.shared && state.seat === index;
  useEffect(() => {
    if (!runs || left === null || left === 0) return;
    const timer = setTimeout(() => tick((count) => count + 1), left < TENTHS_BELOW ? 100 : left % 1000 || 1000);
    return () => clearTimeout(timer);
  });
  useEffect(() => {
    if (!hurry || warned) return;
    warn(true);
    playSound("low");
  }, [hurry]);
  const delay = useValue(lag);
  if (left === null) return null;
  return (
    <>
      {delay !== null && state.seat === index && !live.shared && (
        <span class="lag muted" title={translate("lag")}>
          <span class="visually-hidden">{translate("lag")}: </span>
          {translate("milliseconds", { count: delay })}
        </span>
      )}
      <span class="clock" role="timer" aria-live="off" data-runs={runs} data-low={low}>
        {timeText(left)}
      </span>
      <span class="visually-hidden" role="alert">
        {warned && translate("lowTime")}
      </span>
    </>
  );
}

/** Whether little time is left. */
export function isLow(left: number, baseMs: number): boolean {
  return left < Math.min(LOW_AT_MOST, baseMs / 6);
}

/** The time on a clock: minutes and seconds, rounded up, and the last seconds with tenths. */
export function timeText(left: number): string {
  if (left < TENTHS_BELOW) return `0:0${(Math.floor(left / 100) / 10).toFixed(1)}`;
  const seconds = Math.ceil(left / 1000);
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (number: number): string => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
