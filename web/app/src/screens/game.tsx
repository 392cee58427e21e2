// The player's own game: waiting, playing, and a message if it cannot continue.
import type { GameState } from "@parlour/sdk";
import type { ComponentChild } from "preact";
import { useEffect } from "preact/hooks";
import { gameNamed } from "../games.js";
import { translate } from "../language/language.js";
import { lazyScreen } from "../lazy.js";
import { ConnectionBadge } from "../parts/banners.js";
import { fetchBoard } from "../parts/board.js";
import { Icon } from "../parts/icon.js";
import { Notice } from "../parts/notice.js";
import { PlayArea } from "../parts/play-area.js";
import { type LiveGame, leave, type ServerGame, serverGameOf } from "../play/live-game.js";
import { refusalOf } from "../play/refusal.js";
import { type Seat, savedSeat, saveSeat } from "../play/seat.js";
import { variantName } from "../play/words.js";
import { retryUntilDone } from "../retry.js";
import { go, rulesPath } from "../router.js";
import { useValue } from "../value.js";

const LocalGameScreen = lazyScreen(async () => (await import("../pages.js")).LocalGameScreen);
const Waiting = lazyScreen(async () => (await import("../pages.js")).Waiting);

/** The game of the saved seat. */
export function GameScreen(): ComponentChild {
  const seat = useValue(savedSeat);
  if (!seat) return <Notice title={translate("noGame")} text={translate("noGameText")} />;
  if (seat.local) return <LocalGameScreen key={seat.game} seat={seat} id={seat.local} />;
  return <SeatedGame key={seat.tokens[0]} seat={seat} live={serverGameOf(seat)} />;
}

function SeatedGame({ live, seat }: { seat: Seat; live: ServerGame }): ComponentChild {
  const state = useValue(live);
  useEffect(() => fetchBoard(seat.game), [seat.game]);
  useEffect(() => (seat.opponent === "computers" ? autopilot(live) : undefined), [live]);
  useEffect(() => {
    const over = state.phase === "over";
    if (over !== seat.over && state.roomId !== null) saveSeat({ ...seat, over });
  }, [state.phase]);
  if (state.connection === "failed") return <Failed state={state} seat={seat} />;
  if (state.roomId === null) return <Waiting state={state} seat={seat} live={live} />;
  const pdn = gameNamed(state.game).offers.replay ? () => pdnOf(state, seat) : null;
  const { level, opponent } = seat;
  return (
    <PlayArea
      live={live}
      pdn={pdn}
      rivalNote={level ? translate(level) : undefined}
      onNewGame={opponent === "computer" && level ? async () => (await import("../pages.js")).playAgain(seat, level) : null}
    >
      <a class="round" href="." aria-label={translate("home")}>
        <Icon name="back" />
      </a>
      <h1 class="play-title">
        <a href={rulesPath(seat.game, seat.variant)}>{variantName(seat.game, seat.variant, state.layout?.name)}</a>
      </h1>
      <ConnectionBadge connection={state.connection} />
    </PlayArea>
  );
}

/** Starts the autopilot as soon as its code is loaded; the returned function stops it. */
function autopilot(live: LiveGame): () => void {
  let stop = (): void => {};
  const stopLoading = retryUntilDone(
    () => import("../pages.js"),
    ({ startAutopilot }) => (stop = startAutopilot(live)),
  );
  return () => {
    stopLoading();
    stop();
  };
}

/** The screen for a seat that the server has refused permanently. */
function Failed({ seat, state }: { seat: Seat; state: GameState }): ComponentChild {
  const leaveForHome = (): void => {
    leave();
    saveSeat(null);
    go("", "replace");
  };
  const text = seat.over ? translate("noGameText") : refusalOf(state.error);
  return (
    <Notice title={seat.over ? translate("noGame") : translate("failed")} text={text}>
      <button type="button" class="primary" onClick={leaveForHome}>
        {translate("home")}
      </button>
    </Notice>
  );
}

async function pdnOf({ result, roomId }: GameState, { tokens }: Seat): Promise<string> {
  return result?.pdn ?? (await import("../pages.js")).fetchPdn(roomId ?? "", tokens[0] ?? "");
}
