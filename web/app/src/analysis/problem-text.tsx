// What went wrong, in words.
import type { ComponentChild } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { refusalOf } from "../play/refusal.js";

interface ProblemTextProps {
  /** The error; nothing is shown while there is none. */
  problem: unknown;
  /** What failed because of it. */
  about?: string;
}

/** Says what went wrong, also to screen readers. */
export function ProblemText({ about, problem }: ProblemTextProps): ComponentChild {
  const text = useRef<HTMLParagraphElement>(null);
  // In a dialog that is longer than the window it may be out of sight.
  useEffect(() => text.current?.scrollIntoView({ block: "nearest" }), [problem]);
  if (problem === null) return null;
  return (
    <p ref={text} class="error" role="alert">
      {about && `${about}. `}
      {refusalOf(problem)}
    </p>
  );
}
