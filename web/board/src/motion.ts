// Animation of pieces with the Web Animations API.
import type { Point } from "./drawing.js";

/** When captured pieces are removed: as each is jumped, or at the end of the move. */
export type Removal = "at-once" | "after-move";

/** Whether pieces slide: by the system's setting, always, or never. */
export type AnimationWish = "auto" | "on" | "off";

const LONGEST_STEPS = 4;
const FADE_MS = 120;

/** The milliseconds of one step of a move; 0 without animation. */
export function stepTime(mode: AnimationWish, step: number, steps: number): number {
  const still = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? true;
  if (mode === "off" || (mode === "auto" && still) || document.hidden) return 0;
  return Math.min(step, (step * LONGEST_STEPS) / steps);
}

/** Slides a node through offsets from its final place, one step each. */
export async function slide(node: Element, offsets: readonly Point[], step: number): Promise<void> {
  if (step === 0) return;
  const frames = [...offsets, { x: 0, y: 0 }].map(({ x, y }) => ({
    transform: `translate(${x}px, ${y}px)`,
    easing: "ease-in-out",
  }));
  await finished(node.animate(frames, offsets.length * step));
}

/** Fades a node after a delay and removes it. */
export async function fadeOut(node: Element, delay: number): Promise<void> {
  if (delay > 0) await finished(node.animate([{ opacity: 1 }, { opacity: 0 }], { delay, duration: FADE_MS, fill: "forwards" }));
  node.remove();
}

/** Finishes all animations inside an element. */
export function settleMotion(element: Element): void {
  for (const animation of element.getAnimations?.({ subtree: true }) ?? []) animation.finish();
}

async function finished(animation: Animation): Promise<void> {
  // A cancelled animation counts as finished: its node was removed.
  await animation.finished.catch(() => undefined);
}
