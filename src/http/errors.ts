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

/** The body of every error; `ref` is the id under which the log has the details. */
export function errorBody(code: ErrorCode, message: string, ref?: string): object {
  return { error: { code, message, ...(ref !== undefined && { ref }) } };
}
