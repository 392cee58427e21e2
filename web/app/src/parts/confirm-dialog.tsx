// The confirmation dialog for actions that cannot be undone.
import type { ComponentChild } from "preact";
import { Dialog } from "./dialog.js";

interface ConfirmDialogProps {
  title: string;
  text: string;
  yes: string;
  no: string;
  onYes: () => void;
  onClose: () => void;
}

/** Asks for confirmation; the safe answer comes first. */
export function ConfirmDialog({ no, onClose, onYes, text, title, yes }: ConfirmDialogProps): ComponentChild {
  return (
    <Dialog title={title} onClose={onClose}>
      <p class="muted">{text}</p>
      <div class="row end">
        <button type="button" onClick={onClose}>
          {no}
        </button>
        <button
          type="button"
          class="danger"
          onClick={() => {
            onClose();
            onYes();
          }}
        >
          {yes}
        </button>
      </div>
    </Dialog>
  );
}
