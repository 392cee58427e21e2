// A button that copies text to the clipboard and confirms it.
import type { ComponentChild } from "preact";
import { useState } from "preact/hooks";
import { translate } from "../language/language.js";
import { writeClipboard } from "./clipboard.js";
import { Icon } from "./icon.js";

interface CopyButtonProps {
  /** The text, or a function that fetches it. */
  text: string | (() => Promise<string>);
  label: string;
}

const SHOWN_MS = 2500;

/** Copies `text` when it is clicked. */
export function CopyButton({ label, text }: CopyButtonProps): ComponentChild {
  const [done, setDone] = useState(false);
  const copy = async (): Promise<void> => {
    await writeClipboard(typeof text === "string" ? text : await text());
    setDone(true);
    setTimeout(() => setDone(false), SHOWN_MS);
  };
  return (
    <button type="button" onClick={() => void copy().catch(() => setDone(false))}>
      <Icon name={done ? "check" : "copy"} />
      <span aria-live="polite">{done ? translate("copied") : label}</span>
    </button>
  );
}
