// The running games of this browser, each with whose turn it is.
import type { ComponentChild } from "preact";
import { translate } from "../language/language.js";
import { openGames, type ServerGame } from "../play/live-game.js";
import { keyOf, type Seat, saveSeat, seats } from "../play/seat.js";
import { nameOf, variantName } from "../play/words.js";
import { gamePath } from "../router.js";
import { useValue } from "../value.js";

interface RunningGamesProps {
  /** The game on the screen. */
  shown?: Seat;
  /** Leaves out the games that are kept in this browser, where a list below has them. */
  onServer?: boolean;
}

/** Links to the running games, but not to the one on the screen. */
export function RunningGames({ onServer, shown }: RunningGamesProps): ComponentChild {
  const open = useValue(openGames);
  const running = useValue(seats).filter((seat) => !seat.over && !(onServer && seat.local) && (!shown || keyOf(seat) !== keyOf(shown)));
  if (running.length === 0) return null;
  return (
    <nav class="running-games" aria-label={translate("runningGames")}>
      <ul>
        {running.map((seat) => (
          <li key={keyOf(seat)}>
            <RunningGame seat={seat} live={open.get(keyOf(seat))} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A game to which this window is connected tells its opponent and its turn; of others only that they run is known. */
function RunningGame({ live, seat }: { seat: Seat; live: ServerGame | undefined }): ComponentChild {
  const { game, opponent, roomCode, roomId, variant } = seat;
  return (
    <a class="running-game" href={roomId ? gamePath(roomId) : "game"} onClick={() => saveSeat(seat)}>
      <span class="running-words">
        <strong>{variantName(game, variant)}</strong>
        {live && <Rival live={live} />}
      </span>
      {live && roomId ? (
        <Turn live={live} />
      ) : (
        <span class="pill">{translate(opponent === "friend" && roomCode && !roomId ? "waitsForFriend" : "running")}</span>
      )}
    </a>
  );
}

function Rival({ live }: { live: ServerGame }): ComponentChild {
  const state = useValue(live);
  return <span class="muted small-text">{state.seat === null ? "" : nameOf(state, 1 - state.seat)}</span>;
}

function Turn({ live }: { live: ServerGame }): ComponentChild {
  const state = useValue(live);
  if (state.yourTurn) return <span class="pill turn">{translate("yourTurn")}</span>;
  return <span class="pill">{state.seat === null ? translate("running") : translate("theirTurn", { name: nameOf(state, state.turn) })}</span>;
}
