// The actions of a player besides moving, with their confirmation dialogs.
import type { GameState } from "@parlour/sdk";
import type { ComponentChild } from "preact";
import { gameNamed } from "../games.js";
import { translate } from "../language/language.js";
import { lazyPart } from "../lazy.js";
import type { LiveGame } from "../play/live-game.js";
import { change, settings } from "../settings.js";
import { useValue } from "../value.js";
import { CopyButton } from "./copy-button.js";
import { Icon } from "./icon.js";

const ConfirmDialog = lazyPart(async () => (await import("./confirm-dialog.js")).ConfirmDialog);

interface ActionsProps {
  state: GameState;
  live: LiveGame;
  pdn: (() => Promise<string>) | null;
  asking: "resign" | null;
  ask: (question: "resign" | null) => void;
  onFlip: () => void;
  onError: (error: unknown) => void;
  /** Opens the result dialog again. */
  onResult: () => void;
}

/** The row of actions that are possible now. */
export function Actions({ ask, asking, live, onError, onFlip, onResult, pdn, state }: ActionsProps): ComponentChild {
  const { sound } = useValue(settings);
  const playing = state.phase === "playing" && state.seat !== null;
  const draws = playing && !live.shared && state.layout?.drawsByAgreement === true && !state.players.some(({ isBot }) => isBot);
  const soundLabel = translate(sound === "on" ? "soundOff" : "soundOn");
  return (
    <div class="actions">
      {state.result && (
        <button type="button" class="primary" onClick={onResult}>
          {translate(state.seat === null ? "seeReplay" : "rematch")}
        </button>
      )}
      {draws && (
        <button type="button" disabled={state.drawOffer !== null} onClick={() => void live.acting.offerDraw().catch(onError)}>
          <Icon name="handshake" />
          {translate("offerDraw")}
        </button>
      )}
      {playing && (
        <button type="button" onClick={() => ask("resign")}>
          <Icon name="flag" />
          {translate("resign")}
        </button>
      )}
      {pdn && state.result && <CopyButton text={pdn} label={translate("copyPdn")} />}
      <span class="actions-round">
        {gameNamed(state.game).offers.turning && (
          <button type="button" class="round" aria-label={translate("flip")} onClick={onFlip}>
            <Icon name="flip" />
          </button>
        )}
        <button type="button" class="round" aria-label={soundLabel} onClick={() => change({ sound: sound === "on" ? "off" : "on" })}>
          <Icon name={sound === "on" ? "sound" : "silence"} />
        </button>
      </span>
      {asking === "resign" && (
        <ConfirmDialog
          title={translate("resignQuestion")}
          text={translate("resignText")}
          yes={translate("resign")}
          no={translate("keepPlaying")}
          onYes={() => void live.acting.resign().catch(onError)}
          onClose={() => ask(null)}
        />
      )}
    </div>
  );
}
