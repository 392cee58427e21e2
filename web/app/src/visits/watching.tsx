// One game for a spectator.
import { createGame, type GameName } from "@parlour/sdk";
import type { ComponentChild } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { base } from "../address.js";
import { gameNamed } from "../games.js";
import { translate } from "../language/language.js";
import { ConnectionBadge } from "../parts/banners.js";
import { Icon } from "../parts/icon.js";
import { Notice } from "../parts/notice.js";
import { PlayArea } from "../parts/play-area.js";
import { ServerGame } from "../play/live-game.js";
import { variantName } from "../play/words.js";
import { rulesPath } from "../router.js";
import { useValue } from "../value.js";
import { fetchPdn, ownName } from "./pages.js";

interface WatchingScreenProps {
  roomId: string;
  game: GameName;
}

/** Follows the game over a connection of its own. */
export function WatchingScreen({ game, roomId }: WatchingScreenProps): ComponentChild {
  const live = useMemo(() => new ServerGame([createGame({ server: base(), watch: { game, roomId, username: ownName() } })]), [game, roomId]);
  useEffect(() => () => live.close(), [live]);
  const state = useValue(live);
  if (state.connection === "failed") return <Notice title={translate("watchGone")} text={translate("watchGoneText")} />;
  if (state.roomId === null)
    return (
      <p class="notice-screen muted" role="status">
        {translate("connecting")}
      </p>
    );
  const pdn = gameNamed(state.game).offers.replay ? async () => state.result?.pdn ?? fetchPdn(roomId) : null;
  return (
    <PlayArea live={live} pdn={pdn} onNewGame={null}>
      <a class="round" href="watch" aria-label={translate("watch")}>
        <Icon name="back" />
      </a>
      <div class="play-heading">
        <h1 class="play-title">
          <a href={rulesPath(state.game, state.variant ?? "")}>{variantName(state.game, state.variant ?? "", state.layout?.name)}</a>
        </h1>
        <span class="muted small-text">{translate("watching")}</span>
      </div>
      <ConnectionBadge connection={state.connection} />
    </PlayArea>
  );
}
