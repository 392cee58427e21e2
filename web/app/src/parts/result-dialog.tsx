// The result of a game, why it ended, and what to do next.
import type { GameState, Result } from "@parlour/sdk";
import type { ComponentChild } from "preact";
import { useState } from "preact/hooks";
import { translate } from "../language/language.js";
import { usePrefetch } from "../lazy.js";
import type { LiveGame } from "../play/live-game.js";
import { refusalOf } from "../play/refusal.js";
import { headline, nameOf, reasonOf } from "../play/words.js";
import { analysisPath } from "../replay.js";
import { CopyButton } from "./copy-button.js";
import { Dialog } from "./dialog.js";
import { Icon } from "./icon.js";

interface ResultDialogProps {
  state: GameState;
  result: Result;
  live: LiveGame;
  /** Fetches the text of the game; `null` if it has none. */
  pdn: (() => Promise<string>) | null;
  onClose: () => void;
  onNewGame: (() => Promise<void>) | null;
}

/** The dialog that opens when a game ends. */
export function ResultDialog({ live, onClose, onNewGame, pdn, result, state }: ResultDialogProps): ComponentChild {
  const [refusal, setRefusal] = useState("");
  usePrefetch(pdn ? [() => import("../analysis.js")] : []);
  const attempt = (action: () => Promise<void>) => (): void => {
    setRefusal("");
    action().catch((error: unknown) => setRefusal(refusalOf(error)));
  };
  const offered = state.rematchOffer !== null && state.rematchOffer !== state.playerId;
  const waiting = state.rematchOffer !== null && !offered;
  const rival = nameOf(
    state,
    state.players.findIndex(({ id }) => id === state.rematchOffer),
  );
  return (
    <Dialog title={headline(state, result, live.shared)} class="result" onClose={onClose}>
      <p class="result-reason">{reasonOf(state, result)}</p>
      {offered && <p role="status">{translate("rematchOffered", { name: rival })}</p>}
      {waiting && (
        <p role="status" class="muted">
          {translate("rematchWaiting")}
        </p>
      )}
      {refusal && (
        <p role="alert" class="error">
          {refusal}
        </p>
      )}
      <div class="stack">
        {state.seat !== null && (
          <button type="button" class="primary" disabled={waiting} onClick={attempt(() => live.rematch())}>
            <Icon name="replay" />
            {translate("rematch")}
          </button>
        )}
        {onNewGame && (
          <button type="button" onClick={attempt(onNewGame)}>
            {translate("newGame")}
          </button>
        )}
        {result.pdn && (
          <a class="button" href={`replay#pdn=${encodeURIComponent(result.pdn)}`}>
            {translate("seeReplay")}
          </a>
        )}
        {pdn && result.pdn && (
          <a class="button" href={analysisPath(result.pdn)}>
            <Icon name="watch" />
            {translate("analysis")}
          </a>
        )}
        {pdn && <CopyButton text={pdn} label={translate("copyPdn")} />}
      </div>
    </Dialog>
  );
}
