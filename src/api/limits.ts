/** Calls per key, over all routes. */
export const RATE_LIMIT = { requests: 240, windowSeconds: 60 } as const;

/** Letters per key, apart from the calls. */
export const MAIL_LIMIT = { letters: 30, windowSeconds: 3600 } as const;

/** Largest request body, bytes. */
export const MAX_BODY = 1024 * 1024;
