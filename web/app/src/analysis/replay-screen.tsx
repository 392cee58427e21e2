// Replays a game or a position from text, with analysis.
import type { ComponentChild } from "preact";
import { useEffect, useState } from "preact/hooks";
import { addressOf } from "../address.js";
import { gameNamed } from "../games.js";
import { translate } from "../language/language.js";
import { variantName } from "../play/words.js";
import type { ReplayedGame } from "../replay.js";
import { route } from "../router.js";
import type { AnyVariant } from "../server.js";
import { useValue } from "../value.js";
import { preference, replayGame, useVariants } from "./pages.js";
import { ProblemText } from "./problem-text.js";
import { ReplayArea } from "./replay-area.js";

/** The text is in the fragment of the address, so that the link can be shared and browsers do not send it to the server. */
const FRAGMENT = /^#pdn=(.*)$/;

const EXAMPLE = '[GameType "20"]\n1. 32-28 19-23 2. 28x19 14x23';

/** Asks for a text, then replays its game. */
export function ReplayScreen(): ComponentChild {
  const { variants } = useVariants();
  const [replayed, setReplayed] = useState<(ReplayedGame & { readonly pasted: string }) | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const open = (text: string, variant: string): void => {
    setProblem(null);
    replayGame(text, variant || undefined).then((found) => {
      setReplayed({ ...found, pasted: text });
      history.replaceState(null, "", addressOf(`replay#pdn=${encodeURIComponent(text)}`));
    }, setProblem);
  };
  // Another link in the same window, and the link of the header, which asks for a text again.
  const now = useValue(route);
  useEffect(() => {
    const [, text] = FRAGMENT.exec(location.hash) ?? [];
    setReplayed(null);
    if (text) open(decode(text), "");
  }, [now]);
  const close = (): void => {
    setReplayed(null);
    history.replaceState(null, "", addressOf("replay"));
  };
  const layout = variants.find((known) => hasReplay(known) && known.variant === replayed?.variant);
  if (replayed && layout) return <ReplayArea replayed={replayed} text={replayed.pasted} layout={layout} onClose={close} />;
  return (
    <div class="column">
      <h1>{translate("replayTitle")}</h1>
      <p class="muted">{translate("replayText")}</p>
      <TextForm variants={variants} onOpen={open} />
      <ProblemText problem={problem} about={translate("replayFailed")} />
    </div>
  );
}

interface TextFormProps {
  variants: readonly AnyVariant[];
  onOpen: (text: string, variant: string) => void;
}

function TextForm({ onOpen, variants }: TextFormProps): ComponentChild {
  const [text, setText] = useState("");
  const [variant, setVariant] = useState(preference.get().variant);
  const submit = (event: Event): void => {
    event.preventDefault();
    if (text.trim()) onOpen(text, variant);
  };
  return (
    <form class="replay-form" onSubmit={submit}>
      <label class="field">
        <span>{translate("pdnLabel")}</span>
        <textarea rows={10} spellcheck={false} value={text} placeholder={EXAMPLE} onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      <label class="field">
        <span>{translate("fromTags")}</span>
        <select value={variant} onChange={(event) => setVariant(event.currentTarget.value)}>
          {variants.filter(hasReplay).map(({ game, name, variant: id }) => (
            <option key={id} value={id}>
              {variantName(game, id, name)}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" class="primary">
        {translate("pdnOpen")}
      </button>
    </form>
  );
}

/** Whether the server reads games of this variant as text. */
function hasReplay({ game }: AnyVariant): boolean {
  return gameNamed(game).offers.replay;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
