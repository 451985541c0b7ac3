import { KeysAtWork } from '../../../../src/sales/invoicing/issue/keysAtWork.js';
import { KeyStatuses } from '../../../../src/sales/invoicing/issue/keyStatus.js';
import { SaleLocks } from '../../../../src/sales/invoicing/issue/locks.js';
import { OpenIntents } from '../../../../src/sales/invoicing/reconciliation/openIntents.js';
import { Reconciliation } from '../../../../src/sales/invoicing/reconciliation/reconciliation.js';
import type { Intent } from '../../../../src/platform/ledger/intent.js';
import { Mutex } from '../../../../src/base/mutex.js';
import { type FindOutcome, NO_BASELINE, type Pfr } from '../../../../src/processors/pfr/port.js';
import { Settings } from '../../../../src/shop/settings/settings.js';
import { silentLog } from '../../../../src/base/log.js';
import { MemoryDisk } from '../../../kit/disk/memory.js';
import { HandClock, settled } from '../../../kit/handClock.js';
import { openLedger } from '../../../kit/ledger.js';
import { standIn } from '../../../kit/standIn.js';
import { demoSubject } from '../../../processors/pfr/subjects.js';
import { draft, LABELS, line } from '../../../paper/journal/drafts.js';
import { NO_PAPER } from '../../../kit/paper.js';
import { SETTINGS_KEY } from '../../../kit/settingsKey.js';

export const BASELINE = { uid: 'FAKE7PFR', lastNumber: '', time: null };

export const INTENT: Intent = {
  ...{ requestId: 'a'.repeat(32), environment: 'sandbox', mode: 'lpfr', taxLabels: LABELS, esirNumber: '123/1.0' },
  draft: draft('Normal', 'Sale', [line('Хлеб', 'Ђ', 100)]),
  ...{ counterBaseline: NO_BASELINE, clientRequestId: null, fingerprint: 'f'.repeat(64), createdAt: 0 },
};

export const TIMES = { signingLimit: 1000, lookUpTime: 2500 };

/**
 * Receipts that are open from an earlier start, and a processor that answers look-ups with `find`; `change`: what else
 * it does otherwise.
 */
export async function opened(
  find: (request: { readonly requestId: string }, within?: number) => Promise<FindOutcome>,
  open: readonly Partial<Intent>[] = [{}],
  change: Partial<Pfr> = {},
) {
  const clock = new HandClock();
  const ledger = await openLedger(new MemoryDisk());
  for (const one of open) {
    await ledger.put({ type: 'intent', intent: { ...INTENT, counterBaseline: BASELINE, ...one } });
  }
  const mutex = new Mutex(clock);
  const counters = () => Promise.resolve(BASELINE);
  const status = () => ({ ...demoSubject().pfr.status(), uid: BASELINE.uid });
  const pfr = standIn(demoSubject().pfr, { mode: 'lpfr', mutex, ...TIMES, find, counters, status, ...change });
  const logged: string[] = [];
  const settings = new Settings(ledger, '1.0', silentLog, SETTINGS_KEY);
  const log = (event: string): void => void logged.push(event);
  const pfrOf = () => pfr;
  const openIntents = new OpenIntents({ ledger, clock });
  const keysAtWork = new KeysAtWork();
  const keys = new KeyStatuses({ ledger, keysAtWork, doubtOf: () => undefined, timeToOutcome: () => 0 });
  const locks = new SaleLocks({ ledger, pfrOf, clock, keys, keysAtWork });
  const sell = (): never => {
    throw new Error('no test here turns settling sales on');
  };
  await settings.set('pfr.sandbox', { mode: 'lpfr', url: 'http://192.168.1.5', settlingSale: false });
  const parts = { ledger, settings, receiptPrinting: NO_PAPER, pfrOf, clock, log, openIntents, locks, sell };
  const reconciliation = new Reconciliation(parts);
  /** Lets time pass, and everything be done that comes of it. */
  const pass = async (ms: number): Promise<void> => {
    clock.pass(ms);
    for (let turn = 0; turn < 20; turn += 1) await settled();
  };
  /** Starts it, and lets it look at what is open. */
  const start = async (): Promise<void> => {
    reconciliation.start();
    await pass(0);
  };
  return { ledger, mutex, logged, reconciliation, openIntents, start, pass, clock };
}
