import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { IssuedInvoice } from '../../../../src/platform/ledger/invoice.js';
import { cases } from '../../../kit/cases.js';
import type { Random } from '../../../kit/random.js';
import { seededRandom } from '../../../kit/random.js';
import { shortest } from '../../../kit/shrink.js';
import { body } from '../bodies.js';
import { wrongInBooks } from '../books.js';
import { closed, Counter, issued } from '../counter.js';

const CALLERS = 20;
const HISTORIES = cases('DAYS_TOGETHER', { ci: 8, all: 60 });
const STEPS = 60;
const BUYER = { buyerId: '10:123456789' };

const random = seededRandom();

/** Refunds and final receipts that were issued for an advance. */
async function documentsOf(counter: Counter): Promise<{ refunds: IssuedInvoice[]; finals: IssuedInvoice[] }> {
  const all = await counter.all();
  return {
    refunds: all.filter(({ draft }) => draft.transactionType === 'Refund'),
    finals: all.filter(({ draft }) => draft.invoiceType === 'Normal' && draft.referentNumber !== null),
  };
}

for (const [name, keyOf] of [
  ['one key', () => 'close-all'],
  ['a key each', (caller: number) => `close-by-${caller}`],
  ['no keys', () => null],
] as const) {
  test(`${CALLERS} close an advance at the same time, with ${name}: one refund, one final receipt, one 201`, async () => {
    const counter = await Counter.open();
    const last = await counter.advance(50, await counter.advance(100));
    const closings = Array.from({ length: CALLERS }, (_, caller) =>
      counter.close(last, body({ clientRequestId: keyOf(caller) })),
    );
    const outcomes = (await Promise.all(closings)).map(closed);
    const { refunds, finals } = await documentsOf(counter);
    assert.equal([refunds.length, finals.length], [1, 1]);
    assert.is(outcomes.filter(({ isNew }) => isNew).length, 1);
    for (const { refund, final } of outcomes) assert.equal([refund, final], [refunds[0], finals[0]]);
    await counter.ledger.close();
  });
}

test('a refund of the same advance meanwhile is taken as that of the closing when it comes first', async () => {
  const counter = await Counter.open();
  const advance = await counter.advance(100);
  const refund = counter.refund(advance, BUYER);
  const closings = Array.from({ length: CALLERS }, () => counter.close(advance));
  const byHand = issued(await refund);
  for (const outcome of await Promise.all(closings)) assert.equal(closed(outcome).refund, byHand);
  const { refunds, finals } = await documentsOf(counter);
  assert.equal([refunds.length, finals.length], [1, 1]);
  await counter.ledger.close();
});

/** Turns of the event loop in which a closing that does not wait would come to its end. */
const TURNS = 200;

/** Holds the signing of a receipt until the closing, asked for meanwhile, has had all the time that it could use. */
async function meanwhile<T, C>(counter: Counter, sell: () => Promise<T>, close: () => Promise<C>): Promise<[T, C]> {
  let release = (): void => undefined;
  const asked = new Promise<void>((isAsked) => {
    counter.beforeSigning = () => {
      isAsked();
      counter.beforeSigning = () => Promise.resolve();
      return new Promise((resolve) => (release = resolve));
    };
  });
  const selling = sell();
  await asked;
  const closing = close();
  for (let turn = 0; turn < TURNS; turn += 1) await new Promise(setImmediate);
  release();
  return [await selling, await closing];
}

test('a refund or a final receipt that is being signed by hand is waited for, and taken as that of the closing', async () => {
  const counter = await Counter.open();
  const refer = ({ signature }: IssuedInvoice) => ({ ...BUYER, referentDocumentNumber: signature.invoiceNumber });
  const advance = await counter.advance(300);
  const refund = body({ invoiceType: 'Advance', transactionType: 'Refund', ...refer(advance) });
  const [refunded, first] = await meanwhile(
    counter,
    () => counter.sell(refund),
    () => counter.close(advance),
  );
  assert.equal([closed(first).isNew, closed(first).refund], [true, issued(refunded)]);

  const other = await counter.advance(300);
  const final = body(refer(issued(await counter.refund(other, BUYER))));
  const [sold, second] = await meanwhile(
    counter,
    () => counter.sell(final),
    () => counter.close(other),
  );
  assert.equal([closed(second).isNew, closed(second).final], [false, issued(sold)]);
  await counter.ledger.close();
});

/** One thing that somebody does; `at` chooses among the receipts that there are. */
interface Step {
  readonly does: 'sell' | 'advance' | 'go on' | 'refund' | 'copy' | 'close';
  readonly at: number;
  readonly key: string | null;
  /** Once all that was asked for before is answered. */
  readonly waits: boolean;
}

function nextStep(chance: Random): Step {
  return {
    does: chance.pick(['sell', 'advance', 'go on', 'go on', 'refund', 'copy', 'close', 'close', 'close']),
    at: chance.int(0, 10_000),
    key: chance.oneIn(3) ? `key-number-${chance.int(1, 12)}` : null,
    waits: chance.oneIn(4),
  };
}

interface Tally {
  closings: number;
}

/** Does the steps at a new counter, and says what is wrong with its books then. */
async function violation(steps: readonly Step[], tally: Tally): Promise<string | undefined> {
  const counter = await Counter.open();
  const known: IssuedInvoice[] = [];
  const refunds = new Map<string, string>();
  const copies = new Map<string, string>();
  const at = (list: readonly IssuedInvoice[], index: number) => list[index % list.length];
  const advances = () =>
    known.filter(({ draft }) => draft.invoiceType === 'Advance' && draft.transactionType === 'Sale');

  const doStep = async ({ does, at: index, key }: Step): Promise<void> => {
    const clientRequestId = key;
    const anyone = at(known, index);
    const advance = at(advances(), index);
    if (does === 'sell') {
      const sale = await counter.sell(body({ clientRequestId }));
      if (sale.kind === 'issued') known.push(sale.invoice);
    } else if (does === 'advance' || does === 'go on') {
      const referent = does === 'go on' ? advance?.signature.invoiceNumber : undefined;
      const items = [{ name: '10: Аванс (Ђ)', quantity: 1, unitPrice: 1 + (index % 3), label: 'Ђ' }];
      known.push(
        issued(await counter.sell({ invoiceType: 'Advance', items, referentDocumentNumber: referent ?? null })),
      );
    } else if (does === 'refund' && anyone !== undefined) {
      const refund = await counter.refund(anyone, { ...BUYER, clientRequestId });
      if (refund.kind === 'issued') refunds.set(refund.invoice.uuid, anyone.uuid);
    } else if (does === 'copy' && anyone !== undefined) {
      const copy = await counter.copy(anyone, key);
      if (copy.kind === 'issued') copies.set(copy.invoice.uuid, anyone.uuid);
    } else if (does === 'close' && advance !== undefined) {
      const closing = await counter.close(advance, body({ clientRequestId }));
      if (closing.kind === 'closed' && closing.isNew) tally.closings += 1;
    }
  };

  let running: Promise<void>[] = [];
  for (const step of steps) {
    if (step.waits) {
      await Promise.all(running);
      running = [];
    }
    running.push(doStep(step));
  }
  await Promise.all(running);
  const wrong = wrongInBooks(await counter.all(), { refunds, copies });
  await counter.ledger.close();
  return wrong;
}

test(`the books of ${HISTORIES} random days with many callers at once are right`, async () => {
  const tally = { closings: 0 };
  for (let day = 0; day < HISTORIES; day += 1) {
    const steps = Array.from({ length: STEPS }, () => nextStep(random));
    if ((await violation(steps, tally)) === undefined) continue;
    const least = await shortest(steps, async (fewer) => (await violation(fewer, tally)) !== undefined);
    const wrong = await violation(least, tally);
    assert.unreachable(
      `SEED=${random.seed}: ${wrong ?? 'not again'}\n${least.map((step) => JSON.stringify(step)).join('\n')}`,
    );
  }
  assert.ok(tally.closings > HISTORIES, `only ${tally.closings} advances were closed`);
});

test.run();
