// The webhook events. Written by `cargo xtask codegen` from the crate protocol; do not edit.
import type { WebhookName } from "@parlour/sdk";

export const WEBHOOK_EVENTS: readonly WebhookName[] = [
  "session.created",
  "session.started",
  "session.expired",
  "game.move",
  "game.ended",
  "tictactoe.fork",
  "checkers.king",
  "checkers.capture",
  "checkers.afk_warning",
  "checkers.afk_timeout",
  "connectfour.afk_warning",
  "connectfour.afk_timeout",
];
