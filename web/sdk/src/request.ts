// One request over the socket and its one answer.
import { ConnectionError, ParlourError } from "./errors.js";
import type { WireSocket } from "./socket.js";
import type { Answer, Refused, Request, RequestName } from "./wire.js";

/** After this long without an answer, the line counts as dead. */
const ANSWER_TIMEOUT = 10_000;

/** Asks the server and gives its answer; a refusal is an answer, a lost connection is an error. */
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

/** The error that a refusal stands for. */
export function refused({ code, error, hint, param }: Refused): ParlourError {
  return new ParlourError(code, error, { hint, param });
}

function lost(): ConnectionError {
  return new ConnectionError("disconnected", "the connection to the server is lost", {
    hint: "The client reconnects by itself.",
  });
}
