// The player's name, saved as it is typed.
import type { ComponentChild } from "preact";
import { translate } from "../language/language.js";
import { change, settings } from "../settings.js";
import { useValue } from "../value.js";

/** The field for the name that others see. */
export function NameField(): ComponentChild {
  const { name } = useValue(settings);
  return (
    <label class="field">
      <span>{translate("yourName")}</span>
      <input
        value={name}
        maxLength={32}
        placeholder={translate("guest")}
        autoComplete="nickname"
        onInput={(event) => change({ name: event.currentTarget.value })}
      />
    </label>
  );
}
