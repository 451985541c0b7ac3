// proof: inspector
// time limit: 300 s
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { nodeDisk } from '../../../src/base/nodeDisk.js';
import { verifyLedger } from '../../../src/platform/ledger/verify.js';
import { newFolder } from '../../kit/folder.js';
import { earlierBox } from '../../kit/earlierBox.js';
import { DAY_MS, FOLDER, NOON, openLedger, ReceiptMaker } from '../../kit/ledger.js';
import { Turns } from '../../kit/turns.js';
import { seededRandom } from '../../kit/random.js';
import { check, run, SCRIPT, type Told } from './script.js';
import { liveShop, type Shop } from './shop.js';

/** Each runs the script on a whole ledger, some several times. */
const turns = new Turns(3);
const random = seededRandom();
let shop: Shop;
let asItRan: Told;

test.before(async () => {
  shop = await liveShop(random, async (folder) => {
    asItRan = await check(folder);
  });
});

const rsd = (amount: number): string => amount.toFixed(2);

turns.test('a folder in good order is sound, with the records that the box itself counts', async () => {
  const told = await check(shop.folder);
  const { counts, sequence } = await verifyLedger({ disk: nodeDisk, folder: shop.folder });
  assert.equal([told.faults, told.records, told.end.sequence], [[], counts, sequence]);
  assert.is(told.boxId, readFileSync(join(shop.folder, 'box.id'), 'latin1').trim());
  assert.ok(new Set(shop.places.map(({ segment }) => segment)).size > 2, 'the log has several segments');
  assert.ok((told.records['abort'] ?? 0) > 0 && (told.records['intent'] ?? 0) > 3);
});

turns.test('a running box may be checked', () => {
  assert.equal(asItRan.faults, []);
  assert.is(asItRan.records['result'], shop.receipts.length);
});

turns.test('the totals of each month are those of the reports of the box', async () => {
  const { periods } = await check(shop.folder);
  const sold = shop.summaries.filter(({ totals }) => totals.invoices > 0);
  for (const { environment, from, totals, byTaxLabel, byPaymentType } of sold) {
    const found = periods.find((one) => one.environment === environment && from.startsWith(one.period));
    const { refunds } = totals;
    assert.equal(found?.totals, {
      invoices: totals.invoices,
      turnover: rsd(totals.turnover),
      refunds: { count: refunds.count, amount: rsd(refunds.amount) },
    });
    const labels = new Map(found?.byTaxLabel.map(({ label, turnover }) => [label, turnover]));
    assert.equal(labels, new Map(byTaxLabel.map(({ label, turnover }) => [label, rsd(turnover)])));
    const payments = byPaymentType.map(({ paymentType, amount }) => ({ paymentType, amount: rsd(amount) }));
    assert.equal(found?.byPaymentType, payments);
  }
  assert.is(periods.filter(({ totals }) => totals.invoices > 0).length, sold.length);
});

turns.test('the taxes of all months are those of the receipts, refunds subtracted', async () => {
  const { periods } = await check(shop.folder);
  const told = new Map<string, number>();
  for (const { label, tax } of periods.flatMap(({ byTaxLabel }) => byTaxLabel)) {
    told.set(label, (told.get(label) ?? 0) + Math.round(Number(tax) * 100));
  }
  const expected = new Map<string, number>();
  for (const { draft, signature } of shop.receipts) {
    if (draft.invoiceType !== 'Normal' && draft.invoiceType !== 'Advance') continue;
    const sign = draft.transactionType === 'Refund' ? -1 : 1;
    for (const { label, amount } of signature.taxItems) expected.set(label, (expected.get(label) ?? 0) + sign * amount);
  }
  assert.equal(told, expected);
});

turns.test('the days of a month sum to the month', async () => {
  const [months, days] = [(await check(shop.folder)).periods, (await check('--days', shop.folder)).periods];
  assert.ok(days.every(({ period }) => /^\d{4}-\d\d-\d\d$/.test(period)));
  for (const { environment, period, totals } of months) {
    const within = days.filter((day) => day.environment === environment && day.period.startsWith(period));
    const sum = within.reduce((all, day) => all + Math.round(Number(day.totals.turnover) * 100), 0);
    assert.is(rsd(sum / 100), totals.turnover);
  }
});

turns.test('a receipt counts on the day of its PFR time, in records of this release and of earlier ones', async () => {
  const folder = newFolder();
  for (const [path, bytes] of earlierBox().contents()) {
    if (typeof bytes === 'string') mkdirSync(join(folder, path), { recursive: true });
    else writeFileSync(join(folder, path), bytes);
  }
  const periods = async () => {
    const told = await check('--days', join(folder, FOLDER));
    assert.not.ok(
      told.faults.some((fault) => /its (day|time)/.test(fault)),
      told.faults.join('; '),
    );
    return told.periods.map(({ period, totals }) => [period, totals.invoices]);
  };
  const nights = ['2026-11-21', 6];
  assert.equal(await periods(), [nights, ['2026-11-22', 39]]);
  const ledger = await openLedger(nodeDisk, { folder: join(folder, FOLDER) });
  const receipt = new ReceiptMaker(random).next(ledger, { at: NOON + 900 * DAY_MS, signedAt: NOON + 2 * DAY_MS });
  assert.ok((await ledger.issue(receipt)).ok);
  await ledger.close();
  assert.equal(await periods(), [nights, ['2026-11-22', 39], ['2026-11-23', 1]]);
});

turns.test('for people it prints the totals and a last line that says whether all is sound', async () => {
  const { code, stdout } = await run([shop.folder]);
  assert.is(code, 0);
  assert.match(stdout, /^sandbox 2\d{3}-\d\d {3}/m);
  assert.match(stdout, /^Sound: .*\n$/m);
  assert.match((await run(['--help'])).stdout, /Signatures|signature[\s\S]*KASIRLOG/);
});

turns.test('what is no ledger is named, and nothing is written anywhere', async () => {
  const empty = newFolder();
  mkdirSync(empty);
  const file = join(empty, 'letter.txt');
  for (const path of [empty, file, join(empty, 'nowhere')]) {
    const { code, stdout, stderr } = await run([path]);
    assert.is(code, 2);
    assert.is(stdout, '');
    assert.match(stderr, /^verify-ledger: .*\n$/);
    writeFileSync(file, 'Dear inspector');
  }
  assert.equal(readdirSync(empty), ['letter.txt']);
  const { code, stderr } = await run(['--no-such-option', empty]);
  assert.is(code, 2);
  assert.match(stderr, 'usage: verify-ledger');
});

turns.test('it needs nothing but the standard library of Python', () => {
  const modules = /^(?:import|from) (\w+)/gm;
  const imported = [...readFileSync(SCRIPT, 'utf8').matchAll(modules)].map(([, name]) => name);
  const listed = execFileSync('python3', ['-c', 'import sys; print("\\n".join(sys.stdlib_module_names))']).toString();
  assert.ok(imported.length > 10);
  assert.equal(
    imported.filter((name) => name !== '__future__' && !listed.split('\n').includes(name ?? '')),
    [],
  );
});

test.run();
