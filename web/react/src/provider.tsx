// <GameProvider>: opens one game for its children, and closes it when it unmounts.
import { type ConnectOptions, createGame, type GameName, type GameOf, type Server, type TokenSource } from "@parlour/sdk";
import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { ProviderContext } from "./context.js";
import { MESSAGES, type Messages } from "./messages.js";

type Each<T> = T extends unknown ? Partial<T> : never;
type AllOf<T> = { [K in T extends unknown ? keyof T : never]?: T extends { [P in K]?: infer V } ? V : never };

/** The options of `connect` as props, or a game that the page has opened. */
export interface GameProviderProps extends AllOf<Each<ConnectOptions>> {
  /** Another name for `server`. */
  serverUrl?: string | undefined;
  /** The name of the game with a leading slash; an alternative to `game`. */
  namespace?: string | undefined;
  /** A game of `createGame` or `connect`; the caller opens and closes it. */
  instance?: GameOf<GameName> | undefined;
  /** Messages that replace the English ones. */
  messages?: Partial<Messages> | undefined;
  children?: ReactNode;
}

/** Connects to a server and provides the game to all components and hooks below. */
export function GameProvider(props: GameProviderProps): ReactNode {
  const { children, instance, messages } = props;
  const game = useGameOf(props);
  useEffect(() => {
    if (instance) return;
    game.open();
    return () => game.close();
  }, [game, instance]);
  const provided = useMemo(() => ({ game, initial: game.state, messages: { ...MESSAGES, ...messages } }), [game, messages]);
  return <ProviderContext.Provider value={provided}>{children}</ProviderContext.Provider>;
}

/** The game of the options; the same object until an option changes. */
function useGameOf(props: GameProviderProps): GameOf<GameName> {
  const { guest, instance, settings, socketPath, token, watch } = props;
  const latest = useRef(token);
  useEffect(() => {
    latest.current = token;
  });
  const server = props.server ?? props.serverUrl ?? (typeof document === "undefined" ? "http://localhost" : undefined);
  const game = (props.game ?? props.namespace?.replace(/^\//, "")) as GameName | undefined;
  const source = typeof token === "function" ? () => read(latest.current) : token;
  // Options are compared by value, because inline options are new objects at each render.
  const place = typeof server === "string" ? server : null;
  const key = JSON.stringify([token ?? null, typeof token, game, guest, watch, settings, place, socketPath]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for everything that is compared by value
  return useMemo(() => instance ?? createGame(optionsOf(props, server, game, source)), [instance, key, typeof server === "object" ? server : null]);
}

function optionsOf(
  { autoJoin, debug, guest, settings, socketPath, storage, watch }: GameProviderProps,
  server: Server | undefined,
  game: GameName | undefined,
  token: TokenSource | undefined,
): ConnectOptions {
  const common = { autoJoin, debug, server, socketPath, storage };
  if (guest) return { ...common, guest };
  if (watch) return { ...common, watch };
  return { ...common, token: token ?? "", game, settings };
}

function read(token: TokenSource | undefined): string | Promise<string> {
  return typeof token === "function" ? token() : (token ?? "");
}
