import { session } from './session.js';

/** What is sent to issue a receipt. */
export interface Sent {
  /** Behind `/web/v1`. */
  readonly path: string;
  readonly body: object;
}

/** A request that issues a receipt, as it is repeated until it is answered. */
export interface Pending {
  /** Idempotency key: the box never issues a second receipt under it. */
  readonly key: string;
  readonly sent: Sent;
  /** What the page believed of the box when a person asked for it. */
  readonly belief?: string;
}

const PREFIX = 'issue ';

/**
 * Where a request is kept on the device, over the end of a session and of the window too. What was sent to the other environment
 * is not seen: keys there are others.
 */
function placeOf(name: string): string {
  return `${prefix()}${name}`;
}

function prefix(): string {
  const { value } = session;
  return `${PREFIX}${'box' in value ? value.box.environment : ''} `;
}

export function readPending(name: string): Pending | undefined {
  try {
    const text = localStorage.getItem(placeOf(name));
    return text === null ? undefined : (JSON.parse(text) as Pending);
  } catch {
    // A device that lets nothing be read has let nothing be kept, so that nothing was sent.
    return undefined;
  }
}

/** False when the device is full, or keeps nothing: then it must not be sent. */
export function keepPending(name: string, pending: Pending): boolean {
  try {
    localStorage.setItem(placeOf(name), JSON.stringify(pending));
    return true;
  } catch {
    return false;
  }
}

export function forgetPending(name: string): void {
  try {
    localStorage.removeItem(placeOf(name));
  } catch {
    // Nothing is kept there.
  }
}

/** The names of all that were sent without a certain answer, such as `refund 018f…`. */
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
