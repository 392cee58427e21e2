// <AfkBanner>: the warning for not moving, with its countdown.
import type { CSSProperties, ReactNode } from "react";
import { useProvided } from "./context.js";
import { useGameState } from "./hooks.js";
import { say } from "./messages.js";

/** How the banner looks. */
export interface AfkBannerProps {
  className?: string;
  style?: CSSProperties;
}

/** Shows nothing until somebody is warned; spoken once, while the seconds are only seen. */
export function AfkBanner({ className = "parlour-afk", style }: AfkBannerProps): ReactNode {
  const { messages } = useProvided();
  const { afk, players } = useGameState();
  if (!afk) return null;
  const name = players.find(({ id }) => id === afk.playerId)?.displayName ?? "";
  return (
    <div className={className} style={style} data-you={afk.you} role={afk.you ? "alert" : "status"}>
      <span>{say(afk.you ? messages.afkYou : messages.afkOther, { name })}</span>
      {afk.secondsLeft !== null && <span aria-hidden="true"> {say(messages.seconds, { seconds: afk.secondsLeft })}</span>}
    </div>
  );
}
