// A screen with a message: what happened, what is safe, what to do.
import type { ComponentChild, ComponentChildren } from "preact";
import { translate } from "../language/language.js";

interface NoticeProps {
  title: string;
  text: string;
  children?: ComponentChildren;
}

/** The message in the middle, with the way home if there is no better one. */
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
