// The games that were played in this browser: running ones to continue, finished ones to replay.
import type { ComponentChild } from "preact";
import { translate, translateOr } from "../language/language.js";
import { forgetFinished, type KeptGame, keptGames } from "../local/kept-games.js";
import { rungName } from "../local/rungs.js";
import { saveSeat } from "../play/seat.js";
import { variantName } from "../play/words.js";
import { go } from "../router.js";
import { useValue } from "../value.js";

/** The list, the last changed first. */
export function HistoryScreen(): ComponentChild {
  const games = useValue(keptGames);
  return (
    <div class="column">
      <h1>{translate("ownGames")}</h1>
      <p class="muted">{translate("kept")}</p>
      {games.length === 0 && <p class="empty">{translate("ownGamesNone")}</p>}
      <ul class="history-list">
        {games.map((game) => (
          <li key={game.id} class="history-game">
            <span class="history-words">
              <strong>{variantName(game.game, game.variant)}</strong>
              <span class="muted small-text">{[opponentOf(game), dateOf(game), translate("movesMade", { count: game.plays.length })].join(" · ")}</span>
            </span>
            <span class="pill">{outcomeOf(game)}</span>
            <Open game={game} />
          </li>
        ))}
      </ul>
      {games.some(({ result }) => result) && (
        <button type="button" class="quiet" onClick={forgetFinished}>
          {translate("forgetFinished")}
        </button>
      )}
    </div>
  );
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
    saveSeat({ opponent, game: game.game, variant, tokens: [], local: id, roomCode: null, level: null, over: result !== null });
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

function dateOf({ changed }: KeptGame): string {
  return new Date(changed).toLocaleDateString(document.documentElement.lang, { dateStyle: "medium" });
}
