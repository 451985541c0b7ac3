import type { FlashBudget, KeyRing } from '../access/index.js';
import type { Clock, Log, SalesFirst, UtcMs } from '../base/index.js';
import type { Catalogue } from '../catalogue/index.js';
import type { ReceiptMailer } from '../delivery/index.js';
import type { Documents } from '../documents/index.js';
import type { CheckCache, HealthParts } from '../health/index.js';
import type { ConnectionLimiter, RepeatedEvents } from '../http/index.js';
import type { Invoicing } from '../invoicing/index.js';
import type { Ledger } from '../ledger/index.js';
import type { Pfr } from '../pfr/index.js';
import type { Printing } from '../printing/index.js';
import type { Settings } from '../settings/index.js';
import type { ApiDescription } from './openapi.js';
import type { AnswerSlots } from './answerSlots.js';
import type { LongPoll } from './longPoll.js';
import type { People } from './people.js';

/** Parts of the box that resources work on; each takes those that it uses. */
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
  /** The checks as they were found up to two seconds ago. */
  readonly checks: CheckCache;
  readonly description: ApiDescription;
  readonly now: () => UtcMs;
  /** A clock that never jumps, ms. */
  readonly monotonic: () => number;
  /** Cuts long work into slices. */
  readonly salesFirst: SalesFirst;
  /** Keep long answers few. */
  readonly slots: AnswerSlots;
  /** Requests that wait for something to happen. */
  readonly longPoll: LongPoll;
  readonly log: Log;
}

/** What the application is made of. */
export interface ApiParts extends Omit<ResourceParts, 'checks' | 'description' | 'slots' | 'longPoll'> {
  readonly keys: KeyRing;
  /** Learns which connections have sent a valid key, and knows the addresses they came from. */
  readonly connectionLimiter: Pick<ConnectionLimiter, 'markAuthenticated' | 'callerAt'>;
  /** Logs what anybody can cause. */
  readonly repeatedEvents: RepeatedEvents;
  /** The pages for people. */
  readonly people: People;
  readonly clock: Pick<Clock, 'sleep'>;
  /** Is aborted when the service begins to stop: whoever waits is answered. */
  readonly stopping: AbortSignal;
}
