/** Text of an exception for the log, without bodies and headers. */
export function errorText(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : 'not an error';
}
