import type { Readable } from 'node:stream';
import type { Claim, FlashBudget, Tablets, Users } from '../access/index.js';
import type { AdminParts } from '../admin/index.js';
import type { Clock, Log, Result, SalesFirst, UtcMs } from '../base/index.js';
import type { CheckCache } from '../health/index.js';
import type { ConnectionLimiter, RateLimit, RepeatedEvents, Slots } from '../http/index.js';
import type { Ledger } from '../ledger/index.js';
import type { Settings } from '../settings/index.js';
import type { Changes } from './changes.js';
import type { BoxEvents } from './events/boxEvents.js';
import type { StatusEvents } from './events/statusEvents.js';
import type { OwnName } from './guard.js';
import type { Attempts } from './session/attempts.js';
import type { Sessions } from './session/sessions.js';

/** Parts of the box that pages work on; each takes those that it uses. */
export interface PagesParts {
  readonly ledger: Ledger;
  readonly settings: Settings;
  readonly users: Users;
  readonly tablets: Tablets;
  readonly claim: Claim;
  readonly flashBudget: Pick<FlashBudget, 'account'>;
  /** What operations work on. */
  readonly admin: AdminParts;
  /** The checks as they were found up to two seconds ago. */
  readonly checks: CheckCache;
  readonly salesFirst: SalesFirst;
  readonly clock: Pick<Clock, 'sleep' | 'monotonic'>;
  readonly now: () => UtcMs;
  readonly log: Log;
  /** Logs what anybody can cause. */
  readonly events: RepeatedEvents;
  readonly connectionLimiter: Pick<ConnectionLimiter, 'markAuthenticated' | 'callerAt' | 'revoked'>;
  readonly isOwnName: OwnName;
  /** Is aborted when the service begins to stop: what is sent without an end ends then. */
  readonly stopping: AbortSignal;
  /** `hardware`: model and version of the board; null where it does not state them. */
  readonly identity: { readonly serialNumber: string; readonly hardware: string | null };
  /** Begins to make a support bundle, a gzipped archive; the error is an English sentence. */
  readonly supportBundle: () => Promise<Result<Readable, string>>;
}

/** The same with what the pages keep themselves. */
export interface WebParts extends PagesParts {
  readonly sessions: Sessions;
  readonly attempts: Attempts;
  /** The audit: everything that changes something and leaves no record of its own is recorded there. */
  readonly changes: Changes;
  readonly statusEvents: StatusEvents;
  readonly boxEvents: BoxEvents;
  /** Receipts that are looked up at tills, by user. */
  readonly lookUps: RateLimit;
  /** Reports that take long, by session. */
  readonly longReports: Slots;
  /** Is a file being read that a page has sent? */
  readonly fileReading: { isBusy: boolean };
}
