// A button that copies a text and says so.
import type { ComponentChild } from "preact";
import { useState } from "preact/hooks";
import { translate } from "../language/language.js";
import { Icon } from "./icon.js";

interface CopyButtonProps {
  /** The text, or where to get it. */
  text: string | (() => Promise<string>);
  label: string;
}

const SHOWN_MS = 2500;

/** Copies its text. */
export function CopyButton({ label, text }: CopyButtonProps): ComponentChild {
  const [done, setDone] = useState(false);
  const copy = async (): Promise<void> => {
    await putOnClipboard(typeof text === "string" ? text : await text());
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

/** Pages without a secure connection have no clipboard of their own; the old way still works there. */
async function putOnClipboard(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement("textarea");
  field.value = text;
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}
