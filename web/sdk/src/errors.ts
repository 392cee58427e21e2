// What can go wrong, as classes: every error carries a stable code and says what to do next.

import type { ErrorCode } from "./types.js";
import type { Candidate } from "./wire.js";

/** A code of the server, or one of the client's own. */
export type AnyCode = ErrorCode | (string & {});

/** The parts of an error that the server, or the client itself, can know. */
export interface ErrorDetails {
  /** What is possible instead. */
  readonly hint?: string | undefined;
  /** The field that was wrong. */
  readonly param?: string | undefined;
  /** The id under which the server logged the request. */
  readonly requestId?: string | undefined;
  /** Where the code is explained. */
  readonly docUrl?: string | undefined;
}

/** The root of all errors of this package. */
export class ParlourError extends Error {
  override readonly name: string = "ParlourError";
  readonly hint: string | undefined;
  readonly param: string | undefined;
  readonly requestId: string | undefined;
  readonly docUrl: string | undefined;

  constructor(
    /** A stable identifier, such as `unknown_room`. */
    readonly code: AnyCode,
    message: string,
    details: ErrorDetails = {},
  ) {
    super(message);
    ({ hint: this.hint, param: this.param, requestId: this.requestId, docUrl: this.docUrl } = details);
  }
}

/** The move was not played; the position is unchanged. */
export class MoveError extends ParlourError {
  override readonly name = "MoveError";

  constructor(
    code: AnyCode,
    message: string,
    details: ErrorDetails = {},
    /** The legal moves that fit, when the text or the squares fit more than one. */
    readonly candidates: readonly Candidate[] = [],
  ) {
    super(code, message, details);
  }
}

/** The server could not be reached, or refused the connection. */
export class ConnectionError extends ParlourError {
  override readonly name = "ConnectionError";
}

/** The server answered a request with an error status. */
export class ApiError extends ParlourError {
  override readonly name = "ApiError";

  constructor(
    /** The HTTP status. */
    readonly status: number,
    code: AnyCode,
    message: string,
    details: ErrorDetails = {},
    /** How long to wait before the next try, when the server says so. */
    readonly retryAfterSeconds?: number | undefined,
  ) {
    super(code, message, details);
  }
}

/** A webhook that did not come from the server, or came too late. */
export class SignatureError extends ParlourError {
  override readonly name = "SignatureError";
}
