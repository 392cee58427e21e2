// What can be shared of a game: its address, and its moves and position as text.
import type { ComponentChild } from "preact";
import { addressOf } from "../address.js";
import { translate } from "../language/language.js";
import { Dialog } from "../parts/dialog.js";
import { gamePath } from "../router.js";
import { CopyButton, replayGame } from "./pages.js";
import { ShareButton } from "./share-button.js";

interface ShareDialogProps {
  /** The room of the game; `null` if this browser has it. */
  roomId: string | null;
  /** Fetches the text of the game; `null` if it has none. */
  pdn: (() => Promise<string>) | null;
  /** The number of moves of the position on the screen. */
  ply: number;
  onClose: () => void;
}

/** The link first; the texts are for games with a notation. */
export function ShareDialog({ onClose, pdn, ply, roomId }: ShareDialogProps): ComponentChild {
  const link = roomId === null ? null : addressOf(gamePath(roomId));
  return (
    <Dialog title={translate("shareGame")} onClose={onClose}>
      {link && <p class="muted">{translate("shareGameText")}</p>}
      <div class="stack">
        {link && (
          <label class="field">
            <span>{translate("inviteLink")}</span>
            <input readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
          </label>
        )}
        {link && <CopyButton text={link} label={translate("copyLink")} />}
        {link && <ShareButton link={link} />}
        {pdn && <CopyButton text={pdn} label={translate("copyPdn")} />}
        {pdn && <CopyButton text={async () => positionAt(await pdn(), ply)} label={translate("copyFen")} />}
      </div>
    </Dialog>
  );
}

/** The position of a game after this number of moves, in notation. */
async function positionAt(pdn: string, ply: number): Promise<string> {
  const { plies, start } = await replayGame(pdn, undefined);
  return plies[ply - 1]?.position ?? start;
}
