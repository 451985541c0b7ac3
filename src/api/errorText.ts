/** What the log may hold of an exception: no bodies, no headers. */
export function errorText(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : 'not an error';
}
