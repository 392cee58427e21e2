// One request over the socket and its answer.
import { ConnectionError, ParlourError } from "./errors.js";
import type { WireSocket } from "./socket.js";
import type { Answer, Refused, Request, RequestName } from "./wire.js";

/** Milliseconds after which a request without an answer fails. */
const ANSWER_TIMEOUT = 10_000;

/** Sends a request and returns the answer, which may be a refusal; rejects if the connection is lost. */
export function request<E extends RequestName>(socket: WireSocket, event: E, payload: Request<E>): Promise<Answer<E>> {
  return new Promise((resolve, reject) => {
    if (!socket.connected) return reject(lost());
    const done = () => {
      clearTimeout(timer);
      socket.off("disconnect", onDisconnect);
    };
    const onDisconnect = () => {
      done();
      reject(lost());
    };
    const timer = setTimeout(() => {
      done();
      reject(new ConnectionError("timeout", `the server did not answer ${event} in time`));
    }, ANSWER_TIMEOUT);
    socket.on("disconnect", onDisconnect);
    socket.emit(event, payload, (answer: Answer<E>) => {
      done();
      resolve(answer);
    });
  });
}

/** The error of a refusal. */
export function refused({ code, error, hint, param }: Refused): ParlourError {
  return new ParlourError(code, error, { hint, param });
}

function lost(): ConnectionError {
  return new ConnectionError("disconnected", "the connection to the server is lost", {
    hint: "The client reconnects.",
  });
}
