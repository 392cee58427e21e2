// A replayed game: board, moves, and the engine's analysis of the position.
import type { ComponentChild } from "preact";
import { useRef, useState } from "preact/hooks";
import { translate } from "../language/language.js";
import { ReplayBoard } from "../parts/board.js";
import { Icon } from "../parts/icon.js";
import { MoveList, useStepKeys } from "../parts/move-list.js";
import { sideName, variantName } from "../play/words.js";
import type { ReplayedGame } from "../replay.js";
import type { AnyVariant } from "../server.js";
import type { BoardElement } from "../views.js";
import { FlipButton } from "./flip-button.js";
import { analysisPath, CopyButton } from "./pages.js";
import { Engine } from "./replay-engine.js";

interface ReplayAreaProps {
  replayed: ReplayedGame;
  /** The text of the game. */
  text: string;
  layout: AnyVariant;
  onClose: () => void;
}

/** The game at the selected move. */
export function ReplayArea({ layout, onClose, replayed, text }: ReplayAreaProps): ComponentChild {
  const [ply, select] = useState(replayed.plies.length);
  const element = useRef<BoardElement>(null);
  useStepKeys(ply, replayed.plies.length, select);
  const here = replayed.plies[ply - 1];
  const position = here?.position ?? replayed.start;
  const turn = here?.currentTurn ?? replayed.currentTurn;
  return (
    <div class="replay">
      <div class="replay-head">
        <button type="button" class="round" aria-label={translate("anotherGame")} onClick={onClose}>
          <Icon name="back" />
        </button>
        <div>
          <h1 class="play-title">{titleOf(replayed) || variantName(layout.game, layout.variant, layout.name)}</h1>
          <p class="muted small-text">
            {[variantName(layout.game, layout.variant, layout.name), replayed.result === "*" ? null : replayed.result].filter(Boolean).join(" · ")}
          </p>
        </div>
      </div>
      <div class="play-board" data-first={layout.sides[0].name.toLowerCase()}>
        <ReplayBoard element={element} board={here?.board ?? replayed.board} lastMove={here?.move ?? null} variant={layout} />
      </div>
      <div class="replay-panel">
        <p class="status" role="status">
          {translate("turnOf", { side: sideName(layout.sides[turn === 0 ? 0 : 1].name) })}
        </p>
        {replayed.faults.length > 0 && (
          <ul class="error">
            {replayed.faults.map(({ column, line, message }) => (
              <li key={`${line}:${column}`}>
                {line}:{column} {message}
              </li>
            ))}
          </ul>
        )}
        <MoveList moves={replayed.plies.map(({ text }) => text)} ply={ply} onSelect={select} />
        <Engine variant={replayed.variant} position={position} sides={layout.sides.map(({ name }) => sideName(name))} />
        <div class="actions">
          <a class="button" href={analysisPath(text, replayed.variant)}>
            <Icon name="watch" />
            {translate("analysis")}
          </a>
          <CopyButton text={position} label={translate("copyFen")} />
          <FlipButton element={element} />
        </div>
      </div>
    </div>
  );
}

/** The names of the players, if the text has them. */
function titleOf({ tags }: ReplayedGame): string {
  const tag = (wanted: string): string => tags.find(({ name }) => name === wanted)?.value ?? "";
  return [tag("White"), tag("Black")].filter((name) => name && name !== "?").join(" – ");
}
