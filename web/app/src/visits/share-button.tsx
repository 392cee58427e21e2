// The share button of the device.
import type { ComponentChild } from "preact";
import { translate } from "../language/language.js";
import { Icon } from "../parts/icon.js";

/** Shares a link with other apps; renders nothing if the device cannot. */
export function ShareButton({ link }: { link: string }): ComponentChild {
  if (!("share" in navigator)) return null;
  return (
    <button type="button" onClick={() => void navigator.share({ title: document.title, url: link }).catch(() => {})}>
      <Icon name="share" />
      {translate("share")}
    </button>
  );
}
