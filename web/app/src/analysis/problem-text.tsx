// What went wrong, in words.
import type { ComponentChild } from "preact";
import { refusalOf } from "../play/refusal.js";

interface ProblemTextProps {
  /** The error; nothing is shown while there is none. */
  problem: unknown;
  /** What failed because of it. */
  about?: string;
}

/** Says what went wrong, also to screen readers. */
export function ProblemText({ about, problem }: ProblemTextProps): ComponentChild {
  if (problem === null) return null;
  return (
    <p class="error" role="alert">
      {about && `${about}. `}
      {refusalOf(problem)}
    </p>
  );
}
