// proof: advances in parts
// time limit: 300 s
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { IssuedInvoice } from '../../../../src/platform/ledger/invoice.js';
import { readInvoiceState } from '../../../../src/sales/invoicing/refunds/invoiceState.js';
import { unsliced } from '../../../../src/sales/invoicing/refunds/referring.js';
import { type Body, line } from '../bodies.js';
import { type Closed, closed, type Counter, issued } from '../counter.js';
import { cutEverywhere } from './cuts.js';

const cash = (amount: number): Body[] => [{ paymentType: 'Cash', amount }];
const goods = (amount: number, label: string): Body => line({ quantity: 1, unitPrice: amount, label });

/** One advance of two labels, RSD. */
const ADVANCE = {
  invoiceType: 'Advance',
  clientRequestId: 'the-advance',
  items: [
    line({ name: '10: Аванс (Ђ)', quantity: 1, unitPrice: 700 }),
    line({ name: '11: Аванс (Е)', label: 'Е', quantity: 1, unitPrice: 300 }),
  ],
};
const PAPER = {
  ...{ number: '17', time: '2022-03-25 00:00:00', earlierAdvances: [{ label: 'Ђ', amount: 300 }] },
  ...{ items: [goods(500, 'Ђ')], restPayments: cash(200) },
};

interface Step {
  readonly body: Body;
  /** True for `POST /earlier-advances/close`. */
  readonly isEarlier?: true;
  /** RSD of the refund, of the final receipt, of its payments, and what is left of the advance after it. */
  readonly makes: readonly [refund: number, final: number, paid: number, left: number];
}

const STEPS: readonly Step[] = [
  { body: { items: [goods(400, 'Ђ')], part: true, clientRequestId: 'part-one' }, makes: [400, 400, 0, 600] },
  // The same part again, which only its key tells from a repeat.
  { body: { items: [goods(200, 'Ђ')], part: true, clientRequestId: 'part-two' }, makes: [200, 200, 0, 400] },
  {
    body: {
      items: [goods(50, 'Ђ'), goods(350, 'Е')],
      part: true,
      restPayments: cash(50),
      clientRequestId: 'part-three',
    },
    makes: [350, 400, 50, 50],
  },
  { body: { ...PAPER, clientRequestId: 'paper-one' }, isEarlier: true, makes: [300, 500, 200, 50] },
  { body: { items: [goods(80, 'Ђ')], restPayments: cash(30), clientRequestId: 'the-rest' }, makes: [50, 80, 30, 0] },
  { body: { ...PAPER, clientRequestId: 'paper-two' }, isEarlier: true, makes: [300, 500, 200, 0] },
];

interface Answers {
  readonly advance: IssuedInvoice | undefined;
  /** Closings that were answered, in the order of {@link STEPS}. */
  readonly closings: readonly Pick<Closed, 'refund' | 'final'>[];
}

/** Carries out what was not answered, each under its key, and asks for all of it once more. */
async function work(counter: Counter, known: Answers, answered: (answers: Answers) => void): Promise<void> {
  const before = await counter.all();
  for (const one of receiptsIn(known)) assert.equal(await counter.ledger.invoice(one.uuid), one, 'what was answered');
  const advance = known.advance ?? (await sellAdvance(counter));
  answered({ ...known, advance });
  await assertLeft(counter, advance, await unreturned(counter, advance));
  let { closings } = known;
  for (const step of STEPS.slice(closings.length)) {
    const { refund, final } = await carryOut(counter, advance, step);
    const [refunded, sold, paid, left] = step.makes;
    assert.equal([refund.draft.total, final.draft.total, sumOf(final.draft.payments)], inPara(refunded, sold, paid));
    assert.is(final.draft.referentNumber, refund.signature.invoiceNumber);
    await assertLeft(counter, advance, left * 100);
    closings = [...closings, { refund, final }];
    answered({ advance, closings });
  }
  for (const [index, step] of STEPS.entries()) {
    const { isNew, refund, final } = await carryOut(counter, advance, step);
    assert.equal([isNew, { refund, final }], [false, closings[index]]);
  }
  const receipts = await counter.all();
  assert.equal(receipts, receiptsIn({ advance, closings }), 'each receipt once, in order of issue');
  assert.equal(receipts.slice(0, before.length), before, 'what was signed before the cut is there');
  assert.equal(
    receipts.map(({ signature }) => signature.totalCounter),
    receipts.map((_, index) => index + 1),
  );
  assert.equal(counter.ledger.damage, []);
}

function receiptsIn({ advance, closings }: Answers): readonly IssuedInvoice[] {
  return [...(advance ? [advance] : []), ...closings.flatMap(({ refund, final }) => [refund, final])];
}

async function sellAdvance(counter: Counter): Promise<IssuedInvoice> {
  const outcome = await counter.sell(ADVANCE);
  return outcome.kind === 'replayed' ? outcome.invoice : issued(outcome);
}

async function carryOut(counter: Counter, advance: IssuedInvoice, { body, isEarlier }: Step): Promise<Closed> {
  const outcome = isEarlier === true ? await counter.closeEarlier(body) : await counter.close(advance, body);
  return { ...closed<unknown>(outcome), advance };
}

/** Para of the advance less the receipts that name it, by the ledger alone. */
async function unreturned(counter: Counter, { draft, signature }: IssuedInvoice): Promise<number> {
  const naming = (await counter.all()).filter((one) => one.draft.referentNumber === signature.invoiceNumber);
  return draft.total - sumOf(naming.map((one) => ({ amount: one.draft.total })));
}

/** What a caller reads on the advance, para. */
async function assertLeft(counter: Counter, advance: IssuedInvoice, left: number): Promise<void> {
  const state = await readInvoiceState(counter, advance, unsliced);
  assert.equal([state.advance?.remaining, state.refundable?.amount], [left, left]);
}

function sumOf(amounts: readonly { readonly amount: number }[]): number {
  return amounts.reduce((sum, { amount }) => sum + amount, 0);
}

const inPara = (...amounts: number[]): number[] => amounts.map((amount) => amount * 100);

test('a power cut at any step of parts and of closings of papers, and one more after it, issues each receipt once', () =>
  cutEverywhere(work, { advance: undefined, closings: [] }));

test.run();
