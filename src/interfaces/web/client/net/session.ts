import { computed, signal } from '@preact/signals';
import { readStored, store } from './stored.js';
import type { UserRole } from '../../../../platform/ledger/index.js';

export interface SignedInUser {
  readonly id: number;
  readonly name: string;
  readonly role: UserRole;
}

interface BoxState {
  readonly environment: 'sandbox' | 'production';
  readonly mode: 'demo' | 'lpfr' | 'vpfr';
  /** True when its processor uses the key of the card in the reader of the box. */
  readonly usesCard: boolean;
}

/** State of this device according to the box. */
export type SessionState =
  | { readonly state: 'unknown' }
  | { readonly state: 'offline' }
  | { readonly state: 'unclaimed'; readonly box: BoxState }
  | {
      readonly state: 'signed-out';
      readonly isOnTablet: boolean;
      /** Names of cashiers; only on an admitted tablet. */
      readonly cashiers: readonly string[];
      readonly box: BoxState;
    }
  | {
      readonly state: 'signed-in';
      readonly user: SignedInUser;
      readonly csrf: string;
      readonly isOnTablet: boolean;
      readonly box: BoxState;
      /** The box was not asked yet: this is the user who was last signed in on this device. */
      readonly isFromMemory?: true;
    };

/** The user who was last signed in, without any credentials. A till can thus open while the box is away. */
const STORED = 'signed-in';
/** How often a box that is away is polled, ms. */
const ASK_AGAIN = 2000;
/** A small board starts within a minute. */
const RESTART_ASKS = 60;

export const session = signal<SessionState>({ state: 'unknown' });

/** Why the sign-in screen is shown again; undefined after a sign-out, or without an earlier session. */
export const signedOutBecause = signal<'expired' | 'new-secret' | undefined>(undefined);

export const user = computed(() => (session.value.state === 'signed-in' ? session.value.user : undefined));

/** The box that the signed-in user works with; undefined when no user is signed in. */
export const box = computed(() => (session.value.state === 'signed-in' ? session.value.box : undefined));

/** The token that every change must send; empty when no user is signed in. */
export function csrf(): string {
  return session.value.state === 'signed-in' ? session.value.csrf : '';
}

/** True when the last request got no answer. */
export const isAway = signal(false);

/** True when the box is away because a restart was requested here. */
export const isRestarting = signal(false);

let asking: ReturnType<typeof setTimeout> | undefined;

/** Asks the box for the session of this device; repeats until the box answers. */
export async function refreshSession(): Promise<void> {
  clearTimeout(asking);
  try {
    const response = await fetch('/web/session', { credentials: 'same-origin', cache: 'no-store' });
    // A box that refuses, for example because it is overloaded, has not reported the session: it is asked again.
    if (!response.ok) throw new Error(`${response.status}`);
    session.value = (await response.json()) as SessionState;
    if (session.value.state === 'signed-in') signedOutBecause.value = undefined;
    else if (isRestarting.value) {
      // The first request after a restart detects the new session: the event stream, a page, or awaitRestart().
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

/** Call when there was no answer: polls the box until there is one. */
export function boxIsAway(): void {
  isAway.value = true;
  clearTimeout(asking);
  asking = setTimeout(() => void refreshSession(), ASK_AGAIN);
}

/**
 * Polls the box until it no longer knows this session, which shows a restart; the page then asks the user to sign in
 * again. `times`: maximum number of polls.
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

/** A device without storage still works, but its till does not open while the box is away. */
function remember(state: SessionState): void {
  store(STORED, state.state === 'signed-in' ? { ...state, csrf: '' } : undefined);
}

function remembered(): SessionState | undefined {
  const stored = readStored(STORED) as (SessionState & { state: 'signed-in' }) | undefined;
  return stored && { ...stored, isFromMemory: true };
}

let isLeaving = false;

/** Signs out at the user's request. */
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
export async function checkSession(): Promise<void> {
  const wasSignedIn = session.value.state === 'signed-in';
  await refreshSession();
  if (wasSignedIn && session.value.state === 'signed-out' && !isLeaving) signedOutBecause.value ??= 'expired';
}

/** Call when the box no longer knows the session. */
export function signedOutByBox(): void {
  // Requests from before a sign-out are refused after it.
  if (session.value.state !== 'signed-in' || isLeaving) return;
  signedOutBecause.value ??= 'expired';
  void refreshSession();
}

/**
 * A password recovery code that remains on the screen until the person confirms that it is written down. This tab
 * stores it, so that reloading the page does not lose it.
 */
export interface UnconfirmedCode {
  readonly code: string;
  /** The owner whose password it resets. */
  readonly owner: { readonly id: number; readonly name: string };
  /** Number of the user who sees it. */
  readonly shownTo: number;
}

const STORED_CODE = 'recovery-code';

const unconfirmed = signal(readStored(STORED_CODE, 'sessionStorage') as UnconfirmedCode | undefined);

/** The code to show to the user who is signed in; undefined when there is none. */
export function codeToConfirm(): UnconfirmedCode | undefined {
  const { value } = unconfirmed;
  return value?.shownTo === user.value?.id ? value : undefined;
}

/** Shows a code from now on; undefined hides it. Without storage the code lasts as long as the page. */
export function setCodeToConfirm(code: UnconfirmedCode | undefined): void {
  unconfirmed.value = code;
  store(STORED_CODE, code, 'sessionStorage');
}
