import type { IncomingMessage } from 'node:http';

/** Starts reading the body of a request. */
const WANTED = new WeakMap<IncomingMessage, () => void>();

/** Delays reading a request body until {@link wantBody}; `want` starts it. */
export function holdBody(request: IncomingMessage, want: () => void): void {
  WANTED.set(request, want);
}

/**
 * Starts reading a request body. Without this call no body is read, so an unauthenticated client cannot make the box
 * read one.
 */
export function wantBody(request: IncomingMessage): void {
  WANTED.get(request)?.();
}
