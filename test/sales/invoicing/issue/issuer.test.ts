import { systemClock } from '../../../../src/base/clock.js';
import { standIn } from '../../../kit/standIn.js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Environment } from '../../../../src/contract/fiscal.js';
import { silentLog } from '../../../../src/base/log.js';
import type { SaleOutcome } from '../../../../src/sales/invoicing/issue/order.js';
import { Invoicing } from '../../../../src/sales/invoicing/invoicing.js';
import type { Ledger } from '../../../../src/platform/ledger/ledger.js';
import type { Pfr, SignOutcome } from '../../../../src/processors/pfr/port.js';
import { DemoPfr } from '../../../../src/processors/pfr/demo/processor.js';
import { Processors } from '../../../../src/processors/pfr/processors.js';
import { Settings } from '../../../../src/shop/settings/settings.js';
import { MemoryDisk } from '../../../kit/disk/memory.js';
import { NOON, openLedger } from '../../../kit/ledger.js';
import { COMPANY, LABELS } from '../../../paper/journal/drafts.js';
import { accepted, type Body, body } from '../bodies.js';
import { NO_PAPER } from '../../../kit/paper.js';
import { SETTINGS_KEY } from '../../../kit/settingsKey.js';
import { NO_IDENTITY } from '../../../kit/pfr/noIdentity.js';

const KEY = 'order-2026-1';
/** Turns of the event loop after which nobody will come any more. */
const MAX_TURNS = 10_000;
/** Room for a handful of receipts at a time. */
const SIZES = { segmentBytes: 256 * 1024, prefillBytes: 128 * 1024 };
const REFUSED: SignOutcome = { kind: 'refused', code: '2310', message: 'Одбијено.', messageEn: 'Refused.' };

/** A processor that answers when the test says so, and what the test says. */
class HeldPfr {
  /** Calls of `sign` that wait, oldest first. */
  readonly waiting: ((outcome?: SignOutcome | Error) => void)[] = [];
  readonly pfr: Pfr;

  constructor(demo: Pfr) {
    this.pfr = standIn(demo, {
      sign: async (request) => {
        const said = await new Promise<SignOutcome | Error | undefined>((resolve) => this.waiting.push(resolve));
        if (said instanceof Error) throw said;
        return said ?? demo.sign(request);
      },
    });
  }

  /** Lets the oldest call go on, as soon as there is one. */
  async answer(outcome?: SignOutcome | Error): Promise<void> {
    for (let turn = 0; this.waiting.length === 0; turn += 1) {
      if (turn === MAX_TURNS) throw new Error('the processor was not asked');
      await new Promise(setImmediate);
    }
    this.waiting.shift()?.(outcome);
  }
}

/** A demo of the sandbox, which signs. */
function demoOf(boxId: Buffer): DemoPfr {
  return new DemoPfr({
    environment: 'sandbox',
    boxId,
    company: () => COMPANY,
    taxLabels: () => LABELS.map((label) => ({ ...label, active: true })),
    publicUrl: () => 'https://localhost',
    now: () => NOON,
    counters: { total: 0, byType: {} },
  });
}

interface Counter {
  readonly ledger: Ledger;
  readonly settings: Settings;
  readonly pfr: Readonly<Record<Environment, HeldPfr>>;
  readonly issue: (change?: Body) => Promise<SaleOutcome>;
}

async function open(): Promise<Counter> {
  const now = (): number => NOON;
  const ledger = await openLedger(new MemoryDisk(), { sizes: SIZES });
  const settings = new Settings(ledger, '1.0', silentLog, SETTINGS_KEY);
  const clock = { ...systemClock, now };
  const processors = new Processors({ ledger, settings, clock, log: silentLog, ...NO_IDENTITY });
  const pfr = {
    sandbox: new HeldPfr(processors.of('sandbox')),
    production: new HeldPfr(standIn(demoOf(Buffer.alloc(16, 9)), { environment: 'production' })),
  };
  const invoicing = new Invoicing({
    ledger,
    settings,
    clock,
    log: silentLog,
    receiptPrinting: NO_PAPER,
    pfrOf: (environment) => pfr[environment].pfr,
  });
  return { ledger, settings, pfr, issue: (change) => invoicing.sell(accepted(body(change)), 'request') };
}

const stored = ({ ledger }: Counter, environment: Environment = 'sandbox') =>
  ledger.invoices({ environment, skip: 0, limit: 100 });

test('a receipt that is being signed while the environment is switched stays in the one it was asked for in', async () => {
  const counter = await open();
  const first = counter.issue();
  assert.ok((await counter.settings.set('environment', 'production')).ok);
  const second = counter.issue();
  await counter.pfr.production.answer();
  await counter.pfr.sandbox.answer();
  for (const [outcome, environment] of [
    [await first, 'sandbox'],
    [await second, 'production'],
  ] as const) {
    if (outcome.kind !== 'issued') throw new Error(outcome.kind);
    assert.is(outcome.invoice.environment, environment);
    const { uid } = counter.pfr[environment].pfr.status();
    assert.equal(outcome.invoice.signature.invoiceNumber, `${uid}-${uid}-1`);
    assert.equal(await stored(counter, environment), [outcome.invoice]);
  }
});

test('who repeats a key while its first request is being signed waits, and gets its answer as a repeat', async () => {
  const counter = await open();
  const running = [counter.issue({ clientRequestId: KEY }), counter.issue({ clientRequestId: KEY })];
  await counter.pfr.sandbox.answer();
  const [first, second] = await Promise.all(running);
  assert.equal([first?.kind, second?.kind], ['issued', 'replayed']);
  assert.is((await stored(counter)).length, 1);
  assert.is(counter.pfr.sandbox.waiting.length, 0);
});

test('a refusal is shared by the one who waits, nothing is stored, and the key is free', async () => {
  const counter = await open();
  const running = [counter.issue({ clientRequestId: KEY }), counter.issue({ clientRequestId: KEY })];
  await counter.pfr.sandbox.answer(REFUSED);
  for (const outcome of await Promise.all(running)) {
    assert.equal(outcome, { kind: 'refused', rule: 'pfr.not-ready', message: 'Одбијено.', messageEn: 'Refused.' });
  }
  assert.equal(await stored(counter), []);
  const retry = counter.issue({ clientRequestId: KEY, cashier: 'Ана' });
  await counter.pfr.sandbox.answer();
  assert.is((await retry).kind, 'issued');
});

test('other content under a key whose first request is being signed is refused at once', async () => {
  const counter = await open();
  const first = counter.issue({ clientRequestId: KEY });
  const other = await counter.issue({ clientRequestId: KEY, cashier: 'Ана' });
  assert.is(other.kind, 'invalid');
  await counter.pfr.sandbox.answer();
  assert.is((await first).kind, 'issued');
});

test('a processor that throws takes its request along, frees the key and gives back the room', async () => {
  const counter = await open();
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const failing = counter.issue({ clientRequestId: KEY }).catch((error: unknown) => String(error));
    await counter.pfr.sandbox.answer(new Error('a bug'));
    assert.is(await failing, 'Error: a bug');
  }
  const retry = counter.issue({ clientRequestId: KEY });
  await counter.pfr.sandbox.answer();
  assert.is((await retry).kind, 'issued');
});

test.run();
