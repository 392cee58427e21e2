// <AfkBanner>: the warning for not moving, with its countdown.
import type { CSSProperties, ReactNode } from "react";
import { useProvided } from "./context.js";
import { useGameState } from "./hooks.js";
import { fill } from "./messages.js";

/** Class and style of the banner. */
export interface AfkBannerProps {
  className?: string;
  style?: CSSProperties;
}

/** Renders nothing without a warning; screen readers announce it once, without the seconds. */
export function AfkBanner({ className = "parlour-afk", style }: AfkBannerProps): ReactNode {
  const { messages } = useProvided();
  const { afk, players } = useGameState();
  if (!afk) return null;
  const name = players.find(({ id }) => id === afk.playerId)?.displayName ?? "";
  return (
    <div className={className} style={style} data-you={afk.you} role={afk.you ? "alert" : "status"}>
      <span>{fill(afk.you ? messages.afkYou : messages.afkOther, { name })}</span>
      {afk.secondsLeft !== null && <span aria-hidden="true"> {fill(messages.seconds, { seconds: afk.secondsLeft })}</span>}
    </div>
  );
}
