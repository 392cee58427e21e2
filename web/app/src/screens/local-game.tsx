// A game of this browser: opens it, and shows it as any other game.
import type { ComponentChild } from "preact";
import { useEffect, useState } from "preact/hooks";
import { gameNamed, games } from "../games.js";
import { translate } from "../language/language.js";
import { usePrefetch } from "../lazy.js";
import { beginLocalGame } from "../local/begin-local.js";
import { keptGame } from "../local/kept-games.js";
import { LocalGame } from "../local/local-game.js";
import { prefetchModule } from "../local/module.js";
import { rungName } from "../local/rungs.js";
import { fetchBoard } from "../parts/board.js";
import { Icon } from "../parts/icon.js";
import { Notice } from "../parts/notice.js";
import { PlayArea } from "../parts/play-area.js";
import { refusalOf } from "../play/refusal.js";
import { removeSeat, type Seat, saveSeat } from "../play/seat.js";
import { variantName } from "../play/words.js";
import { go, rulesPath } from "../router.js";
import { useValue } from "../value.js";
import { loadElement } from "../views.js";

/** The game with this id, as soon as it is open. */
export function LocalGameScreen({ id, seat }: { id: string; seat: Seat }): ComponentChild {
  const [live, setLive] = useState<LocalGame | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  useEffect(() => fetchBoard(seat.game), [seat.game]);
  usePrefetch([
    ...games.map(
      ({ name }) =>
        () =>
          loadElement(name),
    ),
    () => prefetchModule(seat.variant),
    // The list of own games, which has this one.
    () => import("../visits.js"),
  ]);
  useEffect(() => {
    if (live?.kept.id === id) return;
    live?.close();
    const kept = keptGame(id);
    if (!kept) return setProblem(new Error("the game is not in this browser"));
    let wanted = true;
    LocalGame.open(kept).then(
      (opened) => (wanted ? setLive(opened) : opened.close()),
      (error: unknown) => wanted && setProblem(error),
    );
    return () => {
      wanted = false;
    };
  }, [id]);
  useEffect(() => () => live?.close(), [live]);
  if (problem !== null) return <Lost problem={problem} seat={seat} />;
  if (!live || live.kept.id !== id)
    return (
      <p class="notice-screen muted" role="status">
        {translate("waitingHere")}
      </p>
    );
  return <OpenGame live={live} seat={seat} />;
}

function OpenGame({ live, seat }: { live: LocalGame; seat: Seat }): ComponentChild {
  const state = useValue(live);
  const { kept } = live;
  useEffect(() => {
    const over = state.phase === "over";
    if (over !== seat.over || kept.id !== seat.local) saveSeat({ ...seat, local: kept.id, over });
  }, [state.phase, kept.id]);
  const pdn = gameNamed(state.game).offers.replay && state.result?.pdn ? async () => state.result?.pdn ?? "" : null;
  const again = async (): Promise<void> => {
    const [first, second] = kept.computers;
    const side = first === second ? (first ? "none" : "both") : second ? "first" : "second";
    saveSeat(await beginLocalGame(kept, { seat: side, rung: kept.rung, start: kept.start === null ? "usual" : "position", position: kept.start ?? "" }));
  };
  return (
    <PlayArea live={live} pdn={pdn} rivalNote={rungName(state.game, kept.rung)} onNewGame={again}>
      <a class="round" href="." aria-label={translate("home")}>
        <Icon name="back" />
      </a>
      <h1 class="play-title">
        <a href={rulesPath(state.game, kept.variant)}>{variantName(state.game, kept.variant, state.layout?.name)}</a>
      </h1>
    </PlayArea>
  );
}

/** The screen for a game that cannot be opened. */
function Lost({ problem, seat }: { problem: unknown; seat: Seat }): ComponentChild {
  const leaveForHome = (): void => {
    removeSeat(seat);
    go("", "replace");
  };
  return (
    <Notice title={translate("noGame")} text={refusalOf(problem)}>
      <button type="button" class="primary" onClick={leaveForHome}>
        {translate("home")}
      </button>
    </Notice>
  );
}
