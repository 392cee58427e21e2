// A game by its address, for everyone but its players: a running game is watched, a finished one is replayed.
import type { GameRecord } from "@parlour/sdk";
import type { ComponentChild } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { gameNamed, isGame } from "../games.js";
import { translate } from "../language/language.js";
import { fetchBoard } from "../parts/board.js";
import { Icon } from "../parts/icon.js";
import { Notice } from "../parts/notice.js";
import { PlayArea } from "../parts/play-area.js";
import { refusalOf } from "../play/refusal.js";
import { variantName } from "../play/words.js";
import { retryUntilDone } from "../retry.js";
import { rulesPath } from "../router.js";
import { analysisPath, fetchRecord, useVariants } from "./pages.js";
import { RecordedGame } from "./recorded-game.js";
import { WatchingScreen } from "./watching.js";

/** Asks the server for the game first: its address does not tell whether it has ended. */
export function AddressScreen({ roomId }: { roomId: string }): ComponentChild {
  const [record, setRecord] = useState<GameRecord | null | undefined>(undefined);
  const [problem, setProblem] = useState<unknown>(null);
  useEffect(() => retryUntilDone(() => fetchRecord(roomId), setRecord, setProblem), [roomId]);
  if (record === null || (record && !isGame(record.game))) return <Notice title={translate("watchGone")} text={translate("watchGoneText")} />;
  if (record?.endedAt) return <Recorded record={record} />;
  if (record) return <WatchingScreen roomId={roomId} game={record.game} />;
  if (problem !== null) return <Notice title={translate("unreachable")} text={refusalOf(problem)} />;
  return (
    <p class="notice-screen muted" role="status">
      {translate("connecting")}
    </p>
  );
}

function Recorded({ record }: { record: GameRecord }): ComponentChild {
  const { game, result, variant } = record;
  const { variants } = useVariants();
  const layout = variants.find((known) => known.game === game && known.variant === variant);
  const live = useMemo(() => new RecordedGame(record, layout), [record, layout]);
  useEffect(() => fetchBoard(game), [game]);
  if (!layout)
    return (
      <p class="notice-screen muted" role="status">
        {translate("loading")}
      </p>
    );
  const text = gameNamed(game).offers.replay ? result?.pdn : undefined;
  return (
    <PlayArea live={live} pdn={text ? async () => text : null} onNewGame={null} resultSeen>
      <a class="round" href="." aria-label={translate("home")}>
        <Icon name="back" />
      </a>
      <div class="play-heading">
        <h1 class="play-title">
          <a href={rulesPath(game, variant)}>{variantName(game, variant, layout.name)}</a>
        </h1>
        <time class="muted small-text" dateTime={record.startedAt}>
          {new Date(record.startedAt).toLocaleDateString(document.documentElement.lang, { dateStyle: "medium" })}
        </time>
      </div>
      {text && (
        <a class="button small" href={analysisPath(text)}>
          {translate("analysis")}
        </a>
      )}
    </PlayArea>
  );
}
