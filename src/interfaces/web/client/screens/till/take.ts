import { signal } from '@preact/signals';
import { go, path } from '../../route.js';
import { addLine, goodsFault, isAdvance, type NewLine } from '../../till/cart.js';
import type { Scan } from '../../scan/keys.js';
import { type Coded, findByCode, isMeasured, lineOf, type TillItem, wantedOf } from '../../till/items.js';
import { withCart, withoutCodes } from '../../till/tillState.js';
import type { Entry } from './line.js';
import { scanFault, reportScanFault, reportUnknown } from './scanNotice.js';
import { catalogue, rules, till } from './till.js';

const ONE = 1000;

/** The next questions of the till, shown next to the items, one after the other. */
export const questions = signal<readonly Entry[]>([]);

export function ask(entry: Entry): void {
  questions.value = [...questions.value, entry];
}

/** Removes the first question after its answer. */
export function answered(): void {
  questions.value = questions.value.slice(1);
}

/** Call when the items are no longer shown. */
export function forgetQuestions(): void {
  questions.value = [];
}

/** Codes that arrived before the items did. */
const early: Scan[] = [];

/** Content of the field above the items. */
export const sought = signal('');

/** Adds a code to the open bill, wherever it was scanned; a code that is not in the catalogue is reported. */
export function take(scan: Scan): void {
  const { value } = till.state;
  const goesOn = value !== undefined && isAdvance(value.cart);
  // Questions and unknown codes are shown next to the items. An advance accepts no goods, and its payment continues.
  if ((path.value[1] ?? '') !== '' && !goesOn) go('till');
  scanFault.value = undefined;
  place(scan);
}

/** Adds a code to the bill. A quantity that was typed before it, `3*`, applies to it. */
function place(scan: Scan): void {
  if (catalogue.value === undefined) {
    early.push(scan);
    return;
  }
  const { text, quantity } = wantedOf(sought.value);
  const typed = text === '' ? quantity : undefined;
  if (typed !== undefined) sought.value = '';
  const found = meant(scan);
  if (found.length === 0) reportUnknown(scan[0] ?? '');
  else addCoded(found, typed);
}

/** The items that a code may mean. */
export function meant(scan: Scan): readonly Coded[] {
  return findByCode(catalogue.value?.items ?? [], scan, rules.value.scaleLabels);
}

/** Call when the items have arrived. */
export function takeEarly(): void {
  early.splice(0).forEach(place);
}

/** Call when the bill that codes waited for is over, or they are to be added to the open one. */
export function takeWaiting(codes: readonly Scan[]): void {
  void till.change(withoutCodes);
  codes.forEach(place);
}

/** Adds the item of a code; if there are several items a person chooses one. `quantity`: as it was typed. */
export function addCoded(found: readonly Coded[], quantity: number | undefined): void {
  const [only, ...others] = found;
  if (only === undefined || isRefused(lineOf(only.item, ONE, only.price))) return;
  if (others.length > 0) ask({ choice: found.map((one) => ({ ...one, quantity: quantity ?? one.quantity })) });
  else addItem(only.item, quantity ?? only.quantity, only.price);
}

/** Adds an item, or first asks for missing data: its price, or its quantity. */
export function addItem(item: TillItem, quantity: number | undefined, price = item.price): void {
  const line = lineOf(item, quantity ?? ONE, price);
  if (isRefused(line)) return;
  if (price === 0 || (quantity === undefined && isMeasured(item))) ask({ item, quantity });
  else void till.change((state) => withCart(state, (cart) => addLine(cart, line)));
}

/** True when goods cannot be added to the open bill; the reason is shown to the seller. */
export function isRefused(line: NewLine): boolean {
  const { value } = till.state;
  const fault = value === undefined ? undefined : goodsFault(value.cart, line);
  if (fault !== undefined) reportScanFault({ kind: fault, name: line.name });
  else scanFault.value = undefined;
  return fault !== undefined;
}
