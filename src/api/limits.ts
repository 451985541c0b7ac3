/** Calls per key, over all routes. */
export const RATE_LIMIT = { requests: 240, windowSeconds: 60 } as const;

/** Largest request body, bytes. */
export const MAX_BODY = 1024 * 1024;
