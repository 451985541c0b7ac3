import { session } from './session.js';
import { readStored, store } from './stored.js';

/** A request that issues a receipt. */
export interface Sent {
  /** Relative to `/web/v1`. */
  readonly path: string;
  readonly body: object;
}

/** A request that issues a receipt, in the form in which it is repeated until it is answered. */
export interface Pending {
  /** Idempotency key: the box never issues a second receipt under it. */
  readonly key: string;
  readonly sent: Sent;
  /** The page's view of the box when a person asked for the receipt. */
  readonly belief?: string;
}

const PREFIX = 'issue ';

/**
 * Where a request is stored on the device, beyond the end of a session and of the window. Requests to the other
 * environment are not visible, because keys are separate there.
 */
function placeOf(name: string): string {
  return `${prefix()}${name}`;
}

function prefix(): string {
  const { value } = session;
  return `${PREFIX}${'box' in value ? value.box.environment : ''} `;
}

/** Undefined also for a device that cannot be read: it could not store anything, so nothing was sent. */
export function readPending(name: string): Pending | undefined {
  return readStored(placeOf(name)) as Pending | undefined;
}

/** False when the device is full, or stores nothing. The request must not be sent then. */
export function storePending(name: string, pending: Pending): boolean {
  return store(placeOf(name), pending);
}

export function forgetPending(name: string): void {
  store(placeOf(name), undefined);
}

/** The names of all requests that were sent without a certain answer, such as `refund 018f…`. */
export function pendingNames(): string[] {
  const start = prefix();
  try {
    return Object.keys(localStorage)
      .filter((place) => place.startsWith(start))
      .map((place) => place.slice(start.length));
  } catch {
    return [];
  }
}
