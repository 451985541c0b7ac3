import type { FailureReason } from './exchange.js';

const MEANINGS: Readonly<Record<FailureReason, string>> = {
  untrusted: 'its certificate is not of an authority that is trusted; give the one of the box (its ca.pem) as `ca`',
  'not-reached': 'it was not reached, and has got nothing',
  'no-answer': 'it has not answered, and what it did is not known; repeat under the same idempotency key',
};

/** No answer came from the box after all attempts. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';

  constructor(
    origin: string,
    readonly reason: FailureReason,
    /** Number of attempts. */
    readonly attempts: number,
    /**
     * The key of the request: repeat it under this key, or look the receipt up by `GET /invoices?clientRequestId=`.
     * Undefined: it had none.
     */
    readonly idempotencyKey: string | undefined,
    cause: Error,
  ) {
    super(`${origin}: ${MEANINGS[reason]} (${cause.message})`, { cause });
  }
}

/** The `error` of an error response. */
export interface ErrorBody {
  readonly code: string;
  readonly message: string;
  readonly rule?: string;
}

/**
 * The box answered a request for events with an error. `error.rule` `events.cursor-unknown` means that you must start
 * from the beginning.
 */
export class EventsError extends Error {
  override readonly name = 'EventsError';

  constructor(
    readonly status: number,
    readonly error: ErrorBody,
  ) {
    super(`${status} ${error.code}: ${error.message}`);
  }
}
