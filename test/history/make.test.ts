import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { nodeDisk } from '../../src/base/nodeDisk.js';
import { silentLog } from '../../src/base/log.js';
import { localDay } from '../../src/base/time.js';
import type { IssuedInvoice } from '../../src/platform/ledger/invoice.js';
import { Ledger } from '../../src/platform/ledger/ledger.js';
import { verifyLedger } from '../../src/platform/ledger/verify.js';
import { loadSql } from '../../src/platform/ledger/views/sql.js';
import { cases } from '../kit/cases.js';
import { newFolder } from '../kit/folder.js';
import { seededRandom } from '../kit/random.js';
import { type Known, makeHistory } from './make.js';
import { SHOP_ENVIRONMENT } from './merchant.js';
import { RUN_TYPESCRIPT } from '../kit/typescript.js';
import { inEnglish } from '../kit/inEnglish.js';

const RECEIPTS = cases('HISTORY_RECEIPTS', { ci: 600, all: 3000 });
const DAYS = 400;
const random = seededRandom();
const folder = newFolder();
/** All that was sold, as the merchant knows it. */
const sold: IssuedInvoice[] = [];
let known: Known;
let ledger: Ledger;

const openLedger = async (): Promise<Ledger> => {
  const options = { disk: nodeDisk, folder, now: Date.now, log: silentLog, version: 'test', idleWork: false };
  return Ledger.open({ ...options, sql: await loadSql(), readOnly: true });
};
const ofShop = (): IssuedInvoice[] => sold.filter(({ environment }) => environment === SHOP_ENVIRONMENT);
const uuidsOf = (invoices: readonly IssuedInvoice[]): string[] => invoices.map(({ uuid }) => uuid);
const dayOf = ({ createdAt }: IssuedInvoice): number => localDay(createdAt);

/** Every page of the list, newest first. */
async function listed(days: { readonly from?: number; readonly to?: number } = {}): Promise<IssuedInvoice[]> {
  const found: IssuedInvoice[] = [];
  for (let skip = 0; ; skip += 100) {
    const page = await ledger.invoices({ environment: SHOP_ENVIRONMENT, ...days, skip, limit: 100 });
    found.push(...page);
    if (page.length < 100) return found;
  }
}

test.before(async () => {
  mkdirSync(folder);
  const onReceipt = (invoice: IssuedInvoice): void => void sold.push(invoice);
  known = await makeHistory({
    folder,
    receipts: RECEIPTS,
    days: DAYS,
    seed: random.int(0, 2 ** 31),
    keys: 2,
    onReceipt,
  });
  ledger = await openLedger();
});

test.after(() => ledger.close());

test('a made history is sound: a receipt of each record, and an intent before each that was signed outside', async () => {
  const { counts, faults } = await verifyLedger({ disk: nodeDisk, folder });
  assert.equal(inEnglish(faults), []);
  assert.is(counts.result, RECEIPTS);
  assert.is(counts.intent, ofShop().length);
  assert.equal(ledger.main.intents(SHOP_ENVIRONMENT), []);
});

test('it has all kinds of receipts, two cards, both environments, keys, and a segment for each month', () => {
  const kinds = new Set(sold.map(({ draft }) => `${draft.invoiceType}/${draft.transactionType}`));
  for (const kind of ['Normal/Sale', 'Normal/Refund', 'Copy/Sale', 'Advance/Sale', 'ProForma/Sale', 'Training/Sale']) {
    assert.ok(kinds.has(kind), kind);
  }
  assert.is(new Set(ofShop().map(({ signature }) => signature.requestedBy)).size, 2);
  assert.ok(ofShop().length < sold.length);
  const months = new Set(sold.map((invoice) => Math.floor(dayOf(invoice) / 100)));
  const segments = readdirSync(join(folder, 'log')).length;
  assert.ok(segments >= months.size, `${segments} segments of ${months.size} months`);
  const asked = ofShop().flatMap(({ clientRequestId }) => clientRequestId ?? []);
  assert.is(new Set(asked).size, asked.length);
  assert.ok(asked.length > RECEIPTS / 2);
});

test('the numbers of each card run without a gap', () => {
  const last = new Map<string, number>();
  for (const { signature } of sold) {
    assert.is(signature.totalCounter, (last.get(signature.requestedBy) ?? 0) + 1);
    last.set(signature.requestedBy, signature.totalCounter);
  }
});

test('the list has every receipt of the shop, newest first', async () => {
  assert.equal(uuidsOf(await listed()), uuidsOf(ofShop()).reverse());
});

test('any day, and any stretch of days, finds its receipts and no others', async () => {
  for (let time = 0; time < 8; time += 1) {
    const [from = 0, to = 0] = [dayOf(random.pick(sold)), dayOf(random.pick(sold))].sort((a, b) => a - b);
    for (const days of [{ from, to: from }, { from, to }, { from }, { to }]) {
      const { from: first = 0, to: last = Infinity } = days;
      const expected = ofShop().filter((invoice) => first <= dayOf(invoice) && dayOf(invoice) <= last);
      assert.equal(uuidsOf(await listed(days)), uuidsOf(expected).reverse(), JSON.stringify(days));
    }
  }
});

test('the first and the last day of a month, where segments end, find theirs', async () => {
  const monthOf = (day: number): number => Math.floor(day / 100);
  const days = [...new Set(ofShop().map(dayOf))];
  const edges = days.filter((day, at) =>
    [days[at - 1], days[at + 1]].some((near) => near && monthOf(near) !== monthOf(day)),
  );
  assert.ok(edges.length > DAYS / 20);
  for (const day of edges) {
    const expected = ofShop().filter((invoice) => dayOf(invoice) === day);
    assert.equal(uuidsOf(await listed({ from: day, to: day })), uuidsOf(expected).reverse(), String(day));
  }
});

test('a receipt is found by uuid, by number, by its key and by what refers to it', async () => {
  for (let time = 0; time < 50; time += 1) {
    const invoice = random.pick(sold);
    const { uuid, environment, signature, clientRequestId, draft } = invoice;
    assert.equal(await ledger.invoice(uuid), invoice);
    const { requestedBy, signedBy, totalCounter } = signature;
    assert.is((await ledger.invoiceByNumber(requestedBy, signedBy, totalCounter))?.uuid, uuid);
    if (clientRequestId !== null) assert.is((await ledger.invoiceByRequest(environment, clientRequestId))?.uuid, uuid);
    if (draft.referentNumber === null) continue;
    const { referentNumber: number, invoiceType, transactionType } = draft;
    const referring = await ledger.invoicesByReferent({ environment, number, invoiceType, transactionType });
    assert.ok(uuidsOf(referring).includes(uuid));
  }
});

test('the turnover of each day is the sum of its receipts', () => {
  const expected = new Map<number, readonly [invoices: number, amount: bigint]>();
  for (const invoice of ofShop()) {
    const { invoiceType, transactionType, total } = invoice.draft;
    if (invoiceType !== 'Normal' && invoiceType !== 'Advance') continue;
    const [invoices, amount] = expected.get(dayOf(invoice)) ?? [0, 0n];
    expected.set(dayOf(invoice), [invoices + 1, amount + BigInt(transactionType === 'Sale' ? total : -total)]);
  }
  const period = { environment: SHOP_ENVIRONMENT, from: known.from, to: known.to };
  const found = ledger.main.turnover
    .byDay('total', period)
    .map(({ day, invoices, amount }) => [day, [invoices, amount]]);
  assert.equal(found, [...expected]);
});

test('what was saved beside it is what the log says', async () => {
  const saved = { page: uuidsOf(await listed()), main: ledger.main.countersInUse('K7ZQ3H5N') };
  await ledger.close();
  rmSync(join(folder, 'views'), { recursive: true });
  ledger = await openLedger();
  assert.equal({ page: uuidsOf(await listed()), main: ledger.main.countersInUse('K7ZQ3H5N') }, saved);
});

test('the command touches no folder that holds anything', () => {
  const taken = newFolder();
  mkdirSync(taken);
  writeFileSync(join(taken, 'mine'), '');
  const args = [...RUN_TYPESCRIPT, resolve(import.meta.dirname, 'main.ts'), '--receipts', '5', '--data', taken];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  assert.is(status, 1);
  assert.match(stderr, /is not empty/);
  assert.equal(readdirSync(taken), ['mine']);
});

test.run();
