// The stock Socket.IO client, for networks that let no WebSocket through.
import { io } from "socket.io-client";
import type { SocketLike, SocketOptions } from "./small-socket.js";

/** Makes a stock client that begins with long polling, and tells every event to one listener. */
export function stockSocket(address: string, options: SocketOptions, tell: (event: string, ...values: unknown[]) => void): SocketLike {
  const socket = io(address, { ...options, transports: ["polling", "websocket"], autoConnect: false, forceNew: true });
  for (const event of ["connect", "disconnect", "connect_error"]) socket.on(event, (...values) => tell(event, ...values));
  socket.onAny(tell);
  return socket;
}
