import type { FlashBudget, KeyRing } from '../../shop/access/index.js';
import type { Clock, Log, SalesFirst, UtcMs } from '../../base/index.js';
import type { Catalogue } from '../../shop/catalogue/index.js';
import type { ReceiptMailer } from '../../outward/delivery/index.js';
import type { Documents } from '../../paper/documents/index.js';
import type { CheckCache, HealthParts } from '../health/index.js';
import type { ConnectionLimiter, RepeatedEvents } from '../../platform/http/index.js';
import type { Invoicing } from '../../sales/invoicing/index.js';
import type { Ledger } from '../../platform/ledger/index.js';
import type { Pfr } from '../../processors/pfr/index.js';
import type { Printing } from '../../paper/printing/index.js';
import type { Settings } from '../../shop/settings/index.js';
import type { ApiDescription } from './openapi.js';
import type { AnswerSlots } from './answerSlots.js';
import type { LongPoll } from './longPoll.js';
import type { People } from './people.js';

/** Dependencies of the resources. Each resource takes those that it uses. */
export interface ResourceParts {
  readonly ledger: Ledger;
  readonly settings: Settings;
  readonly flashBudget: FlashBudget;
  readonly catalogue: Catalogue;
  readonly invoicing: Invoicing;
  readonly documents: Documents;
  readonly mailing: ReceiptMailer;
  readonly printing: Printing;
  readonly health: HealthParts;
  /** The processor of the active environment. */
  readonly pfr: () => Pfr;
  /** Results of the health checks, at most two seconds old. */
  readonly checks: CheckCache;
  readonly description: ApiDescription;
  readonly now: () => UtcMs;
  /** A monotonic clock, ms. */
  readonly monotonic: () => number;
  /** Cuts long work into slices. */
  readonly salesFirst: SalesFirst;
  /** Limit the number of long responses. */
  readonly slots: AnswerSlots;
  /** Requests that wait for new events. */
  readonly longPoll: LongPoll;
  readonly log: Log;
}

/** Dependencies of the application. */
export interface ApiParts extends Omit<ResourceParts, 'checks' | 'description' | 'slots' | 'longPoll'> {
  readonly keys: KeyRing;
  /** Records which connections have sent a valid key, and the addresses they came from. */
  readonly connectionLimiter: Pick<ConnectionLimiter, 'markAuthenticated' | 'callerAt'>;
  /** Logs events that anyone can cause. */
  readonly repeatedEvents: RepeatedEvents;
  /** The pages for people. */
  readonly people: People;
  readonly clock: Pick<Clock, 'sleep'>;
  /** Aborted when the service begins to stop, so that waiting requests are answered. */
  readonly stopping: AbortSignal;
}
