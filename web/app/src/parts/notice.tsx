// A screen with a message and an action.
import type { ComponentChild, ComponentChildren } from "preact";
import { translate } from "../language/language.js";

interface NoticeProps {
  title: string;
  text: string;
  children?: ComponentChildren;
}

/** A centred message; the default action is a link to the home screen. */
export function Notice({ children, text, title }: NoticeProps): ComponentChild {
  return (
    <div class="notice-screen">
      <h1>{title}</h1>
      <p class="muted" role="alert">
        {text}
      </p>
      <div class="row middle">
        {children ?? (
          <a class="button primary" href=".">
            {translate("home")}
          </a>
        )}
      </div>
    </div>
  );
}
