// The dialog for a game against the computer: level, side and start.
import type { GameName } from "@parlour/sdk";
import type { ComponentChild } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { gameNamed } from "../games.js";
import { translate } from "../language/language.js";
import { usePrefetch } from "../lazy.js";
import { type ComputerWishes, lastRung, type SeatChoice, type StartChoice, saveWishes, usualWishes } from "../local/begin-local.js";
import { hasModule, prefetchModule } from "../local/module.js";
import { rungName, rungText } from "../local/rungs.js";
import { refusalOf } from "../play/refusal.js";
import { sideName } from "../play/words.js";
import type { AnyVariant } from "../server.js";
import { Dialog } from "./dialog.js";

interface ComputerDialogProps {
  game: GameName;
  variant: AnyVariant | undefined;
  /** Starts the game; rejects with the reason if it cannot be played. */
  onStart: (wishes: ComputerWishes) => Promise<void>;
  onClose: () => void;
}

/** Asks what the game against the computer is to be; the last level and side are saved. */
export function ComputerDialog({ game, onClose, onStart, variant }: ComputerDialogProps): ComponentChild {
  const [wishes, setWishes] = useState(() => usualWishes(game));
  const [problem, setProblem] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const refusal = useRef<HTMLParagraphElement>(null);
  // The dialog may be longer than the window.
  useEffect(() => refusal.current?.scrollIntoView({ block: "nearest" }), [problem]);
  const wish = (changes: Partial<ComputerWishes>): void => setWishes({ ...wishes, ...changes });
  useEffect(() => void prefetchModule(variant?.variant).catch(() => {}), []);
  usePrefetch([() => import("../visits.js"), () => import("../analysis.js")]);
  const start = (event: Event): void => {
    event.preventDefault();
    saveWishes(game, wishes);
    setProblem(null);
    setBusy(true);
    onStart(wishes).catch((error: unknown) => {
      setProblem(error);
      setBusy(false);
    });
  };
  return (
    <Dialog title={translate("playComputer")} onClose={onClose}>
      <form class="computer" onSubmit={start}>
        <Level game={game} rung={wishes.rung} onChange={(rung) => wish({ rung })} />
        {hasModule && <Side seat={wishes.seat} variant={variant} onChange={(seat) => wish({ seat })} />}
        {hasModule && gameNamed(game).offers.replay && <Start wishes={wishes} onChange={wish} />}
        {problem !== null && (
          <p ref={refusal} class="error" role="alert">
            {refusalOf(problem)}
          </p>
        )}
        {/* biome-ignore lint/a11y/noAutofocus: the focus goes into a dialog that was just opened, to its likely answer */}
        <button type="submit" class="primary wide" disabled={busy} autoFocus>
          {translate("start")}
        </button>
      </form>
    </Dialog>
  );
}

interface LevelProps {
  game: GameName;
  rung: number;
  onChange: (rung: number) => void;
}

/** A few levels are a list, a long ladder is a slider. */
function Level({ game, onChange, rung }: LevelProps): ComponentChild {
  const last = lastRung(game);
  if (last < 3)
    return (
      <fieldset class="options">
        <legend class="visually-hidden">{translate("level")}</legend>
        {Array.from({ length: last + 1 }, (_, known) => (
          <label key={known} class="option">
            <input type="radio" name="level" checked={rung === known} onChange={() => onChange(known)} />
            <span>
              <strong>{rungName(game, known)}</strong>
              <span class="muted">{rungText(game, known)}</span>
            </span>
          </label>
        ))}
      </fieldset>
    );
  return (
    <label class="ladder">
      <span>{translate("level")}</span>
      <input
        type="range"
        min={0}
        max={last}
        value={rung}
        aria-valuetext={`${rungName(game, rung)}: ${rungText(game, rung)}`}
        onInput={(event) => onChange(Number(event.currentTarget.value))}
      />
      <span class="ladder-words" aria-hidden="true">
        <strong>{rungName(game, rung)}</strong>
        <span class="muted">{rungText(game, rung)}</span>
      </span>
    </label>
  );
}

const SEATS = ["first", "second", "random"] as const;

interface SideProps {
  seat: SeatChoice;
  variant: AnyVariant | undefined;
  onChange: (seat: SeatChoice) => void;
}

function Side({ onChange, seat, variant }: SideProps): ComponentChild {
  const names = {
    first: sideName(variant?.sides[0].name ?? ""),
    second: sideName(variant?.sides[1].name ?? ""),
    random: translate("randomSide"),
  };
  return (
    <fieldset class="segments-field">
      <legend>{translate("yourSide")}</legend>
      <div class="segments">
        {SEATS.map((known) => (
          <label key={known} class="segment">
            <input type="radio" name="seat" checked={seat === known} onChange={() => onChange(known)} />
            <span>{names[known]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const STARTS = ["usual", "ballot", "position"] as const satisfies readonly StartChoice[];

interface StartProps {
  wishes: ComputerWishes;
  onChange: (changes: Partial<ComputerWishes>) => void;
}

function Start({ onChange, wishes }: StartProps): ComponentChild {
  return (
    <fieldset class="segments-field">
      <legend>{translate("startFrom")}</legend>
      <div class="segments">
        {STARTS.map((known) => (
          <label key={known} class="segment">
            <input type="radio" name="start" checked={wishes.start === known} onChange={() => onChange({ start: known })} />
            <span>{translate(`start_${known}`)}</span>
          </label>
        ))}
      </div>
      {wishes.start === "ballot" && <p class="muted small-text">{translate("ballotText")}</p>}
      {wishes.start === "position" && (
        <label class="field">
          <span>{translate("positionLabel")}</span>
          <input value={wishes.position} maxLength={1000} spellcheck={false} required onInput={(event) => onChange({ position: event.currentTarget.value })} />
        </label>
      )}
    </fieldset>
  );
}
