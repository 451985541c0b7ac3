import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { MAX_TOTAL } from '../../../src/base/money.js';
import type { Draft } from '../../../src/contract/fiscal.js';
import { PAYMENT_TYPES } from '../../../src/contract/payments.js';
import { parseJson } from '../../../src/base/json.js';
import { buildDraft } from '../../../src/sales/invoicing/draft/draft.js';
import { invoiceRequestSchema } from '../../../src/sales/invoicing/draft/requestSchema.js';
import { requestFingerprint } from '../../../src/sales/invoicing/issue/requestKey.js';
import { validateShape } from '../../../src/sales/invoicing/draft/validate.js';
import { cases } from '../../kit/cases.js';
import { drafted, NOW, TAX_LABELS } from './bodies.js';
import { newRandom } from './random.js';

const ROUNDS = cases('BODIES', { ci: 1500, all: 5000 });
const random = newRandom();

const FIELDS = Object.keys(invoiceRequestSchema['properties'] as object);
const LINE_FIELDS = ['name', 'unit', 'quantity', 'unitPrice', 'totalAmount', 'label', 'labels', 'gtin', 'itemId'];
const STRANGE_KEYS = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '', '0', 'length', 'ж'];
const SCALARS = [
  ...[null, true, false, 0, -0, -1, 1, 2.5, 1e-7, 1e21, -1e300, 1.7976931348623157e308, NaN, Infinity, 2 ** 53],
  ...['', ' ', 'NaN', '1e5', '10:1', 'Ђ', 'Cash', 'Normal', 'Refund', '\u0000', '\ud800', '\u202e', 'ж'.repeat(600)],
  ...['2026-11-21 10:00:00', '%s%n', '${x}', '"; DROP TABLE', 'x'.repeat(70_000), undefined],
];

/** Anything at all, shallow more often than deep. */
function garbage(depth: number): unknown {
  if (depth === 0 || random.chance(0.5)) return random.pick(SCALARS);
  if (random.chance(0.4)) return random.times(random.whole(0, 4), () => garbage(depth - 1));
  return record([...FIELDS, ...LINE_FIELDS, ...STRANGE_KEYS], depth);
}

/** As JSON.parse makes it: `__proto__` is a property like any other. */
function record(keys: readonly string[], depth: number): object {
  const made: object = {};
  for (const key of random.times(random.whole(0, 8), () => random.pick(keys))) {
    Object.defineProperty(made, key, { value: garbage(depth - 1), enumerable: true, configurable: true });
  }
  return made;
}

/** A good line; the price and quantity also in para and thousandths, for the oracle. */
function goodLine() {
  const quantity = random.whole(1, random.pick([1000, 999_999_000]));
  const price = random.whole(1, random.pick([10_000, 999_999_999]));
  return { quantity, price, name: 'Ж'.repeat(random.whole(1, 200)), label: random.pick(TAX_LABELS).label };
}

function goodRequest() {
  const lines = random.times(random.whole(1, random.pick([3, 40])), goodLine);
  const totals = lines.map(({ quantity, price }) => (BigInt(quantity) * BigInt(price) * 2n + 1000n) / 2000n);
  const total = totals.reduce((sum, each) => sum + each, 0n);
  const items = lines.map(({ quantity, price, ...rest }) => ({
    ...rest,
    quantity: quantity / 1000,
    unitPrice: price / 100,
    totalAmount: garbage(1),
  }));
  return { lines, totals, total, items };
}

/** `total` cut into some payments above 0, perhaps with one of 0 or less between. */
function goodPayments(total: bigint): { paymentType: string; amount: number }[] {
  const payments: { paymentType: string; amount: number }[] = [];
  let rest = Number(total);
  while (rest > 0) {
    const amount = payments.length < 4 && random.chance(0.7) ? random.whole(1, rest) : rest;
    payments.push({ paymentType: random.pick(PAYMENT_TYPES), amount: amount / 100 });
    if (random.chance(0.2)) payments.push({ paymentType: 'Card', amount: random.pick([0, -3, 0.001]) });
    rest -= amount;
  }
  return payments;
}

test('no body makes the validator throw, and every refusal is a sentence', () => {
  let refusals = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const shaped = validateShape(random.chance(0.3) ? garbage(5) : record(FIELDS, 5));
    const result = shaped.ok
      ? buildDraft(shaped.value, { taxLabels: TAX_LABELS, simplifiedCash: true, now: NOW })
      : shaped;
    if (result.ok) continue;
    refusals++;
    assert.match(result.error.message, /^[А-ШЂЈЉЊЋЏ].*\.$/s);
  }
  assert.ok(refusals > ROUNDS / 2);
});

test('one wrong field in a good request is refused or harmless, never a throw', () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { items } = goodRequest();
    const [first, ...rest] = items;
    const spoilt = random.chance(0.5)
      ? { items: [{ ...first, [random.pick(LINE_FIELDS)]: garbage(2) }, ...rest] }
      : { items, [random.pick(FIELDS)]: garbage(2) };
    const shaped = validateShape(spoilt);
    if (!shaped.ok) continue;
    assert.match(requestFingerprint(shaped.value), /^[0-9a-f]{64}$/);
    const draft = buildDraft(shaped.value, { taxLabels: TAX_LABELS, simplifiedCash: false, now: NOW });
    if (draft.ok) assertAddsUp(draft.value);
  }
});

test('deep nesting, where it is let through, is no trouble', () => {
  let nested: unknown = 1;
  for (let depth = 0; depth < 100_000; depth++) nested = [nested];
  assert.is(validateShape({ items: nested }).ok, false);
  assert.is(validateShape({ junk: nested, items: [{ name: 'x', quantity: 1, unitPrice: 1, label: 'Ђ' }] }).ok, true);
});

test('a good random request is accepted and adds up to the para', () => {
  let checked = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const { lines, totals, total, items } = goodRequest();
    if (total === 0n || totals.some((each) => each > BigInt(MAX_TOTAL)) || total > BigInt(MAX_TOTAL)) continue;
    const payments = random.chance(0.3) ? undefined : goodPayments(total);
    const parsed = parseJson(JSON.stringify({ items, payments }));
    if (!parsed.ok) throw new Error(parsed.error);
    const draft = drafted(parsed.value);
    checked++;
    assert.equal(
      draft.lines.map(({ quantity, unitPrice, total: each }) => [quantity, unitPrice, each]),
      lines.map(({ quantity, price }, index) => [quantity, price, Number(totals[index])]),
    );
    assert.is(BigInt(draft.total), total);
    assertAddsUp(draft);
  }
  assert.ok(checked > ROUNDS / 2, `only ${checked} were within what a receipt can hold`);
});

function assertAddsUp(draft: Draft): void {
  const sum = (amounts: readonly number[]): bigint => amounts.reduce((all, amount) => all + BigInt(amount), 0n);
  assert.ok(draft.total > 0 && draft.total <= MAX_TOTAL);
  assert.is(sum(draft.lines.map(({ total }) => total)), BigInt(draft.total));
  assert.is(sum(draft.payments.map(({ amount }) => amount)), BigInt(draft.total));
  assert.ok(draft.payments.every(({ amount }) => amount > 0));
}

test.run();
