import { createHash } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { secureRandom, type UtcMs } from '../../base/index.js';
import type { StoredUser } from '../../ledger/index.js';

const TOKEN_BYTES = 32;
/** Most sessions at once; beyond it the one ends that began first, those of owners last. */
const MAX_SESSIONS = 200;
/** Most sessions of one user; beyond it his oldest ends, and nobody else's. */
const MAX_OF_USER = 10;
/** How long an owner or technician stays signed in, ms. */
const LIFETIME = 12 * 60 * 60 * 1000;

/** Somebody is signed in on a device. */
export interface Session {
  /** Names it in lists; of no use to anybody who wants to sign in. */
  readonly id: number;
  readonly user: Pick<StoredUser, 'id' | 'name' | 'role'>;
  /** Number of the tablet that was let in; null on any other device. */
  readonly tablet: number | null;
  /** What every request that changes something must bring along, so that no other site can make one. */
  readonly csrf: string;
  readonly address: string;
  readonly beganAt: UtcMs;
  /** ms of a clock that never jumps. */
  readonly endsAt: number;
  /** Is aborted when it ends before its time, as when its user is removed. */
  readonly ended: AbortSignal;
}

export interface NewSession extends Pick<Session, 'tablet' | 'address'> {
  readonly user: StoredUser;
}

interface SessionsParts {
  readonly now: () => UtcMs;
  readonly monotonic: () => number;
  /** How long a cashier stays signed in, ms. */
  readonly cashierLifetime: () => number;
}

/**
 * Who is signed in. Kept in memory only: a box that was off asks everybody again. Of the token in a cookie only the SHA-256 is
 * kept, and a session is looked up by it, so that the time this takes reveals nothing.
 */
export class Sessions {
  private readonly byHash = new Map<string, { readonly session: Session; readonly end: AbortController }>();
  private last = 0;
  /** Is told of each session as it ends before its time. */
  onEnded: (session: Session) => void = () => undefined;

  constructor(private readonly parts: SessionsParts) {}

  /** Begins a session under a token that nobody knew before. */
  begin({ user, tablet, address }: NewSession): { readonly token: string; readonly session: Session } {
    const { now, monotonic, cashierLifetime } = this.parts;
    this.makeRoomFor(user.id);
    const token = secureRandom(TOKEN_BYTES).toString('base64url');
    const { id, name, role } = user;
    this.last += 1;
    const end = new AbortController();
    // Each request under way may listen.
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
    return session !== undefined && session.endsAt > this.parts.monotonic() ? session : undefined;
  }

  /** Those that have not ended, the oldest first. */
  list(): Session[] {
    this.removeEnded();
    return Array.from(this.byHash.values(), ({ session }) => session);
  }

  /** Ends those that are meant; tells how many. */
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
    const now = this.parts.monotonic();
    this.end(({ endsAt }) => endsAt <= now);
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
