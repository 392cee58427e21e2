// The dialog for the level of the computer.
import type { BotDifficulty } from "@parlour/sdk";
import type { ComponentChild } from "preact";
import { useState } from "preact/hooks";
import { translate } from "../language/language.js";
import { load, save } from "../storage.js";
import { Dialog } from "./dialog.js";

const LEVELS = ["easy", "medium", "hard"] as const;

interface LevelDialogProps {
  onStart: (level: BotDifficulty) => void;
  onClose: () => void;
}

/** Asks for the level; the last choice is saved. */
export function LevelDialog({ onClose, onStart }: LevelDialogProps): ComponentChild {
  const [level, setLevel] = useState<BotDifficulty>(() => LEVELS.find((known) => known === load("level")) ?? "easy");
  const start = (event: Event): void => {
    event.preventDefault();
    save("level", level);
    onStart(level);
  };
  return (
    <Dialog title={translate("playComputer")} onClose={onClose}>
      <form onSubmit={start}>
        <fieldset class="options">
          <legend class="visually-hidden">{translate("level")}</legend>
          {LEVELS.map((known) => (
            <label key={known} class="option">
              <input type="radio" name="level" checked={level === known} onChange={() => setLevel(known)} />
              <span>
                <strong>{translate(known)}</strong>
                <span class="muted">{translate(`${known}Text`)}</span>
              </span>
            </label>
          ))}
        </fieldset>
        {/* biome-ignore lint/a11y/noAutofocus: the focus goes into a dialog that was just opened, to its likely answer */}
        <button type="submit" class="primary wide" autoFocus>
          {translate("start")}
        </button>
      </form>
    </Dialog>
  );
}
