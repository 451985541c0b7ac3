import { createHash } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { secureRandom, type UtcMs } from '../../../base/index.js';
import type { StoredUser } from '../../../platform/ledger/index.js';

const TOKEN_BYTES = 32;
/** Maximum number of sessions; beyond it the oldest one ends, those of owners last. */
const MAX_SESSIONS = 200;
/** Maximum number of sessions of one user; beyond it the user's own oldest session ends. */
const MAX_OF_USER = 10;
/** How long an owner or technician remains signed in, ms. */
const LIFETIME = 12 * 60 * 60 * 1000;

/** The session of a user on a device. */
export interface Session {
  /** Identifies it in lists; useless for signing in. */
  readonly id: number;
  readonly user: Pick<StoredUser, 'id' | 'name' | 'role'>;
  /** Number of the admitted tablet; null on any other device. */
  readonly tablet: number | null;
  /** Token that every changing request must contain, so that no other site can make one. */
  readonly csrf: string;
  readonly address: string;
  readonly beganAt: UtcMs;
  /** By the monotonic clock, ms. */
  readonly endsAt: number;
  /** Aborted when the session ends early, for example because its user is removed. */
  readonly ended: AbortSignal;
}

interface NewSession extends Pick<Session, 'tablet' | 'address'> {
  readonly user: StoredUser;
}

interface SessionsDeps {
  readonly now: () => UtcMs;
  readonly monotonic: () => number;
  /** How long a cashier remains signed in, ms. */
  readonly cashierLifetime: () => number;
}

/**
 * The current sessions, in memory only: after a restart everyone must sign in again. Only the SHA-256 of a cookie's
 * token is stored, and a session is looked up by it, so that the duration reveals nothing.
 */
export class Sessions {
  private readonly byHash = new Map<string, { readonly session: Session; readonly end: AbortController }>();
  private last = 0;
  /** Called for each session that ends early. */
  onEnded: (session: Session) => void = () => undefined;

  constructor(private readonly deps: SessionsDeps) {}

  /** Starts a session under a new token. */
  begin({ user, tablet, address }: NewSession): { readonly token: string; readonly session: Session } {
    const { now, monotonic, cashierLifetime } = this.deps;
    this.makeRoomFor(user.id);
    const token = secureRandom(TOKEN_BYTES).toString('base64url');
    const { id, name, role } = user;
    this.last += 1;
    const end = new AbortController();
    // Each request in progress may listen.
    setMaxListeners(0, end.signal);
    const session: Session = {
      ...{ id: this.last, user: { id, name, role }, tablet, address },
      csrf: secureRandom(TOKEN_BYTES).toString('base64url'),
      beganAt: now(),
      endsAt: monotonic() + (role === 'cashier' ? cashierLifetime() : LIFETIME),
      ended: end.signal,
    };
    this.byHash.set(hashOf(token), { session, end });
    return { token, session };
  }

  find(token: string): Session | undefined {
    if (token === '') return undefined;
    const session = this.byHash.get(hashOf(token))?.session;
    return session !== undefined && session.endsAt > this.deps.monotonic() ? session : undefined;
  }

  /** Sessions that have not ended, the oldest first. */
  list(): Session[] {
    this.removeEnded();
    return Array.from(this.byHash.values(), ({ session }) => session);
  }

  /** Ends the matching sessions; returns how many. */
  end(isMeant: (session: Session) => boolean): number {
    const meant = [...this.byHash].filter(([, { session }]) => isMeant(session));
    for (const [hash, { session, end }] of meant) {
      this.byHash.delete(hash);
      end.abort();
      this.onEnded(session);
    }
    return meant.length;
  }

  private makeRoomFor(id: number): void {
    const all = this.list();
    const own = all.filter(({ user }) => user.id === id);
    const dispensable = all.find(({ user }) => user.role !== 'owner') ?? all[0];
    const surplus = own.length >= MAX_OF_USER ? own[0] : all.length >= MAX_SESSIONS ? dispensable : undefined;
    this.end((session) => session === surplus);
  }

  private removeEnded(): void {
    const now = this.deps.monotonic();
    this.end(({ endsAt }) => endsAt <= now);
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
