// The home screen: what to play, against whom, and the running games.
import type { ComponentChild } from "preact";
import { useState } from "preact/hooks";
import { gameNamed, games } from "../games.js";
import { translate, wordsOf } from "../language/language.js";
import { lazyPart } from "../lazy.js";
import { Value } from "../observable.js";
import { SmallBoard } from "../parts/board.js";
import { ComputerDialog } from "../parts/computer-dialog.js";
import { Icon, type IconName } from "../parts/icon.js";
import { NameField } from "../parts/name-field.js";
import { VariantPicker } from "../parts/variant-picker.js";
import { playComputer, playHere, playStranger, watchComputers } from "../play/begin.js";
import { useVariants } from "../play/catalogue.js";
import { type Preference, prefer, preference } from "../play/choice.js";
import { refusalOf } from "../play/refusal.js";
import { seats } from "../play/seat.js";
import { TIME_PRESETS } from "../play/time-presets.js";
import { sizeOf, variantName } from "../play/words.js";
import { go } from "../router.js";
import type { AnyVariant } from "../server.js";
import { useValue } from "../value.js";

const RunningGames = lazyPart(async () => (await import("../visits.js")).RunningGames);
// A page without it works as before, so a failure shows nothing.
const Lobby = lazyPart(() =>
  import("../lobby.js").then(
    ({ Lobby }) => Lobby,
    () => () => null,
  ),
);
const InviteDialog = lazyPart(async () => (await import("../visits.js")).InviteDialog);

/** Whether the visitor has done anything: a first visit loads no more than it needs. */
const activity = new Value(false);
for (const event of ["pointermove", "pointerdown", "keydown", "scroll"]) addEventListener(event, () => activity.set(true), { once: true });

/** The home screen. */
export function HomeScreen(): ComponentChild {
  const wanted = useValue(preference);
  const active = useValue(activity);
  const running = useValue(seats).some(({ over }) => !over);
  const { problem, variants } = useVariants();
  const [dialog, open] = useState<"variant" | "level" | "friend" | null>(null);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState("");
  const variant = chosen(variants, wanted);
  const choice = { game: wanted.game, variant: variant?.variant };
  const begin = (start: () => Promise<void>): void => {
    setBusy(true);
    setRefusal("");
    start()
      .catch((error: unknown) => setRefusal(refusalOf(error)))
      .finally(() => setBusy(false));
  };
  return (
    <div class="home">
      <div class="home-play">
        <div class="hero">
          <h1>{translate("welcome")}</h1>
          <p class="muted">{translate("welcomeText")}</p>
        </div>
        {running && <RunningGames />}
        <div class="home-choice">
          <WhatToPlay wanted={wanted} variant={variant} onChange={() => open("variant")} />
          <Time wanted={wanted} />
          <div class="ways">
            <Way
              icon="play"
              title={translate("playNow")}
              text={translate("playNowText")}
              primary
              busy={busy}
              onClick={() => begin(() => playStranger(choice))}
            />
            <Way icon="computer" title={translate("playComputer")} text={translate("playComputerText")} busy={busy} onClick={() => open("level")} />
            <Way icon="friend" title={translate("playFriend")} text={translate("playFriendText")} busy={busy} onClick={() => open("friend")} />
          </div>
          {(refusal || problem !== null) && (
            <p class="error" role="alert">
              {refusal || refusalOf(problem)}
            </p>
          )}
        </div>
        <div class="home-lobby">{active && <Lobby />}</div>
        <div class="home-more">
          <NameField />
          <CodeField />
          <div class="home-others">
            <button type="button" class="quiet" disabled={busy} onClick={() => begin(() => playHere(choice))}>
              <Icon name="here" />
              {translate("playHere")}
            </button>
            {gameNamed(wanted.game).offers.replay && (
              <button type="button" class="quiet" disabled={busy} onClick={() => begin(() => watchComputers(choice))}>
                <Icon name="computer" />
                {translate("watchComputers")}
              </button>
            )}
            <a class="button quiet" href="games">
              <Icon name="replay" />
              {translate("ownGames")}
            </a>
            {(["analysis", "puzzles"] as const).map((screen) => (
              <a key={screen} class="button quiet" href={screen}>
                <Icon name={screen === "analysis" ? "watch" : "hint"} />
                {translate(screen)}
              </a>
            ))}
          </div>
        </div>
      </div>
      <div class="home-board">{variant && <SmallBoard key={variant.game} variant={variant} board={gameNamed(variant.game).sample} />}</div>
      {dialog === "variant" && <VariantPicker variants={variants} onClose={() => open(null)} />}
      {dialog === "friend" && <InviteDialog game={wanted.game} variant={variant} onClose={() => open(null)} />}
      {dialog === "level" && (
        <ComputerDialog game={wanted.game} variant={variant} onClose={() => open(null)} onStart={(wishes) => playComputer(choice, wishes)} />
      )}
    </div>
  );
}

interface WhatToPlayProps {
  wanted: Preference;
  variant: AnyVariant | undefined;
  onChange: () => void;
}

function WhatToPlay({ onChange, variant, wanted }: WhatToPlayProps): ComponentChild {
  return (
    <fieldset class="what">
      <legend class="visually-hidden">{translate("whatToPlay")}</legend>
      <div class="segments tight">
        {games.map(({ name }) => (
          <label key={name} class="segment">
            <input type="radio" name="game" checked={wanted.game === name} onChange={() => prefer({ game: name })} />
            <span>{wordsOf(name)?.name ?? name}</span>
          </label>
        ))}
      </div>
      {gameNamed(wanted.game).offers.variants && (
        <button type="button" class="variant-button" onClick={onChange}>
          <span class="variant-words">
            <strong>{variantName(wanted.game, variant?.variant ?? wanted.variant, variant?.name)}</strong>
            {variant && <span class="muted">{sizeOf(variant)}</span>}
          </span>
          <span class="variant-change">
            {translate("change")}
            <Icon name="next" />
          </span>
        </button>
      )}
    </fieldset>
  );
}

/** The clock for games with others. */
function Time({ wanted }: { wanted: Preference }): ComponentChild {
  return (
    <fieldset class="what">
      <legend class="visually-hidden">{translate("time")}</legend>
      <div class="segments one-row">
        {TIME_PRESETS.map((preset) => (
          <label key={preset} class="segment">
            <input type="radio" name="time" checked={wanted.time === preset} onChange={() => prefer({ time: preset })} />
            <span>{preset === "none" ? translate("time_none") : preset}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface WayProps {
  icon: IconName;
  title: string;
  text: string;
  primary?: boolean;
  busy: boolean;
  onClick: () => void;
}

function Way({ busy, icon, onClick, primary, text, title }: WayProps): ComponentChild {
  return (
    <button type="button" class={`way ${primary ? "primary" : ""}`} disabled={busy} onClick={onClick}>
      <Icon name={icon} />
      <span class="way-words">
        <strong>{title}</strong>
        <span>{text}</span>
      </span>
    </button>
  );
}

function CodeField(): ComponentChild {
  const [code, setCode] = useState("");
  const join = (event: Event): void => {
    event.preventDefault();
    // A whole link is as good as its code.
    const plain = code.replace(/^.*\/play\//i, "").replace(/[^a-z0-9]/gi, "");
    if (plain) go(`play/${plain.toUpperCase()}`);
  };
  return (
    <form class="field" onSubmit={join}>
      <label for="code">{translate("codeLabel")}</label>
      <span class="row">
        <input
          id="code"
          class="code-input"
          value={code}
          maxLength={200}
          required
          autoComplete="off"
          autocapitalize="characters"
          spellcheck={false}
          onInput={(event) => setCode(event.currentTarget.value)}
        />
        <button type="submit">{translate("join")}</button>
      </span>
    </form>
  );
}

function chosen(variants: readonly AnyVariant[], { game, variant }: Preference): AnyVariant | undefined {
  const ofGame = variants.filter((known) => known.game === game);
  return ofGame.find((known) => known.variant === variant) ?? ofGame.find((known) => known.default) ?? ofGame[0];
}
