// <ResultDialog>: the result of a game, why it ended, and a rematch.
import type { GameState, Result } from "@parlour/sdk";
import { type CSSProperties, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useProvided } from "./context.js";
import { useGameState } from "./hooks.js";
import { fill, type Messages } from "./messages.js";

/** The look of the dialog, and more content. */
export interface ResultDialogProps {
  className?: string;
  style?: CSSProperties;
  /** Called when the player has closed it. */
  onClose?: () => void;
  /** More content, such as a link to the analysis. */
  children?: ReactNode;
}

/** A native modal dialog that opens when the game ends. */
export function ResultDialog({ children, className = "parlour-result", onClose, style }: ResultDialogProps): ReactNode {
  const { game, messages } = useProvided();
  const state = useGameState();
  const [closed, setClosed] = useState<Result | null>(null);
  const [refusal, setRefusal] = useState("");
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  const { result } = state;
  const open = result !== null && result !== closed;
  useEffect(() => {
    if (open && !dialog.current?.open) dialog.current?.showModal();
  }, [open]);
  if (!open) return null;
  const rematch = () => void game.rematch().catch((error: Error) => setRefusal(error.message));
  const offer = state.players.find(({ id }) => id === state.rematchOffer && id !== state.playerId);
  return (
    <dialog
      ref={dialog}
      className={className}
      style={style}
      aria-labelledby={title}
      data-outcome={result.outcome ?? "watched"}
      onClose={() => {
        setClosed(result);
        onClose?.();
      }}
    >
      <h2 id={title}>{headline(state, result, messages)}</h2>
      <p>{messages[result.reason]}</p>
      {offer && <p role="status">{fill(messages.rematchOffered, { name: offer.displayName })}</p>}
      {refusal && <p role="alert">{refusal}</p>}
      {children}
      {state.seat !== null && (
        <button type="button" disabled={state.rematchOffer === state.playerId} onClick={rematch}>
          {messages.rematch}
        </button>
      )}
      <button type="button" onClick={() => dialog.current?.close()}>
        {messages.close}
      </button>
    </dialog>
  );
}

function headline({ players }: GameState, { outcome, winner }: Result, messages: Messages): string {
  if (outcome) return messages[outcome];
  const name = players.find(({ id }) => id === winner)?.displayName;
  return name === undefined ? messages.drawn : fill(messages.winner, { name });
}
