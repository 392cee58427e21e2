// The settings; every change takes effect at once.
import type { ComponentChild } from "preact";
import { useId } from "preact/hooks";
import { type Key, translate } from "../language/language.js";
import { CHOICES, change, LANGUAGES, type Language, languageOf, type Settings, settings } from "../settings.js";
import { useValue } from "../value.js";

type Choice = keyof typeof CHOICES;

/** The settings screen. */
export function SettingsScreen(): ComponentChild {
  const now = useValue(settings);
  return (
    <div class="column">
      <h1>{translate("settings")}</h1>
      <p class="muted">{translate("kept")}</p>
      <div class="settings">
        <LanguageField now={now} />
        {(Object.keys(CHOICES) as Choice[]).map((name) => (
          <ChoiceField key={name} name={name} now={now} />
        ))}
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

function ChoiceField({ name, now }: { name: Choice; now: Settings }): ComponentChild {
  return (
    <fieldset class="setting">
      <legend class="setting-name">{translate(name)}</legend>
      <div class="segments">
        {CHOICES[name].map((value) => (
          <label key={value} class="segment">
            <input type="radio" name={name} checked={now[name] === value} onChange={() => change({ [name]: value })} />
            <span>
              {name === "board" && <span class="swatch" data-board={value} aria-hidden="true" />}
              {translate(`${name}_${value}` as Key)}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
