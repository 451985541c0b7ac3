import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Finding } from '../../../../src/base/bilingual.js';
import { silentLog } from '../../../../src/base/log.js';
import { KeysAtWork } from '../../../../src/sales/invoicing/issue/keysAtWork.js';
import { KeyStatuses } from '../../../../src/sales/invoicing/issue/keyStatus.js';
import { SaleLocks } from '../../../../src/sales/invoicing/issue/locks.js';
import { type IssueOutcome, refused } from '../../../../src/sales/invoicing/issue/order.js';
import { QueueWorker } from '../../../../src/sales/invoicing/queue/queueWorker.js';
import type { Intent } from '../../../../src/platform/ledger/intent.js';
import type { Ledger } from '../../../../src/platform/ledger/ledger.js';
import type { QueuedOrder } from '../../../../src/platform/ledger/queuedOrder.js';
import { NO_BASELINE, type Pfr, type PfrStatus } from '../../../../src/processors/pfr/port.js';
import { PFR_REFUSALS } from '../../../../src/processors/pfr/pfrTexts.js';
import { Settings } from '../../../../src/shop/settings/settings.js';
import { MemoryDisk } from '../../../kit/disk/memory.js';
import { HandClock, settled } from '../../../kit/handClock.js';
import { openLedger, ReceiptMaker } from '../../../kit/ledger.js';
import { seededRandom } from '../../../kit/random.js';
import { standIn } from '../../../kit/standIn.js';
import { demoSubject } from '../../../processors/pfr/subjects.js';
import { HOUR, ON, SIZES } from './shop.js';
import { SETTINGS_KEY } from '../../../kit/settingsKey.js';

const random = seededRandom();
const OUT_OF_REACH = { rule: 'pfr.out-of-reach', message: 'Није доступан.', messageEn: 'Out of reach.' } as const;
const NO_CARD = { rule: 'pfr.not-ready', message: 'Картица није у читачу.', messageEn: 'No card.' } as const;
const REFUSED = { rule: 'pfr.refused-receipt', message: 'Одбијено.', messageEn: 'Refused.' } as const;
const FAULT: Finding = { code: '1300', blocks: true, found: { sr: '', en: '' }, action: { sr: '', en: '' } };

/** A queue over a real ledger. What a processor does with an order, and how the issuing of it ends, the test says. */
class Bench {
  /** What its state says; empty when it is ready. */
  findings: readonly Finding[] = [];
  isReached = true;
  /** How long it takes to find out that it is not reached, ms. */
  silence = 0;
  /** How the issuing of an order ends; undefined: in a receipt. */
  outcome: (key: string) => IssueOutcome | 'lost' | undefined = () => undefined;
  mode: 'lpfr' | 'vpfr' = 'lpfr';
  /** Happens while an order is parked. */
  whileParking: () => Promise<void> = () => Promise.resolve();
  readonly issued: string[] = [];
  readonly tried: string[] = [];
  readonly parked: string[] = [];
  /** When its state was asked for, by the monotonic clock, ms. */
  readonly polls: number[] = [];
  private readonly maker = new ReceiptMaker(random);
  private pfr = this.processor();
  private readonly worker: QueueWorker;
  private orders = 0;

  private constructor(
    readonly ledger: Ledger,
    readonly clock: HandClock,
    settings: Settings,
  ) {
    const keysAtWork = new KeysAtWork();
    const keys = new KeyStatuses({ ledger, keysAtWork, doubtOf: () => undefined, timeToOutcome: () => 0 });
    const pfrOf = (): Pfr => this.pfr;
    this.worker = new QueueWorker('sandbox', {
      ...{ ledger, settings, pfrOf, clock, keys, log: silentLog },
      locks: new SaleLocks({ ledger, pfrOf, clock, keys, keysAtWork }),
      issue: (order) => this.issue(order),
      park: async (order, reason) => {
        this.parked.push(order.clientRequestId);
        await this.whileParking();
        return (await ledger.put({ type: 'queued', order: { ...order, state: 'refused', reason } })).ok;
      },
    });
    this.worker.start();
  }

  static async open(): Promise<Bench> {
    const clock = new HandClock();
    const ledger = await openLedger(new MemoryDisk(), { now: clock.now, sizes: SIZES });
    const settings = new Settings(ledger, '1.0', silentLog, SETTINGS_KEY);
    assert.ok((await settings.set('offlineQueue', ON)).ok);
    return new Bench(ledger, clock, settings);
  }

  private processor(): Pfr {
    const demo = demoSubject().pfr;
    const refresh = async (): Promise<boolean> => {
      this.polls.push(this.clock.monotonic());
      const { isReached } = this;
      if (!isReached && this.silence > 0) await this.clock.sleep(this.silence);
      return isReached;
    };
    const status = (): PfrStatus => ({ ...demo.status(), ok: this.findings.length === 0, findings: this.findings });
    const pfr = standIn(demo, { refresh, status });
    Object.defineProperty(pfr, 'mode', { get: () => this.mode });
    return pfr;
  }

  /** Another processor is set, which behaves the same. */
  changeProcessor(): void {
    this.pfr = this.processor();
  }

  /** An order that an earlier process has queued at this time. */
  async found(clientRequestId: string, queuedAt: number): Promise<void> {
    assert.ok((await this.ledger.put({ type: 'queued', order: this.orderOf(clientRequestId, queuedAt) })).ok);
  }

  private orderOf(clientRequestId: string, queuedAt: number): QueuedOrder {
    return {
      ...{ environment: 'sandbox', clientRequestId, fingerprint: '', number: (this.orders += 1), total: 100 },
      ...{ request: {}, queuedAt, state: 'queued', reason: null },
    };
  }

  async queue(...keys: string[]): Promise<void> {
    for (const clientRequestId of keys) {
      const order = this.orderOf(clientRequestId, this.clock.now());
      assert.ok((await this.ledger.put({ type: 'queued', order })).ok);
      this.worker.add(order);
    }
  }

  private async issue({ clientRequestId }: QueuedOrder): Promise<IssueOutcome> {
    this.tried.push(clientRequestId);
    if (!this.isReached) return refused(OUT_OF_REACH, 'unreachable');
    const outcome = this.outcome(clientRequestId);
    if (outcome === 'lost') {
      assert.ok((await this.ledger.put({ type: 'intent', intent: this.intentOf(clientRequestId) })).ok);
      return refused(PFR_REFUSALS.unknown);
    }
    return outcome ?? { kind: 'issued', invoice: await this.receive(clientRequestId) };
  }

  private async receive(clientRequestId: string) {
    const invoice = this.maker.next(this.ledger, { clientRequestId });
    assert.ok((await this.ledger.issue(invoice)).ok);
    this.issued.push(clientRequestId);
    return invoice;
  }

  private intentOf(clientRequestId: string): Intent {
    const { draft } = this.maker.next(this.ledger);
    return {
      ...{ requestId: idOf(clientRequestId), environment: 'sandbox', mode: 'lpfr', draft, taxLabels: [] },
      ...{ esirNumber: '1/1', counterBaseline: NO_BASELINE, clientRequestId, fingerprint: '' },
      createdAt: this.clock.now(),
    };
  }

  async remove(key: string): Promise<void> {
    const order = this.ledger.main.queue.find('sandbox', key);
    assert.ok(order !== undefined);
    assert.ok((await this.ledger.put({ type: 'queued', order: { ...order, state: 'removed' } })).ok);
  }

  /** It turns out that nothing was signed for a lost order. */
  async aborted(key: string): Promise<void> {
    const cause = { by: 'processor', code: null } as const;
    assert.ok((await this.ledger.put({ type: 'abort', requestId: idOf(key), cause })).ok);
  }

  /** Lets time pass in steps that are short against every pause. */
  async pass(ms: number, step = 250): Promise<void> {
    for (let passed = 0; passed < ms; passed += step) {
      this.clock.pass(step);
      for (let turn = 0; turn < 20; turn += 1) await settled();
    }
  }

  stop(): Promise<void> {
    return this.worker.stop();
  }

  async close(): Promise<void> {
    const stopped = this.stop();
    this.clock.pass(HOUR);
    await stopped;
    await this.ledger.close();
  }
}

function idOf(key: string): string {
  return Buffer.from(key).toString('hex').padEnd(32, '0').slice(0, 32);
}

async function onBench(work: (bench: Bench) => Promise<void>): Promise<void> {
  const bench = await Bench.open();
  try {
    await work(bench);
  } finally {
    await bench.close();
  }
}

for (const [what, silence, findings] of [
  ['refuses connections', 0, []],
  ['lets them hang', 4000, []],
  ['has no card', 0, [FAULT]],
] as const) {
  test(`however long a processor ${what}, its queue begins within 5 s after it is back`, async () => {
    for (let away = 1; away < 90; away += 7.5) {
      await onBench(async (bench) => {
        Object.assign(bench, { isReached: findings.length > 0, silence, findings });
        bench.outcome = () => (bench.findings.length > 0 ? refused(NO_CARD) : undefined);
        await bench.queue('key-of-first', 'key-of-second');
        await bench.pass(away * 1000);
        assert.equal(bench.issued, []);
        Object.assign(bench, { isReached: true, findings: [] });
        await bench.pass(5000);
        assert.equal(bench.issued, ['key-of-first', 'key-of-second'], `after ${away} s`);
      });
    }
  });
}

test('one that goes away while it is asked to issue is looked for like one that was never there', () =>
  onBench(async (bench) => {
    bench.outcome = () => refused(OUT_OF_REACH, 'unreachable');
    await bench.queue('key-of-first');
    await bench.pass(40_000);
    bench.outcome = () => undefined;
    await bench.pass(5000);
    assert.equal(bench.issued, ['key-of-first']);
  }));

test('one that says that it is ready and refuses is tried ever more rarely, and not asked for its state in between', () =>
  onBench(async (bench) => {
    bench.outcome = () => refused(REFUSED);
    await bench.queue('key-of-first', 'key-of-second');
    await bench.pass(HOUR, 1000);
    assert.ok(bench.tried.length > 60 && bench.tried.length < 130, `tried ${bench.tried.length} times`);
    assert.ok(bench.polls.length <= bench.tried.length, `${bench.polls.length} polls`);
    bench.outcome = () => undefined;
    await bench.pass(34_000);
    assert.equal(bench.issued, ['key-of-first', 'key-of-second']);
  }));

test('one that refused for long and then says that it is not ready is looked for again', () =>
  onBench(async (bench) => {
    bench.outcome = () => refused(REFUSED);
    await bench.queue('key-of-first');
    await bench.pass(600_000, 1000);
    bench.outcome = () => {
      bench.findings = [FAULT];
      return refused(NO_CARD);
    };
    while (bench.findings.length === 0) await bench.pass(1000);
    await bench.pass(2000);
    Object.assign(bench, { findings: [], outcome: () => undefined });
    await bench.pass(5000);
    assert.equal(bench.issued, ['key-of-first']);
  }));

test('one on the Internet that answers with errors costs a poll every half minute; in the shop, or unanswered, it is looked for', async () => {
  const polled = async (mode: Bench['mode'], findings: readonly Finding[]): Promise<number> => {
    let polls = 0;
    await onBench(async (bench) => {
      Object.assign(bench, { mode, findings, isReached: false });
      await bench.queue('key-of-first');
      await bench.pass(HOUR, 1000);
      polls = bench.polls.length;
    });
    return polls;
  };
  assert.ok((await polled('vpfr', [FAULT])) < 130);
  assert.ok((await polled('vpfr', [{ ...FAULT, isOutOfReach: true }])) > 800);
  assert.ok((await polled('lpfr', [FAULT])) > 800);
});

test('an order whose outcome is not known holds up nobody, and takes its turn again when nothing was signed', () =>
  onBench(async (bench) => {
    bench.outcome = (key) => (key === 'key-of-first' ? 'lost' : undefined);
    await bench.queue('key-of-first', 'key-of-second', 'key-of-third');
    await bench.pass(1000);
    assert.equal(bench.issued, ['key-of-second', 'key-of-third']);

    await bench.pass(10 * 60_000, 1000);
    assert.equal(bench.tried, ['key-of-first', 'key-of-second', 'key-of-third'], 'it is not tried while it is open');
    const { length } = bench.polls;
    assert.ok(length < 3, `with nothing to issue nothing is asked: ${length} polls`);
    await bench.queue('key-of-fourth');
    await bench.pass(5000);
    assert.equal(bench.issued.slice(2), ['key-of-fourth']);

    bench.outcome = () => undefined;
    await bench.aborted('key-of-first');
    await bench.pass(5000);
    assert.equal(bench.issued.slice(3), ['key-of-first']);
    assert.is(bench.clock.sleeping, 0, 'nothing is left to look for');
  }));

test('one that is old and may have been signed does not keep older and newer ones from being parked', () =>
  onBench(async (bench) => {
    bench.outcome = (key) => (key === 'key-of-first' ? 'lost' : refused(REFUSED));
    await bench.queue('key-of-first', 'key-of-second', 'key-of-third');
    await bench.pass(2000);
    await bench.pass(49 * HOUR, HOUR);
    assert.equal(bench.parked, ['key-of-second', 'key-of-third']);
    assert.is(bench.ledger.main.queue.find('sandbox', 'key-of-first')?.state, 'queued');
  }));

test('one that somebody takes out while others are parked for their age stays out', () =>
  onBench(async (bench) => {
    bench.isReached = false;
    bench.whileParking = async () => {
      bench.whileParking = () => Promise.resolve();
      await bench.remove('key-of-second');
    };
    await bench.queue('key-of-first', 'key-of-second', 'key-of-third');
    await bench.pass(49 * HOUR, HOUR);
    assert.equal(bench.parked, ['key-of-first', 'key-of-third']);
    assert.is(bench.ledger.main.queue.find('sandbox', 'key-of-second'), undefined);
  }));

test('an order that stays in the queue though a receipt stands under its key is not tried over and over in one round', () =>
  onBench(async (bench) => {
    const invoice = new ReceiptMaker(random).next(bench.ledger);
    bench.outcome = () => (bench.tried.length > 50 ? undefined : { kind: 'replayed', invoice });
    await bench.queue('first', 'second');
    await bench.pass(1000);
    assert.equal(bench.tried, ['first']);
    await bench.pass(2000);
    assert.equal(bench.tried, ['first', 'first']);
  }));

test('once it is stopped it issues nothing more, also in the middle of a round', () =>
  onBench(async (bench) => {
    bench.outcome = () => void bench.stop();
    await bench.queue('key-of-first', 'key-of-second');
    await bench.pass(10_000);
    assert.equal(bench.tried, ['key-of-first']);
    assert.is(bench.ledger.main.queue.find('sandbox', 'key-of-second')?.state, 'queued');
  }));

/** Lets a processor refuse for so long that it is tried rarely, until it was just tried. */
async function refuseForLong(bench: Bench): Promise<void> {
  bench.outcome = () => refused(REFUSED);
  await bench.pass(600_000, 1000);
  const { length } = bench.tried;
  while (bench.tried.length === length) await bench.pass(1000);
}

test('one that refuses again after it has issued a receipt is tried again soon', () =>
  onBench(async (bench) => {
    await bench.queue('key-of-first', 'key-of-second');
    await refuseForLong(bench);
    bench.outcome = (key) => (key === 'key-of-first' ? undefined : refused(REFUSED));
    while (bench.issued.length === 0) await bench.pass(1000);
    bench.outcome = () => undefined;
    await bench.pass(5000);
    assert.equal(bench.issued, ['key-of-first', 'key-of-second']);
  }));

test('another processor is not avoided for the refusals of the one before', () =>
  onBench(async (bench) => {
    await bench.queue('key-of-first');
    await refuseForLong(bench);
    bench.outcome = () => undefined;
    bench.changeProcessor();
    await bench.pass(5000);
    assert.equal(bench.issued, ['key-of-first']);
  }));

test('one that an earlier process has queued has the age that the clock says', () =>
  onBench(async (bench) => {
    bench.isReached = false;
    await bench.found('key-of-first', bench.clock.now() - 49 * HOUR);
    await bench.found('key-of-second', bench.clock.now() - 47 * HOUR);
    await bench.queue('key-of-third');
    await bench.pass(5000);
    assert.equal(bench.parked, ['key-of-first']);
  }));

test.run();
