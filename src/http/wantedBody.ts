import type { IncomingMessage } from 'node:http';

/** By request, what lets its body in. */
const WANTED = new WeakMap<IncomingMessage, () => void>();

/** From now on the body of a request is read, once {@link wantBody} asks for it; `want` lets it in. */
export function holdBody(request: IncomingMessage, want: () => void): void {
  WANTED.set(request, want);
}

/** To be called before a body is read: until then nothing of it is, so that nobody makes the box read what it has not asked for. */
export function wantBody(request: IncomingMessage): void {
  WANTED.get(request)?.();
}
