import type { Readable } from 'node:stream';
import type { Claim, DailyQuota, Tablets, Users } from '../../shop/access/index.js';
import type { AdminDeps } from '../admin/index.js';
import type { Clock, Log, Result, SalesFirst, UtcMs, Message } from '../../base/index.js';
import type { CheckCache } from '../health/index.js';
import type { ConnectionLimiter, RateLimit, RepeatedEvents, ResponseSlots } from '../../platform/http/index.js';
import type { Ledger } from '../../platform/ledger/index.js';
import type { Settings } from '../../shop/settings/index.js';
import type { Changes } from './changes.js';
import type { BoxEvents } from './events/boxEvents.js';
import type { StatusEvents } from './events/statusEvents.js';
import type { OwnName } from './guard.js';
import type { Attempts } from './session/attempts.js';
import type { Sessions } from './session/sessions.js';

/** Dependencies of the pages; each function takes those that it uses. */
export interface PagesDeps {
  readonly ledger: Ledger;
  readonly settings: Settings;
  readonly users: Users;
  readonly tablets: Tablets;
  readonly claim: Claim;
  readonly dailyQuota: Pick<DailyQuota, 'account'>;
  /** Dependencies of operations. */
  readonly admin: AdminDeps;
  /** Results of the health checks, at most two seconds old. */
  readonly checks: CheckCache;
  readonly salesFirst: SalesFirst;
  readonly clock: Pick<Clock, 'sleep' | 'monotonic'>;
  readonly now: () => UtcMs;
  readonly log: Log;
  /** Logs events that anyone can cause. */
  readonly events: RepeatedEvents;
  readonly connectionLimiter: Pick<ConnectionLimiter, 'markAuthenticated' | 'callerAt' | 'revoked'>;
  readonly isOwnName: OwnName;
  /** Aborted when the service begins to stop, to end endless responses. */
  readonly stopping: AbortSignal;
  /** `hardware`: model and version of the board; null where it does not state them. */
  readonly identity: { readonly serialNumber: string; readonly hardware: string | null };
  /** Begins to make a support bundle, a gzipped archive. */
  readonly supportBundle: () => Promise<Result<Readable, Message>>;
}

/** {@link PagesDeps} with the state of the pages themselves. */
export interface WebDeps extends PagesDeps {
  readonly sessions: Sessions;
  readonly attempts: Attempts;
  /** The audit: records every change that leaves no record of its own. */
  readonly changes: Changes;
  readonly statusEvents: StatusEvents;
  readonly boxEvents: BoxEvents;
  /** Limits the receipts that are looked up at tills, by user. */
  readonly lookUps: RateLimit;
  /** Limits long reports, by session. */
  readonly longReports: ResponseSlots;
  /** Limits reports of what the ledger has counted, by user. */
  readonly quickReports: ResponseSlots;
  /** True while an uploaded file is being read. */
  readonly fileReading: { isBusy: boolean };
}
