import * as assert from 'uvu/assert';
import type { Draft, TaxLabel } from '../../../src/contract/fiscal.js';
import { buildDraft, type Rules } from '../../../src/sales/invoicing/draft/draft.js';
import type { ValidationError } from '../../../src/sales/invoicing/draft/refusals/sentence.js';
import { type InvoiceRequest, validateShape } from '../../../src/sales/invoicing/draft/validate.js';

export const TAX_LABELS: readonly TaxLabel[] = [
  { label: 'Ђ', name: 'О-ПДВ', rate: 20 },
  { label: 'Е', name: 'П-ПДВ', rate: 10 },
  { label: 'Г', name: 'Без ПДВ', rate: 0 },
];

/** What the clock of the box shows: noon in Belgrade. */
export const NOW = Date.UTC(2026, 10, 21, 11);

export type Body = Readonly<Record<string, unknown>>;

/** A good line of 300,00 RSD. */
export function line(change: Body = {}): Body {
  return { name: 'Кафа', quantity: 2, unitPrice: 150, label: 'Ђ', ...change };
}

/** A good request of one line of 300,00 RSD. */
export function body(change: Body = {}): Body {
  return { items: [line()], ...change };
}

export function accepted(value: unknown): InvoiceRequest {
  const shaped = validateShape(value);
  if (!shaped.ok) throw new Error(shaped.error.message);
  return shaped.value;
}

export function drafted(value: unknown, rules: Partial<Rules> = {}): Draft {
  const draft = buildDraft(accepted(value), { taxLabels: TAX_LABELS, simplifiedCash: false, now: NOW, ...rules });
  if (!draft.ok) throw new Error(draft.error.message);
  return draft.value;
}

/** Both halves refuse alike; which of them speaks is no matter of the caller's. */
export function refusal(value: unknown, rules: Partial<Rules> = {}): ValidationError {
  const shaped = validateShape(value);
  if (!shaped.ok) return shaped.error;
  const draft = buildDraft(shaped.value, { taxLabels: TAX_LABELS, simplifiedCash: false, now: NOW, ...rules });
  if (draft.ok) throw new Error('the request was accepted');
  return draft.error;
}

/** `/items/1/quantity` for `items[1].quantity`. */
function pointerOf(field: string): string {
  return field === '' ? '' : `/${field.replaceAll(/[[.]/g, '/').replaceAll(']', '')}`;
}

/** `field` as it is read in JavaScript, `items[1].quantity`. */
export function refused(value: unknown, message: string, field: string, rules: Partial<Rules> = {}): void {
  const error = refusal(value, rules);
  assert.equal({ message: error.message, field: error.field }, { message, field: pointerOf(field) });
}
