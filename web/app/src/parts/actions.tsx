// The actions of a player besides moving, with their confirmation dialogs.
import type { GameState } from "@parlour/sdk";
import type { ComponentChild } from "preact";
import { gameNamed } from "../games.js";
import { translate } from "../language/language.js";
import { lazyPart } from "../lazy.js";
import type { LiveGame } from "../play/live-game.js";
import { change, settings } from "../settings.js";
import { useValue } from "../value.js";
import { Icon, type IconName } from "./icon.js";

const ShareDialog = lazyPart(async () => (await import("../visits.js")).ShareDialog);
const ConfirmDialog = lazyPart(async () => (await import("./confirm-dialog.js")).ConfirmDialog);

/** A dialog that an action opens. */
export type Question = "resign" | "share";

interface ActionsProps {
  state: GameState;
  live: LiveGame;
  pdn: (() => Promise<string>) | null;
  /** The number of moves of the position on the screen. */
  ply: number;
  asking: Question | null;
  ask: (question: Question | null) => void;
  onFlip: () => void;
  onError: (error: unknown) => void;
  /** Shows a hint. */
  onHint: (words: string) => void;
  /** Opens the result dialog again. */
  onResult: () => void;
}

/** The row of actions that are possible now. */
export function Actions({ ask, asking, live, onError, onFlip, onHint, onResult, pdn, ply, state }: ActionsProps): ComponentChild {
  const { sound } = useValue(settings);
  const playing = state.phase === "playing" && state.seat !== null;
  const { local } = live;
  const draws = playing && state.layout?.drawsByAgreement === true && (local !== null || (!live.shared && !state.players.some(({ isBot }) => isBot)));
  const shared = (!local && state.roomId !== null) || pdn !== null;
  const soundLabel = translate(sound === "on" ? "soundOff" : "soundOn");
  return (
    <div class="actions">
      {state.result && (
        <button type="button" class="primary" onClick={onResult}>
          {translate(state.seat === null ? "seeReplay" : "rematch")}
        </button>
      )}
      {playing && local && (
        <>
          <button type="button" disabled={state.history.length === 0} onClick={() => void local.undo().catch(onError)}>
            <Icon name="undo" />
            {translate("undo")}
          </button>
          <button type="button" disabled={!state.yourTurn} onClick={() => void local.hint().then(onHint, onError)}>
            <Icon name="hint" />
            {translate("hint")}
          </button>
        </>
      )}
      {draws && !local && (
        <button type="button" disabled={state.drawOffer !== null} onClick={() => void live.offerDraw().catch(onError)}>
          <Icon name="handshake" />
          {translate("offerDraw")}
        </button>
      )}
      <span class="actions-round">
        {playing && local?.changeSides && (
          <RoundButton name="swap" label={translate("changeSides")} onClick={() => void local.changeSides?.().catch(onError)} />
        )}
        {draws && local && <RoundButton name="handshake" label={translate("offerDraw")} onClick={() => void live.offerDraw().catch(onError)} />}
        {playing && <RoundButton name="flag" label={translate("resign")} onClick={() => ask("resign")} />}
        {gameNamed(state.game).offers.turning && <RoundButton name="flip" label={translate("flip")} onClick={onFlip} />}
        {shared && <RoundButton name="share" label={translate("shareGame")} onClick={() => ask("share")} />}
        <RoundButton name={sound === "on" ? "sound" : "silence"} label={soundLabel} onClick={() => change({ sound: sound === "on" ? "off" : "on" })} />
      </span>
      {asking === "share" && <ShareDialog roomId={local ? null : state.roomId} pdn={pdn} ply={ply} onClose={() => ask(null)} />}
      {asking === "resign" && (
        <ConfirmDialog
          title={translate("resignQuestion")}
          text={translate("resignText")}
          yes={translate("resign")}
          no={translate("keepPlaying")}
          onYes={() => void live.resign().catch(onError)}
          onClose={() => ask(null)}
        />
      )}
    </div>
  );
}

/** A small button with an icon; its label is also its tooltip. */
function RoundButton({ label, name, onClick }: { label: string; name: IconName; onClick: () => void }): ComponentChild {
  return (
    <button type="button" class="round" aria-label={label} title={label} onClick={onClick}>
      <Icon name={name} />
    </button>
  );
}
