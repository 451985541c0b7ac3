// proof: advances
// time limit: 300 s
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { IssuedInvoice } from '../../../../src/platform/ledger/invoice.js';
import { body, line } from '../bodies.js';
import { type Closed, closed, type Counter, issued } from '../counter.js';
import { cutEverywhere } from './cuts.js';

/** Chains of advances, RSD, and the key of each closing. */
const CHAINS = [
  { amounts: [100], key: 'close-chain-1' },
  { amounts: [100, 50, 25], key: null },
  { amounts: [10, 20], key: 'close-chain-3' },
] as const;

interface Answers {
  readonly receipts: readonly IssuedInvoice[];
  /** By chain: its advances, and the closing as soon as it was answered. */
  readonly chains: readonly { readonly advances: readonly IssuedInvoice[]; readonly closing: Closed | undefined }[];
}

const NOTHING: Answers = { receipts: [], chains: CHAINS.map(() => ({ advances: [], closing: undefined })) };

/** Sells what is missing of each chain and closes it. */
async function work(counter: Counter, before: Answers, answered: (answers: Answers) => void): Promise<void> {
  let answers = before;
  for (const [index, { amounts, key }] of CHAINS.entries()) {
    let chain = answers.chains[index] ?? { advances: [], closing: undefined };
    const learn = (change: Partial<typeof chain>, ...receipts: IssuedInvoice[]): void => {
      chain = { ...chain, ...change };
      answers = { receipts: [...answers.receipts, ...receipts], chains: answers.chains.with(index, chain) };
      answered(answers);
    };
    for (const amount of amounts.slice(chain.advances.length)) {
      const advance = await sellAdvance(counter, amount, chain.advances.at(-1), `advance-${index}-${amount}`);
      learn({ advances: [...chain.advances, advance] }, advance);
    }
    const last = chain.advances.at(-1);
    if (last === undefined) continue;
    const closing = closed(await counter.close(last, body({ clientRequestId: key })));
    const known = chain.closing;
    if (known !== undefined) assert.equal(closing, { ...known, isNew: false });
    learn({ closing }, closing.refund, closing.final);
  }
  await check(counter, answers);
}

/** One that was stored before the cut and not answered is answered now. */
async function sellAdvance(
  counter: Counter,
  amount: number,
  after: IssuedInvoice | undefined,
  clientRequestId: string,
): Promise<IssuedInvoice> {
  const items = [line({ name: '10: Аванс (Ђ)', quantity: 1, unitPrice: amount })];
  const referentDocumentNumber = after?.signature.invoiceNumber ?? null;
  const outcome = await counter.sell({ invoiceType: 'Advance', items, referentDocumentNumber, clientRequestId });
  return outcome.kind === 'replayed' ? outcome.invoice : issued(outcome);
}

async function check(counter: Counter, { receipts, chains }: Answers): Promise<void> {
  assert.equal(counter.ledger.damage, []);
  for (const receipt of receipts) assert.equal(await counter.ledger.invoice(receipt.uuid), receipt);
  const all = await counter.all();
  assert.equal(
    all.map(({ signature }) => signature.totalCounter),
    all.map((_, index) => index + 1),
  );
  const naming = ({ signature }: IssuedInvoice, type: string) =>
    all.filter(({ draft }) => draft.referentNumber === signature.invoiceNumber && draft.invoiceType === type);
  for (const [index, { advances, closing }] of chains.entries()) {
    const last = advances.at(-1);
    if (last === undefined || closing === undefined) throw new Error(`chain ${index} was not closed`);
    const refunds = naming(last, 'Advance').filter(({ draft }) => draft.transactionType === 'Refund');
    assert.equal(refunds, [closing.refund], 'one refund');
    assert.equal(naming(closing.refund, 'Normal'), [closing.final], 'one final receipt');
    const total = advances.reduce((sum, { draft }) => sum + draft.total, 0);
    assert.equal(
      closing.refund.draft.lines.map((one) => one.total),
      [total],
    );
    const key = CHAINS[index]?.key ?? null;
    assert.is(closing.final.clientRequestId, key);
    const other = await counter.sell(body({ clientRequestId: key, cashier: 'Ана' }));
    assert.is(other.kind, key === null ? 'issued' : 'invalid', 'the key is bound');
  }
}

test('a power cut at any step of closings, and one more after it, leaves one refund and one final receipt per chain', () =>
  cutEverywhere(work, NOTHING));

test.run();
