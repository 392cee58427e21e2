// A native modal dialog: it traps the focus, closes on Escape and restores the focus.
import type { ComponentChild, ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { translate } from "../language/language.js";
import { Icon } from "./icon.js";

interface DialogProps {
  title: string;
  onClose: () => void;
  class?: string;
  children: ComponentChildren;
}

/** Open as long as it is rendered; a click on the backdrop closes it. */
export function Dialog({ children, class: name = "", onClose, title }: DialogProps): ComponentChild {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useLayoutEffect(() => {
    const node = dialog.current;
    if (node && !node.open) node.showModal();
    return () => node?.close();
  }, []);
  const onBackdrop = (event: MouseEvent): void => {
    if (event.target === dialog.current) onClose();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard closes a dialog with Escape, which is `onCancel`
    <dialog
      ref={dialog}
      class={`sheet ${name}`}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={onBackdrop}
    >
      <div class="sheet-body">
        <header class="sheet-head">
          <h2 id={heading}>{title}</h2>
          <button type="button" class="round" aria-label={translate("close")} onClick={onClose}>
            <Icon name="close" />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
