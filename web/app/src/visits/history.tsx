// The games that were played in this browser: running ones to continue, finished ones to replay.
import type { GameName } from "@parlour/sdk";
import type { ComponentChild } from "preact";
import { translate, translateOr } from "../language/language.js";
import type { KeptGame } from "../local/kept-games.js";
import { saveSeat } from "../play/seat.js";
import { variantName } from "../play/words.js";
import { gamePath, go } from "../router.js";
import { useValue } from "../value.js";
import { forgetFinished, keptGames, rungName } from "./pages.js";
import { forgetPlayed, type PlayedGame, playedGames } from "./played-games.js";
import { RunningGames } from "./running-games.js";

/** The list, the last changed first. */
export function HistoryScreen(): ComponentChild {
  const kept = useValue(keptGames);
  const played = useValue(playedGames);
  const rows = [...kept.map(rowOfKept), ...played.map(rowOfPlayed)].sort((one, other) => other.changed - one.changed);
  const forget = (): void => {
    forgetFinished();
    forgetPlayed();
  };
  return (
    <div class="column">
      <h1>{translate("ownGames")}</h1>
      <p class="muted">{translate("kept")}</p>
      <RunningGames onServer />
      {rows.length === 0 && <p class="empty">{translate("ownGamesNone")}</p>}
      <ul class="history-list">
        {rows.map(({ changed, game, id, moves, open, outcome, rival, variant }) => (
          <li key={id} class="history-game">
            <span class="history-words">
              <strong>{variantName(game, variant)}</strong>
              <span class="muted small-text">{[rival, dateOf(changed), translate("movesMade", { count: moves })].join("\u00a0· ")}</span>
            </span>
            <span class="pill">{outcome}</span>
            {open}
          </li>
        ))}
      </ul>
      {(played.length > 0 || kept.some(({ result }) => result)) && (
        <button type="button" class="quiet" onClick={forget}>
          {translate("forgetFinished")}
        </button>
      )}
    </div>
  );
}

/** A game of the list. */
interface Row {
  readonly id: string;
  readonly game: GameName;
  readonly variant: string;
  readonly rival: string;
  readonly moves: number;
  readonly changed: number;
  readonly outcome: string;
  readonly open: ComponentChild;
}

function rowOfKept(kept: KeptGame): Row {
  const { changed, game, id, plays, variant } = kept;
  return { id, game, variant, rival: opponentOf(kept), moves: plays.length, changed, outcome: outcomeOf(kept), open: <Open game={kept} /> };
}

function rowOfPlayed({ changed, game, moves, outcome, rival, roomId, variant }: PlayedGame): Row {
  const open = (
    <a class="button small" href={gamePath(roomId)}>
      {translate("replay")}
    </a>
  );
  return { id: roomId, game, variant, rival, moves, changed, outcome: translate(outcome), open };
}

/** The button to continue a running game, or the link to replay a finished one. */
function Open({ game }: { game: KeptGame }): ComponentChild {
  const { computers, id, result, variant } = game;
  if (result?.pdn)
    return (
      <a class="button small" href={`replay#pdn=${encodeURIComponent(result.pdn)}`}>
        {translate("replay")}
      </a>
    );
  const opponent = computers[0] === computers[1] ? (computers[0] ? "computers" : "here") : "computer";
  const open = (): void => {
    saveSeat({ opponent, game: game.game, variant, tokens: [], local: id, roomId: null, roomCode: null, host: null, level: null, over: result !== null });
    go("game");
  };
  return (
    <button type="button" class={`small ${result ? "" : "primary"}`} onClick={open}>
      {translate(result ? "look" : "resumeAction")}
    </button>
  );
}

function opponentOf({ computers, game, rung }: KeptGame): string {
  if (!computers.some(Boolean)) return translate("playHere");
  return computers.every(Boolean) ? translate("watchComputers") : `${translate("computer")}, ${rungName(game, rung)}`;
}

function outcomeOf({ computers, names, result }: KeptGame): string {
  if (!result) return translate("running");
  if (result.winner === null) return translate("drawn");
  if (computers[0] === computers[1]) return translateOr("winner", "", { name: names[result.winner] });
  return translate(computers[result.winner] ? "lost" : "won");
}

function dateOf(changed: number): string {
  return new Date(changed).toLocaleDateString(document.documentElement.lang, { dateStyle: "medium" });
}
