// The error classes: every error has a stable code and may have a hint on what to do.

import type { ErrorCode } from "./types.js";
import type { Candidate } from "./wire.js";

/** A code of the server, or one of the client's own. */
export type AnyCode = ErrorCode | (string & {});

/** The optional details of an error. */
export interface ErrorDetails {
  /** What is possible instead. */
  readonly hint?: string | undefined;
  /** The invalid field. */
  readonly param?: string | undefined;
  /** The id under which the server logged the request. */
  readonly requestId?: string | undefined;
  /** The documentation of the code. */
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
    /** The matching legal moves, if the text or the squares match more than one. */
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
    /** The delay before the next try, if the server sent one. */
    readonly retryAfterSeconds?: number | undefined,
  ) {
    super(code, message, details);
  }
}

/** A webhook whose signature is wrong or too old. */
export class SignatureError extends ParlourError {
  override readonly name = "SignatureError";
}
