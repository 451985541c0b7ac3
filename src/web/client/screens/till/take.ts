import { signal } from '@preact/signals';
import { go, path } from '../../route.js';
import { addLine } from '../../till/cart.js';
import { findByCode, isMeasured, lineOf, type TillItem } from '../../till/items.js';
import { withCart, withoutCodes } from '../../till/state.js';
import type { Entry } from './line.js';
import { tellUnknown, unknownCode } from './scans.js';
import { catalogue, till } from './till.js';

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
const early: string[] = [];

/** Takes a code onto the open bill, wherever it was scanned; what is not in the catalogue is told. */
export function take(code: string): void {
  // Questions and what is unknown are shown beside the items.
  if ((path.value[1] ?? '') !== '') go('till');
  unknownCode.value = undefined;
  place(code);
}

function place(code: string): void {
  const known = catalogue.value;
  if (known === undefined) {
    early.push(code);
    return;
  }
  const coded = findByCode(known.items, code);
  if (coded === undefined) tellUnknown(code);
  else addItem(coded.item, coded.quantity);
}

/** The items have come. */
export function takeEarly(): void {
  early.splice(0).forEach(place);
}

/** The bill that codes waited for is over, or they are to go on the open one. */
export function takeWaiting(codes: readonly string[]): void {
  void till.change(withoutCodes);
  codes.forEach(place);
}

/** Adds an item, or asks first for what it lacks: its price, or how much of it. */
export function addItem(item: TillItem, quantity: number | undefined): void {
  if (item.price === 0 || (quantity === undefined && isMeasured(item))) ask({ item, quantity });
  else void till.change((state) => withCart(state, (cart) => addLine(cart, lineOf(item, quantity ?? ONE))));
}
