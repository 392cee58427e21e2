// The client for browsers and Node: play and watch games.
export { findMove, moveText } from "../../games/registry.js";
export { connect, createGame, type GameOf, watch } from "./connect.js";
export * from "./errors.js";
export { Game } from "./game.js";
export { type GameWire, legalTexts, movesOf, moveTexts, sideOf, wireOf } from "./game-wire.js";
export { followLobby } from "./live-lobby.js";
export { roomPage, rooms, variants } from "./lobby.js";
export type {
  ConnectOptions,
  DebugLine,
  Guest,
  JoinSettings,
  ServerOptions,
  TokenSource,
  Watched,
} from "./options.js";
export type { MoveAck } from "./pending.js";
export { react } from "./reactions.js";
export { reduce } from "./reduce.js";
export type { Credentials, Server, ServerAccess, WireSocket } from "./socket.js";
export { type AfkRule, type Connection, type Countdown, type GameState, initialState, type Phase, type Result, type RoomState } from "./state.js";
export type { Seat, SeatStorage } from "./storage.js";
export type { GameListeners } from "./store.js";
export { readToken } from "./token.js";
export type * from "./types.js";
export type { Cell, Entry, Layout, Legal, Payload, Play, PlayerOf } from "./wire.js";
