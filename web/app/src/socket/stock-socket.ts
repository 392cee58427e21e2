// The stock Socket.IO client, for networks that block WebSockets.
import { io } from "socket.io-client";
import type { SocketLike, SocketOptions } from "./small-socket.js";

/** Creates a stock client that starts with long polling and passes every event to one listener. */
export function stockSocket(address: string, options: SocketOptions, onEvent: (event: string, ...values: unknown[]) => void): SocketLike {
  const socket = io(address, { ...options, transports: ["polling", "websocket"], autoConnect: false, forceNew: true });
  for (const event of ["connect", "disconnect", "connect_error"]) socket.on(event, (...values) => onEvent(event, ...values));
  socket.onAny(onEvent);
  return socket;
}
