import type { Random } from '../kit/random.js';

/** Values that programs stumble over. */
export const SCALARS: readonly unknown[] = [
  ...[null, true, false, 0, -0, -1, 1, 0.1, 2.675, 1e-9, 1e21, 1e308, -1e308, 999_999, 1_000_000, 2 ** 53, ''],
  ...[' ', 'Ђ', 'E'],
  ...['Normal', 'Refund', 'Copy', 'Advance', 'ProForma', 'Cash', 'Card', '10:123456789'],
  ...['2026-11-21 10:00:00', '\u0000'],
  ...['\ud800', '\u202e', '😀'.repeat(120), 'ж'.repeat(600), 'x'.repeat(70_000), '<script>'],
  ...["'; DROP TABLE items; --", '%s%n'],
];

/** Names of members: of our own bodies, and of what every object has by itself. */
export const FIELDS = [
  ...['items', 'payments', 'name', 'unit', 'quantity', 'unitPrice', 'totalAmount', 'label', 'labels', 'gtin', 'itemId'],
  ...['invoiceType', 'transactionType', 'cashier', 'buyerId', 'buyerCostCenterId', 'referentDocumentNumber', 'adText'],
  ...['referentDocumentDT', 'dateAndTimeOfIssue', 'clientRequestId', 'paymentType', 'amount', 'price', 'plu'],
  ...['category'],
  ...['active', '__proto__', 'constructor', 'toString', 'length', '0', ''],
];

/** Anything at all, shallow more often than deep. */
export function anything(random: Random, depth: number): unknown {
  if (depth === 0 || random.oneIn(2)) return random.pick(SCALARS);
  const members = Array.from({ length: random.int(0, 4) }, () => anything(random, depth - 1));
  return random.oneIn(2) ? members : Object.fromEntries(members.map((member) => [random.pick(FIELDS), member]));
}

/** Replaces, adds or takes away one member somewhere in an object, which is changed and returned. */
export function mutated<T extends object>(random: Random, value: T): T {
  let target = value as Record<string, unknown>;
  while (random.oneIn(2)) {
    const inner = Object.values(target).filter((member) => typeof member === 'object' && member !== null);
    if (inner.length === 0) break;
    target = random.pick(inner) as Record<string, unknown>;
  }
  const field = random.oneIn(3) ? random.pick(FIELDS) : random.pick([...Object.keys(target), 'items']);
  // As a parser makes it: `__proto__` is a member like any other.
  const changed = { value: anything(random, 2), enumerable: true, configurable: true, writable: true };
  if (random.oneIn(5) && !Array.isArray(target)) Reflect.deleteProperty(target, field);
  else if (!Array.isArray(target) || field !== 'length') Object.defineProperty(target, field, changed);
  return value;
}
