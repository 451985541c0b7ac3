import { type Rule, type Message, english } from '../../base/index.js';

/** The nine public error codes. */
export const ERROR_CODES = [
  'unauthorized',
  'rate_limited',
  'bad_request',
  'validation',
  'not_found',
  'pfr_error',
  'mail_error',
  'server_error',
  'configuration',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** HTTP status of each error code. */
export const HTTP_STATUS: Readonly<Record<ErrorCode, number>> = {
  unauthorized: 401,
  rate_limited: 429,
  bad_request: 400,
  validation: 422,
  not_found: 404,
  pfr_error: 409,
  mail_error: 409,
  server_error: 500,
  configuration: 422,
};

/** Machine-readable details of an error besides its code. */
export interface ErrorDetails {
  /** Stable name of the violated rule. */
  readonly rule: Rule;
  /**
   * Location: a JSON pointer (RFC 6901) into the body, such as `/items/1/quantity`, or the name of a parameter or
   * header.
   */
  readonly field?: string;
  /** The message in English; absent if the message itself is English. */
  readonly messageEn?: string;
  /** Seconds until the outcome is known at the latest, as long as the processor answers. */
  readonly retryAfter?: number;
  /** Id under which the log has more details. */
  readonly ref?: string;
}

/** The body of every error. The sender of the response adds the `requestId`. */
export interface ErrorBody {
  readonly error: ErrorDetails & { readonly code: ErrorCode; readonly message: string; readonly requestId?: string };
}

/** `message`: a text is for the seller if `messageEn` is given, otherwise for programs only. */
export function errorBody(code: ErrorCode, message: Message | string, details: ErrorDetails): ErrorBody {
  const text = typeof message === 'string' ? message : english(message);
  const { rule, field, messageEn = text, retryAfter, ref } = details;
  return {
    error: {
      ...{ code, message: text },
      ...(field !== undefined && { field }),
      ...{ rule, messageEn },
      ...(retryAfter !== undefined && { retryAfter }),
      ...(ref !== undefined && { ref }),
    },
  };
}
