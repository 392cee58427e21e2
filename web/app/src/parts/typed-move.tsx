// A text field for moves and commands.
import { type GameState, legalTexts } from "@parlour/sdk";
import type { ComponentChild } from "preact";
import { useId, useState } from "preact/hooks";
import { translate } from "../language/language.js";
import type { BoardElement } from "../views.js";
import type { Held } from "./element.js";

interface TypedMoveProps {
  element: Held<BoardElement>;
  state: GameState;
}

/** Passes the text to the board, which plays it or announces why not. */
export function TypedMove({ element, state }: TypedMoveProps): ComponentChild {
  const [text, setText] = useState("");
  const id = useId();
  const hint = useId();
  const [example = "/last"] = legalTexts(state);
  const submit = (event: Event): void => {
    event.preventDefault();
    if (text.trim() && element.current?.typed(text)) setText("");
  };
  return (
    <form class="typed" onSubmit={submit}>
      <label for={id}>{translate("typeMove")}</label>
      <span class="row">
        <input
          id={id}
          value={text}
          autoComplete="off"
          autocapitalize="off"
          spellcheck={false}
          aria-describedby={hint}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <button type="submit">{translate("play")}</button>
      </span>
      <span id={hint} class="muted small-text">
        {translate("typeMoveHint", { example })}
      </span>
    </form>
  );
}
