import type { Readable } from 'node:stream';
import type { Claim, DailyQuota, Tablets, Users } from '../../shop/access/index.js';
import type { AdminDeps } from '../admin/index.js';
import {
  chargedTo,
  type Clock,
  type Log,
  printableRow,
  type Result,
  type SalePriority,
  type UtcMs,
  type Message,
} from '../../base/index.js';
import type { CheckCache } from '../health/index.js';
import type { ConnectionLimiter, RateLimit, RepeatedEvents, ResponseSlots } from '../../platform/http/index.js';
import type { Ledger } from '../../platform/ledger/index.js';
import type { Settings } from '../../shop/settings/index.js';
import type { BoxEvents } from './events/boxEvents.js';
import type { StatusEvents } from './events/statusEvents.js';
import type { OwnName } from './guard.js';
import type { Attempts } from './session/attempts.js';
import type { Session, Sessions } from './session/sessions.js';

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
  readonly salePriority: SalePriority;
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

const MAX_SUBJECT = 100;
/** A refusal that is repeated within this time is covered by the record of the first one, ms. */
const JOINED = 60_000;

interface ChangesDeps {
  readonly ledger: Pick<Ledger, 'put'>;
  readonly dailyQuota: Pick<DailyQuota, 'account'>;
  readonly monotonic: () => number;
}

/** What was changed, such as the name of a setting, never a value; and whether it was carried out. */
interface Outcome {
  readonly subject?: string | null;
  readonly isDone?: boolean;
}

/** Records in the ledger which user has changed what on a page. */
export class Changes {
  /** When each refusal was recorded, by user and operation. */
  private readonly refused = new Map<string, number>();

  constructor(private readonly deps: ChangesDeps) {}

  /** True when a user has used the daily quota of flash writes. Owners may continue, because they set the quota. */
  isSpent({ id, role }: Session['user']): boolean {
    return role !== 'owner' && this.deps.dailyQuota.account(id).isSpent();
  }

  /**
   * Records a change. `operation`: the name of an operation of the command line or the API, or a page's own; the pages
   * have texts for each.
   */
  async record(
    { id, name }: Pick<Session['user'], 'id' | 'name'>,
    operation: string,
    { subject = null, isDone = true }: Outcome = {},
  ): Promise<void> {
    if (!isDone && this.isRepeated(`${id} ${operation}`)) return;
    const entry = {
      event: 'operation',
      operation,
      // It may be any person's text, and is also displayed in terminals.
      subject: subject === null ? null : printableRow(subject.slice(0, MAX_SUBJECT)),
      user: id,
      name,
      isDone,
    } as const;
    // The change itself is already done. Without space for the record, it is at least in the log as a change of its
    // own.
    await chargedTo(this.deps.dailyQuota.account(id), () => this.deps.ledger.put({ type: 'audit', entry }));
  }

  private isRepeated(what: string): boolean {
    const now = this.deps.monotonic();
    const before = this.refused.get(what);
    if (before !== undefined && now - before < JOINED) return true;
    this.refused.set(what, now);
    return false;
  }
}
