// A game that is studied: board, moves, and what the engine thinks of the position.
import type { ComponentChild } from "preact";
import { useRef, useState } from "preact/hooks";
import { translate } from "../language/language.js";
import { sideName, variantName } from "../play/words.js";
import type { AnyVariant } from "../server.js";
import type { Study } from "../study.js";
import type { BoardElement } from "../views.js";
import { StudyBoard } from "./board.js";
import { CopyButton } from "./copy-button.js";
import { Engine } from "./engine.js";
import { Icon } from "./icon.js";
import { MoveList, useStepKeys } from "./move-list.js";

interface StudyAreaProps {
  study: Study;
  layout: AnyVariant;
  onClose: () => void;
}

/** The game at one of its moves. */
export function StudyArea({ layout, onClose, study }: StudyAreaProps): ComponentChild {
  const [ply, select] = useState(study.plies.length);
  const element = useRef<BoardElement>(null);
  useStepKeys(ply, study.plies.length, select);
  const here = study.plies[ply - 1];
  const position = here?.position ?? study.start;
  const turn = here?.currentTurn ?? study.currentTurn;
  return (
    <div class="study">
      <div class="study-head">
        <button type="button" class="round" aria-label={translate("anotherGame")} onClick={onClose}>
          <Icon name="back" />
        </button>
        <div>
          <h1 class="play-title">{titleOf(study) || variantName(layout.game, layout.variant, layout.name)}</h1>
          <p class="muted small-text">
            {[variantName(layout.game, layout.variant, layout.name), study.result === "*" ? null : study.result].filter(Boolean).join(" · ")}
          </p>
        </div>
      </div>
      <div class="play-board" data-first={layout.sides[0].name.toLowerCase()}>
        <StudyBoard element={element} board={here?.board ?? study.board} lastMove={here?.move ?? null} variant={layout} />
      </div>
      <div class="study-panel">
        <p class="status" role="status">
          {translate("turnOf", { side: sideName(layout.sides[turn === 0 ? 0 : 1].name) })}
        </p>
        {study.faults.length > 0 && (
          <ul class="error">
            {study.faults.map(({ column, line, message }) => (
              <li key={`${line}:${column}`}>
                {line}:{column} {message}
              </li>
            ))}
          </ul>
        )}
        <MoveList moves={study.plies.map(({ text }) => text)} ply={ply} onSelect={select} />
        <Engine variant={study.variant} position={position} sides={layout.sides.map(({ name }) => sideName(name))} />
        <div class="actions">
          <CopyButton text={position} label={translate("copyFen")} />
          <span class="actions-round">
            <button type="button" class="round" aria-label={translate("flip")} onClick={() => element.current?.flip?.()}>
              <Icon name="flip" />
            </button>
          </span>
        </div>
      </div>
    </div>
  );
}

/** The players, if the text names them. */
function titleOf({ tags }: Study): string {
  const tag = (wanted: string): string => tags.find(({ name }) => name === wanted)?.value ?? "";
  return [tag("White"), tag("Black")].filter((name) => name && name !== "?").join(" – ");
}
