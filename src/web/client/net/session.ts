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
    };

export const session = signal<SessionState>({ state: 'unknown' });

/** Did a session end that this page was used with? */
export const hasExpired = signal(false);

export const user = computed(() => (session.value.state === 'signed-in' ? session.value.user : undefined));

/** The token that every change must bring along; empty when nobody is signed in. */
export function csrf(): string {
  return session.value.state === 'signed-in' ? session.value.csrf : '';
}

/** Asks the box who is signed in on this device. */
export async function refreshSession(): Promise<void> {
  try {
    const response = await fetch('/web/session', { credentials: 'same-origin', cache: 'no-store' });
    session.value = (await response.json()) as SessionState;
  } catch {
    if (session.value.state === 'unknown') session.value = { state: 'offline' };
  }
}

/** The box does not know the session any more. */
export function signedOutByBox(): void {
  if (session.value.state !== 'signed-in') return;
  hasExpired.value = true;
  void refreshSession();
}
