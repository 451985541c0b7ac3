// proof: advances
// time limit: 300 s
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { IssuedInvoice } from '../../../../src/platform/ledger/invoice.js';
import { shareOf } from '../../../kit/cases.js';
import { CHANGING, MemoryDisk } from '../../../kit/disk/memory.js';
import { type Moment, momentOf, type State, statesAfterCut } from '../../../kit/disk/powerCut.js';
import { FOLDER } from '../../../kit/ledger.js';
import { seededRandom } from '../../../kit/random.js';
import { body, line } from '../bodies.js';
import { type Closed, closed, Counter, issued } from '../counter.js';

/** States that are tried at each moment of the first run, and of a recovery that is cut. */
const STATES = 5;
const NESTED_STATES = 1;
/** Every so many states the recovery is cut as well. */
const NESTED_EACH = 24;
const SIZES = { segmentBytes: 128 * 1024, prefillBytes: 16 * 1024 };

const random = seededRandom();

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

interface CutPoint {
  readonly moment: Moment;
  readonly answers: Answers;
}

/** Sells what is missing of each chain and closes it. Notes every moment at which the power may go. */
async function work(disk: MemoryDisk, before: Answers, points: CutPoint[]): Promise<Answers> {
  let answers = before;
  const note = (): void => void points.push({ moment: momentOf(disk), answers });
  disk.before = (operation) => {
    if (CHANGING.includes(operation)) note();
  };
  const counter = await open(disk);
  for (const [index, { amounts, key }] of CHAINS.entries()) {
    let chain = answers.chains[index] ?? { advances: [], closing: undefined };
    const learn = (change: Partial<typeof chain>, ...receipts: IssuedInvoice[]): void => {
      chain = { ...chain, ...change };
      answers = { receipts: [...answers.receipts, ...receipts], chains: answers.chains.with(index, chain) };
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
  note();
  await check(counter, answers);
  await counter.ledger.close();
  return answers;
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

const open = (disk: MemoryDisk): Promise<Counter> => Counter.open(disk, { sizes: SIZES });

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

/** Goes on from what a power cut left, with what callers know: everything that was answered must be there. */
async function goOn(state: State, answers: Answers): Promise<CutPoint[]> {
  const points: CutPoint[] = [];
  await work(new MemoryDisk(state), answers, points);
  return points;
}

test('a power cut at any step of closings, and one more after it, leaves one refund and one final receipt per chain', async () => {
  const points: CutPoint[] = [];
  await work(new MemoryDisk(new Map([[FOLDER, 'folder']])), NOTHING, points);
  assert.ok(points.length > 30);
  let states = 0;
  let nested = 0;
  const tried = shareOf(points);
  for (const { moment, answers } of tried) {
    for (const state of statesAfterCut(moment, random, STATES)) {
      const again = await goOn(state, answers);
      // The first of the CI lane's few states, too.
      if ((states += 1) % NESTED_EACH !== 1) continue;
      for (const point of shareOf(again)) {
        for (const next of statesAfterCut(point.moment, random, NESTED_STATES)) {
          nested += 1;
          await goOn(next, point.answers);
        }
      }
    }
  }
  process.stdout.write(`${tried.length} of ${points.length} moments, ${states} states, ${nested} of a recovery\n`);
  assert.ok(states > 0 && nested > 0);
  if (tried.length === points.length) assert.ok(nested > 100);
});

test.run();
