import { signal } from '@preact/signals';
import { go, path } from '../../route.js';
import { addLine, type Cart, goodsFault, isAdvance, type NewLine } from '../../till/cart.js';
import type { Scan } from '../../scan/keys.js';
import { type Coded, findByCode, isMeasured, lineOf, type TillItem, wantedOf } from '../../till/items.js';
import { withCart, withoutCodes } from '../../till/state.js';
import type { Entry } from './line.js';
import { scanFault, tellScanFault, tellUnknown } from './scans.js';
import { catalogue, rules, till } from './till.js';

const ONE = 1000;

/** What the till asks next to the items, one after the other. */
export const questions = signal<readonly Entry[]>([]);

export function ask(entry: Entry): void {
  questions.value = [...questions.value, entry];
}

/** The first question is answered. */
export function answered(): void {
  questions.value = questions.value.slice(1);
}

/** The items are not shown any more. */
export function forgetQuestions(): void {
  questions.value = [];
}

/** Codes that came before the items did. */
const early: Scan[] = [];

/** What stands in the field above the items. */
export const sought = signal('');

/** Takes a code onto the open bill, wherever it was scanned; what is not in the catalogue is told. */
export function take(scan: Scan): void {
  const { value } = till.state;
  const goesOn = value !== undefined && isAdvance(value.cart);
  // Questions and what is unknown are shown beside the items; an advance takes no goods, and goes on being paid.
  if ((path.value[1] ?? '') !== '' && !goesOn) go('till');
  scanFault.value = undefined;
  place(scan);
}

/** Places a code on the bill. A quantity that was typed before it, `3*`, is its own. */
function place(scan: Scan): void {
  if (catalogue.value === undefined) {
    early.push(scan);
    return;
  }
  const { text, quantity } = wantedOf(sought.value);
  const typed = text === '' ? quantity : undefined;
  if (typed !== undefined) sought.value = '';
  const found = meant(scan);
  if (found.length === 0) tellUnknown(scan[0] ?? '');
  else addCoded(found, typed);
}

/** The items that a code may mean. */
export function meant(scan: Scan): readonly Coded[] {
  return findByCode(catalogue.value?.items ?? [], scan, rules.value.scaleLabels);
}

/** The items have come. */
export function takeEarly(): void {
  early.splice(0).forEach(place);
}

/** The bill that codes waited for is over, or they are to go on the open one. */
export function takeWaiting(codes: readonly Scan[]): void {
  void till.change(withoutCodes);
  codes.forEach(place);
}

/** Adds what a code means; of several items a person chooses one. `quantity`: as it was typed. */
export function addCoded(found: readonly Coded[], quantity: number | undefined): void {
  const [only, ...others] = found;
  if (only === undefined || isRefused(lineOf(only.item, ONE, only.price))) return;
  if (others.length > 0) ask({ choice: found.map((one) => ({ ...one, quantity: quantity ?? one.quantity })) });
  else addItem(only.item, quantity ?? only.quantity, only.price);
}

/** Adds an item, or asks first for what it lacks: its price, or how much of it. */
export function addItem(item: TillItem, quantity: number | undefined, price = item.price): void {
  const line = lineOf(item, quantity ?? ONE, price);
  if (isRefused(line)) return;
  if (price === 0 || (quantity === undefined && isMeasured(item))) ask({ item, quantity });
  else changeBill((cart) => addLine(cart, line));
}

/** True when goods cannot go onto the open bill; the seller is told why. */
export function isRefused(line: NewLine): boolean {
  const { value } = till.state;
  const fault = value === undefined ? undefined : goodsFault(value.cart, line);
  if (fault !== undefined) tellScanFault({ kind: fault, name: line.name });
  else scanFault.value = undefined;
  return fault !== undefined;
}

export function changeBill(change: (cart: Cart) => Cart): void {
  void till.change((state) => withCart(state, change));
}
