import { failed, type Result, secureRandom, type TaxLabel } from '../../base/index.js';
import { type InvoiceRequest, type RequestBody, validateShape } from './validate.js';

/** What a Training receipt of the box itself says. */
export interface TrainingSale {
  /** Begins its idempotency key, and names it in the log. */
  readonly purpose: 'pfr-test' | 'pfr-settle';
  readonly name: string;
  /** RSD. */
  readonly unitPrice: number;
  readonly label: TaxLabel['label'];
}

/** A Training sale that the box issues of itself: one item, not printed, under a key of its own. `change`: what a refund has of its own. */
export function trainingSale(
  { purpose, name, unitPrice, label }: TrainingSale,
  change: Partial<RequestBody> = {},
): Result<{ readonly request: InvoiceRequest; readonly key: string }, string> {
  const key = `${purpose}-${secureRandom(12).toString('hex')}`;
  const items = [{ name, quantity: 1, unitPrice, label }];
  const body: RequestBody = { invoiceType: 'Training', items, cashier: 'Провера', clientRequestId: key, print: false };
  const request = validateShape({ ...body, ...change });
  return request.ok ? { ok: true, value: { request: request.value, key } } : failed(request.error.message);
}
