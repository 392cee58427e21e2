// The player's own game: waiting, playing, and a message if it cannot continue.
import type { GameState } from "@parlour/sdk";
import type { ComponentChild } from "preact";
import { useEffect } from "preact/hooks";
import { gameNamed } from "../games.js";
import { translate } from "../language/language.js";
import { lazyPart, lazyScreen } from "../lazy.js";
import { ConnectionBadge } from "../parts/banners.js";
import { fetchBoard } from "../parts/board.js";
import { Icon } from "../parts/icon.js";
import { Notice } from "../parts/notice.js";
import { PlayArea } from "../parts/play-area.js";
import { type LiveGame, openGames, type ServerGame, serverGameOf } from "../play/live-game.js";
import { keyOf, type Seat, saveSeat, seats } from "../play/seat.js";
import { variantName } from "../play/words.js";
import { retryUntilDone } from "../retry.js";
import { gamePath, go, rulesPath } from "../router.js";
import { useValue } from "../value.js";

const AddressScreen = lazyScreen(async () => (await import("../visits.js")).AddressScreen);
const FailedSeat = lazyScreen(async () => (await import("../visits.js")).FailedSeat);
const LeaveGuard = lazyPart(async () => (await import("../visits.js")).LeaveGuard);
const LocalGameScreen = lazyScreen(async () => (await import("../pages.js")).LocalGameScreen);
const RunningGames = lazyPart(async () => (await import("../visits.js")).RunningGames);
const Waiting = lazyScreen(async () => (await import("../visits.js")).Waiting);

/** The game in a room: of a seat of this browser, or for everyone who may see it. Without a room, the game of the last seat. */
export function GameScreen({ roomId }: { roomId: string | undefined }): ComponentChild {
  const all = useValue(seats);
  const seat = roomId === undefined ? all[0] : all.find((known) => known.roomId === roomId && (!known.over || openGames.get().has(keyOf(known))));
  if (!seat && roomId !== undefined) return <AddressScreen key={roomId} roomId={roomId} />;
  if (!seat) return <Notice title={translate("noGame")} text={translate("noGameText")} />;
  if (seat.local) return <LocalGameScreen key={seat.game} seat={seat} id={seat.local} />;
  return <SeatedGame key={seat.tokens[0]} seat={seat} live={serverGameOf(seat)} />;
}

function SeatedGame({ live, seat }: { seat: Seat; live: ServerGame }): ComponentChild {
  const state = useValue(live);
  useEffect(() => fetchBoard(seat.game), [seat.game]);
  useEffect(() => void import("../visits.js").then(({ startBackgroundGames }) => startBackgroundGames()).catch(() => {}), []);
  useEffect(() => (seat.opponent === "computers" ? autopilot(live) : undefined), [live]);
  useEffect(() => {
    const { roomId } = state;
    if (roomId === null) return;
    saveSeat({ ...seat, roomId, over: state.phase === "over" });
    go(gamePath(roomId), "replace");
  }, [state.phase, state.roomId]);
  if (state.connection === "failed") return <FailedSeat state={state} seat={seat} />;
  if (state.roomId === null) return <Waiting state={state} seat={seat} live={live} />;
  const pdn = gameNamed(state.game).offers.replay ? () => pdnOf(state, seat) : null;
  const { level, opponent } = seat;
  const isLive = state.phase === "playing" && (opponent === "friend" || opponent === "stranger");
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
      {seats.get().length > 1 && <RunningGames shown={seat} />}
      {isLive && <LeaveGuard />}
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

async function pdnOf({ result, roomId }: GameState, { tokens }: Seat): Promise<string> {
  return result?.pdn ?? (await import("../pages.js")).fetchPdn(roomId ?? "", tokens[0] ?? "");
}
