import { computed, signal } from '@preact/signals';
import type { UserRole } from '../../../ledger/index.js';

export interface SignedInUser {
  readonly id: number;
  readonly name: string;
  readonly role: UserRole;
}

interface BoxState {
  readonly environment: 'sandbox' | 'production';
  readonly mode: 'demo' | 'lpfr' | 'vpfr';
  /** Does its processor take the key of the card in the reader of the box? */
  readonly usesCard: boolean;
}

/** What the box says of this device. */
export type SessionState =
  | { readonly state: 'unknown' }
  | { readonly state: 'offline' }
  | { readonly state: 'unclaimed'; readonly box: BoxState }
  | {
      readonly state: 'signed-out';
      readonly isOnTablet: boolean;
      /** Names of cashiers; only on a tablet that was let in. */
      readonly cashiers: readonly string[];
      readonly box: BoxState;
    }
  | {
      readonly state: 'signed-in';
      readonly user: SignedInUser;
      readonly csrf: string;
      readonly isOnTablet: boolean;
      readonly box: BoxState;
      /** The box was not asked yet: this is who was signed in on this device last. */
      readonly isFromMemory?: true;
    };

/** Who was signed in last, without what would let anybody in: a till opens also while the box is away. */
const STORED = 'signed-in';
/** How often a box that is away is asked for, ms. */
const ASK_AGAIN = 2000;
/** A small board starts within a minute. */
const RESTART_ASKS = 60;

export const session = signal<SessionState>({ state: 'unknown' });

/** Why the sign-in screen is shown again; undefined after a sign-out, or when there was no session. */
export const signedOutBecause = signal<'expired' | 'new-secret' | undefined>(undefined);

export const user = computed(() => (session.value.state === 'signed-in' ? session.value.user : undefined));

/** The token that every change must bring along; empty when nobody is signed in. */
export function csrf(): string {
  return session.value.state === 'signed-in' ? session.value.csrf : '';
}

/** Did the last request get no answer? */
export const isAway = signal(false);

/** Is the box away because somebody here has asked it to start anew? */
export const isRestarting = signal(false);

let asking: ReturnType<typeof setTimeout> | undefined;

/** Asks the box who is signed in on this device; one that does not answer is asked again until it does. */
export async function refreshSession(): Promise<void> {
  clearTimeout(asking);
  try {
    const response = await fetch('/web/session', { credentials: 'same-origin', cache: 'no-store' });
    // A box that refuses, as one with too much to do, has not said who is signed in: it is asked again.
    if (!response.ok) throw new Error(`${response.status}`);
    session.value = (await response.json()) as SessionState;
    if (session.value.state === 'signed-in') signedOutBecause.value = undefined;
    else if (isRestarting.value) {
      // The first request after a restart finds out: that of the stream, of a page, or of awaitRestart().
      signedOutBecause.value ??= 'expired';
      isRestarting.value = false;
    }
    isAway.value = false;
    remember(session.value);
  } catch {
    if (session.value.state === 'unknown') session.value = remembered() ?? { state: 'offline' };
    boxIsAway();
  }
}

/** There was no answer: it is asked for until there is one. */
export function boxIsAway(): void {
  isAway.value = true;
  clearTimeout(asking);
  asking = setTimeout(() => void refreshSession(), ASK_AGAIN);
}

/**
 * Asks the box until it has forgotten this session, as it does with a restart: the page then asks to sign in again. `times`: how
 * often it is asked at most.
 */
export async function awaitRestart(times = RESTART_ASKS): Promise<void> {
  isRestarting.value = true;
  await refreshSession();
  if (session.value.state === 'signed-out') signedOutBecause.value = 'expired';
  isRestarting.value = session.value.state === 'signed-in' && times > 0;
  if (!isRestarting.value) return;
  clearTimeout(asking);
  asking = setTimeout(() => void awaitRestart(times - 1), ASK_AGAIN);
}

/** A device that keeps nothing works all the same; only its till does not open while the box is away. */
function remember(state: SessionState): void {
  try {
    if (state.state !== 'signed-in') localStorage.removeItem(STORED);
    else localStorage.setItem(STORED, JSON.stringify({ ...state, csrf: '' }));
  } catch {
    // See above.
  }
}

function remembered(): SessionState | undefined {
  try {
    const stored = localStorage.getItem(STORED);
    return stored === null
      ? undefined
      : { ...(JSON.parse(stored) as SessionState & { state: 'signed-in' }), isFromMemory: true };
  } catch {
    return undefined;
  }
}

let isLeaving = false;

/** Signs out by a tap of the person. */
export async function leave(ask: () => Promise<unknown>): Promise<void> {
  isLeaving = true;
  try {
    await ask();
    await refreshSession();
  } finally {
    isLeaving = false;
  }
}

/** Asks for the session again after the event stream ended, and reports an expired session to the user. */
export async function lookForSession(): Promise<void> {
  const wasSignedIn = session.value.state === 'signed-in';
  await refreshSession();
  if (wasSignedIn && session.value.state === 'signed-out' && !isLeaving) signedOutBecause.value ??= 'expired';
}

/** The box does not know the session any more. */
export function signedOutByBox(): void {
  // What was asked before a sign-out is refused behind it.
  if (session.value.state !== 'signed-in' || isLeaving) return;
  signedOutBecause.value ??= 'expired';
  void refreshSession();
}
