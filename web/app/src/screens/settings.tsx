// The settings; every change takes effect at once.
import type { ComponentChild } from "preact";
import { useId, useState } from "preact/hooks";
import { firstGame } from "../games.js";
import { type Key, translate } from "../language/language.js";
import { BoardPicture } from "../parts/board.js";
import { playSound } from "../play/sounds.js";
import { CHOICES, change, LANGUAGES, type Language, languageOf, type Settings, settings } from "../settings.js";
import { useValue } from "../value.js";

type Choice = keyof typeof CHOICES;

/** The settings screen. */
export function SettingsScreen(): ComponentChild {
  const now = useValue(settings);
  const [denied, setDenied] = useState(false);
  return (
    <div class="column">
      <h1>{translate("settings")}</h1>
      <p class="muted">{translate("kept")}</p>
      <div class="settings">
        <LanguageField now={now} />
        {(Object.keys(CHOICES) as Choice[]).map((name) => (
          <ChoiceField key={name} name={name} now={now} onDenied={() => setDenied(true)} />
        ))}
        {denied && (
          <p class="error" role="alert">
            {translate("notifyDenied")}
          </p>
        )}
      </div>
    </div>
  );
}

function LanguageField({ now }: { now: Settings }): ComponentChild {
  const id = useId();
  return (
    <div class="setting">
      <label class="setting-name" for={id}>
        {translate("languageLabel")}
      </label>
      <select id={id} value={languageOf(now)} onChange={(event) => change({ language: event.currentTarget.value as Language })}>
        {Object.entries(LANGUAGES).map(([code, name]) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

/** The property of a board that each of these settings changes. */
const PICTURED: { readonly [name in Choice]?: string } = { board: "theme", pieceSet: "pieceSet" };

/** A few squares as they look with a value of a setting. */
function Preview({ name, value }: { name: Choice; value: string }): ComponentChild {
  const property = PICTURED[name];
  return property && <BoardPicture game={firstGame.name} properties={{ ...firstGame.preview, [property]: value }} />;
}

interface ChoiceFieldProps {
  name: Choice;
  now: Settings;
  /** Called if the browser does not permit the choice. */
  onDenied: () => void;
}

function ChoiceField({ name, now, onDenied }: ChoiceFieldProps): ComponentChild {
  const askToNotify = async (): Promise<void> => {
    if (await mayNotify()) return;
    change({ notify: "off" });
    onDenied();
  };
  const choose = (value: string): void => {
    change({ [name]: value });
    // Who switches sounds on hears one.
    if (name === "sound") playSound("start");
    if (name === "notify" && value === "on") void askToNotify();
  };
  return (
    <fieldset class="setting">
      <legend class="setting-name">{translate(name)}</legend>
      <div class="segments">
        {CHOICES[name].map((value) => (
          <label key={value} class="segment">
            <input type="radio" name={name} checked={now[name] === value} onChange={() => choose(value)} />
            <span>
              <Preview name={name} value={value} />
              {translate(`${name}_${value}` as Key)}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Asks the browser for the permission to notify. */
async function mayNotify(): Promise<boolean> {
  return "Notification" in globalThis && (await Notification.requestPermission()) === "granted";
}
