import { failed, type Result, secureRandom } from '../../../base/index.js';
import type { TaxLabel } from '../../../contract/index.js';
import { type InvoiceRequest, type RequestBody, validateShape } from './validate.js';

/** Contents of a Training receipt that the box issues itself. */
interface TrainingSale {
  /** Prefix of its idempotency key, and its name in the log. */
  readonly purpose: 'pfr-test' | 'pfr-settle';
  readonly name: string;
  /** RSD. */
  readonly unitPrice: number;
  readonly label: TaxLabel['label'];
}

/**
 * Request for a Training sale that the box issues itself: one item, not printed, under a key of its own. `change`:
 * fields that differ for a refund.
 */
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
