// The screens of this part: replays, the analysis board and the puzzles, with their messages and styles.
import type { ComponentChild } from "preact";
import { useEffect } from "preact/hooks";
import { translate } from "../language/language.js";
import { PuzzlesScreen } from "../puzzles/screen.js";
import { ReplayScreen } from "./replay-screen.js";
import { AnalysisScreen } from "./screen.js";
import "./styles.js";
import { WithWords } from "./with-words.js";

const SCREENS = { analysis: AnalysisScreen, puzzles: PuzzlesScreen, replay: ReplayScreen };

/** One of the screens, as soon as its messages are loaded. */
export function AnalysisScreens({ screen }: { screen: keyof typeof SCREENS }): ComponentChild {
  const Screen = SCREENS[screen];
  useEffect(() => {
    document.title = `${translate(screen)} · Parlour`;
  });
  return (
    <WithWords>
      <Screen />
    </WithWords>
  );
}
