// Opens one game for everything below it, and closes it with the page.
import { type ConnectOptions, createGame, type GameName, type GameOf, type TokenSource } from "@parlour/sdk";
import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { ProviderContext } from "./context.js";
import { MESSAGES, type Messages } from "./messages.js";

type Each<T> = T extends unknown ? Partial<T> : never;
type AllOf<T> = { [K in T extends unknown ? keyof T : never]?: T extends { [P in K]?: infer V } ? V : never };

/** The options of `connect` as props, or a game that the page has opened itself. */
export interface GameProviderProps extends AllOf<Each<ConnectOptions>> {
  /** Another name for `server`. */
  serverUrl?: string | undefined;
  /** The name of the game with a leading slash; another way to say `game`. */
  namespace?: string | undefined;
  /** A game of `createGame` or `connect`; whoever made it opens and closes it. */
  instance?: GameOf<GameName> | undefined;
  /** Sentences that replace the English ones. */
  messages?: Partial<Messages> | undefined;
  children?: ReactNode;
}

/** Connects to a server and gives the game to every component and hook below. */
export function GameProvider(props: GameProviderProps): ReactNode {
  const { children, instance, messages } = props;
  const game = useGameOf(props);
  useEffect(() => {
    if (instance) return;
    game.open();
    return () => game.close();
  }, [game, instance]);
  const provided = useMemo(
    () => ({ game, initial: game.state, messages: { ...MESSAGES, ...messages } }),
    [game, messages],
  );
  return <ProviderContext.Provider value={provided}>{children}</ProviderContext.Provider>;
}

/** The same game as long as the same player plays on the same server. */
function useGameOf(props: GameProviderProps): GameOf<GameName> {
  const { game, guest, instance, namespace, server, serverUrl, settings, socketPath, token, watch } = props;
  const latest = useRef(token);
  useEffect(() => {
    latest.current = token;
  });
  const where = server ?? serverUrl ?? (typeof document === "undefined" ? "http://localhost" : undefined);
  const access = typeof where === "object" ? where : null;
  const source = typeof token === "function" ? "function" : token;
  const key = JSON.stringify([source, game, namespace, guest, watch, settings, access ? null : where, socketPath]);
  return useMemo(() => {
    if (instance) return instance;
    const fresh: TokenSource | undefined = typeof token === "function" ? () => read(latest.current) : token;
    const options = {
      ...props,
      server: where,
      game: game ?? namespace?.replace(/^\//, ""),
      ...(token === undefined ? {} : { token: fresh }),
    };
    if (token === undefined) delete (options as { token?: unknown }).token;
    if (!guest) delete options.guest;
    if (!watch) delete options.watch;
    return createGame(options as ConnectOptions);
    // Options are compared by value: pages write them inline, anew at each render.
  }, [instance, key, access]);
}

function read(token: TokenSource | undefined): string | Promise<string> {
  return typeof token === "function" ? token() : (token ?? "");
}
