import type { KeyRing } from '../access/keys.js';
import type { UtcMs } from '../base/fiscal.js';
import type { Log } from '../base/log.js';
import type { Catalogue } from '../catalogue/items.js';
import type { HealthParts } from '../health/checks.js';
import type { Till } from '../invoicing/till.js';
import type { Ledger } from '../ledger/ledger.js';
import type { Printing } from '../printing/printing.js';
import type { Documents } from '../receipt/documents.js';
import type { Settings } from '../settings/settings.js';
import type { Mailing } from './mailing.js';

/** What the API is made of. */
export interface ApiParts {
  readonly ledger: Ledger;
  readonly settings: Settings;
  readonly keys: KeyRing;
  readonly catalogue: Catalogue;
  readonly till: Till;
  readonly documents: Documents;
  readonly mailing: Mailing;
  readonly printing: Printing;
  readonly health: HealthParts;
  /** Origin under which clients reach the box. */
  readonly publicUrl: () => string;
  readonly now: () => UtcMs;
  /** A clock that never jumps, ms. */
  readonly monotonic: () => number;
  readonly log: Log;
}
