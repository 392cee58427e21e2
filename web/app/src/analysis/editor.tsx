// Sets up a position: choose a piece, tap the squares, and say who is to move.
import type { Cell, GameName } from "@parlour/sdk";
import type { ComponentChild } from "preact";
import { useRef, useState } from "preact/hooks";
import { byFolder } from "../folders.js";
import { translate } from "../language/language.js";
import { ReplayBoard } from "../parts/board.js";
import { sideName } from "../play/words.js";
import type { AnyVariant } from "../server.js";
import type { BoardElement } from "../views.js";
import { VariantField } from "./open-dialog.js";
import { askModule } from "./pages.js";
import { ProblemText } from "./problem-text.js";
import { type AnalysisWords, say } from "./words.js";

/** A piece that can be placed. */
interface Placed {
  readonly piece: NonNullable<Cell<GameName>>;
  readonly side: 0 | 1;
  readonly key: keyof AnalysisWords;
}

const PIECES = byFolder(import.meta.glob<readonly Placed[]>("../../../games/*/editor.ts", { eager: true, import: "pieces" }));

type Cells = readonly Cell<GameName>[];

interface EditorProps {
  layouts: readonly AnyVariant[];
  layout: AnyVariant;
  board: Cells;
  turn: 0 | 1;
  onClose: () => void;
  /** Opens the position; rejects with the reason if it cannot be played. */
  onUse: (variant: string, position: string) => Promise<void>;
}

/** A board on which pieces are placed and removed. */
export function Editor({ board, layout, layouts, onClose, onUse, turn }: EditorProps): ComponentChild {
  const [edited, setEdited] = useState({ layout, cells: board, turn });
  const pieces = PIECES[edited.layout.game] ?? [];
  const [chosen, choose] = useState(0);
  const [problem, setProblem] = useState<unknown>(null);
  const element = useRef<BoardElement>(null);
  const sides = edited.layout.sides.map(({ name }) => sideName(name));
  const change = (changes: Partial<typeof edited>): void => {
    setProblem(null);
    setEdited({ ...edited, ...changes });
  };
  const place = (square: number): void => {
    const piece = pieces[chosen]?.piece ?? null;
    const same = JSON.stringify(edited.cells[square]) === JSON.stringify(piece);
    change({ cells: edited.cells.map((cell, index) => (index === square ? (same ? null : piece) : cell)) });
  };
  const onInput = (event: PointerEvent | KeyboardEvent): void => {
    if ("key" in event && event.key !== "Enter" && event.key !== " ") return;
    const square = squareOf(event);
    if (square === null) return;
    event.stopPropagation();
    if ("key" in event) event.preventDefault();
    place(square);
  };
  const use = async (): Promise<void> => {
    const { cells, layout, turn } = edited;
    const { position } = await askModule("setUp", { variant: layout.variant, board: cells, turn });
    await onUse(layout.variant, position);
  };
  const chooseVariant = (variant: string): void => {
    const known = layouts.find((layout) => layout.variant === variant);
    if (known) change({ layout: known, cells: known.start });
  };
  return (
    <div class="analysis">
      <div class="analysis-head">
        <h1 class="play-title">{say("setUp")}</h1>
        <p class="muted small-text">{say("setUpHint")}</p>
      </div>
      <div class="play-board" data-first={edited.layout.sides[0].name.toLowerCase()} onPointerDownCapture={onInput} onKeyDownCapture={onInput}>
        <ReplayBoard key={edited.layout.variant} element={element} board={edited.cells} lastMove={null} variant={edited.layout} />
      </div>
      <div class="analysis-panel">
        <fieldset class="setting">
          <legend class="visually-hidden">{say("setUp")}</legend>
          <div class="segments">
            {[...pieces, null].map((piece, index) => (
              <label key={index} class="segment">
                <input type="radio" name="piece" checked={chosen === index} onChange={() => choose(index)} />
                <span>{piece ? say(piece.key, { side: sides[piece.side] ?? "" }) : say("removePiece")}</span>
              </label>
            ))}
          </div>
        </fieldset>
        <fieldset class="setting">
          <legend class="setting-name">{say("sideToMove")}</legend>
          <div class="segments">
            {sides.map((side, index) => (
              <label key={side} class="segment">
                <input type="radio" name="turn" checked={edited.turn === index} onChange={() => change({ turn: index === 1 ? 1 : 0 })} />
                <span>{side}</span>
              </label>
            ))}
          </div>
        </fieldset>
        <VariantField label={translate("variant")} layouts={layouts} variant={edited.layout.variant} onChoose={chooseVariant} />
        <div class="row">
          <button type="button" class="small" onClick={() => change({ cells: edited.cells.map(() => null) })}>
            {say("clearBoard")}
          </button>
          <button type="button" class="small" onClick={() => change({ cells: edited.layout.start, turn: 0 })}>
            {say("startBoard")}
          </button>
        </div>
        <ProblemText problem={problem} />
        <div class="actions">
          <button type="button" class="primary" onClick={() => void use().catch(setProblem)}>
            {say("usePosition")}
          </button>
          <button type="button" onClick={onClose}>
            {translate("cancel")}
          </button>
        </div>
      </div>
    </div>
  );
}

/** The square of the board that an event is about; the squares are in the shadow of the element. */
function squareOf(event: Event): number | null {
  const cell = event.composedPath().find((place) => place instanceof HTMLElement && place.dataset.square !== undefined);
  return cell ? Number((cell as HTMLElement).dataset.square) : null;
}
