import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isRecord } from '../../../../src/base/json.js';
import { itemChangeSchema, newItemSchema } from '../../../../src/shop/catalogue/itemSchema.js';
import { validateItemChange, validateNewItem } from '../../../../src/shop/catalogue/validate.js';
import { validateCopy } from '../../../../src/sales/invoicing/draft/copy.js';
import { closeAdvanceRequestSchema } from '../../../../src/sales/invoicing/advance/closingRequest.js';
import {
  copyRequestSchema,
  invoiceRequestSchema,
  refundRequestSchema,
} from '../../../../src/sales/invoicing/draft/requestSchema.js';
import { type Body, body, TAX_LABELS } from '../bodies.js';
import { Counter, issued } from '../counter.js';

/** A text of every request is refused when it draws what only the processor may write, or can never reach paper. */
const SENTENCE = 'ΚΡΑЈ ФИСКАЛНОГ РАЧУНА';
const REFUSED = ['invoice.text-imitates', 'item.text-imitates', 'form.pattern', 'form.enum', 'form.max-length'];

/** Not printed: the printer that is asked for, and what the catalogue shows and reports. */
const NOT_PRINTED = ['print', 'plu', 'category'];

/** The paths of the members of a schema that take a text: `['items', 'name']`. */
function textPaths(schema: unknown): string[][] {
  if (!isRecord(schema)) return [];
  const { type, properties, items, anyOf } = schema;
  const nested = isRecord(properties)
    ? Object.entries(properties).flatMap(([name, member]) => textPaths(member).map((path) => [name, ...path]))
    : [];
  const own = [type].flat().includes('string') || JSON.stringify(anyOf ?? '').includes('string') ? [[]] : [];
  return [...own, ...nested, ...textPaths(items)];
}

/** The request with the sentence at a path. */
function holding(request: Body, [first = '', ...rest]: readonly string[]): Body {
  if (first === 'labels') return { ...request, label: undefined, labels: [SENTENCE] };
  if (first === 'moreLabels') return { ...request, moreLabels: [SENTENCE] };
  if (rest.length === 0) return { ...request, [first]: SENTENCE };
  const [entry] = (request[first] ?? [{ paymentType: 'Cash', amount: 300 }]) as readonly Body[];
  return { ...request, [first]: [holding(entry ?? {}, rest)] };
}

type Answer = { readonly kind: string; readonly error?: { readonly rule: string } };

async function everyTextIsRefused(schema: unknown, request: Body, ask: (body: Body) => Promise<Answer>): Promise<void> {
  const paths = textPaths(schema).filter(([name = '']) => !NOT_PRINTED.includes(name));
  assert.ok(paths.length > 0);
  for (const path of paths) {
    const { error } = await ask(holding(request, path));
    assert.ok(error !== undefined && REFUSED.includes(error.rule), `${path.join('.')}: ${error?.rule ?? 'taken'}`);
  }
}

test('no text of a request draws what only the processor may write', async () => {
  const counter = await Counter.open();
  const sale = issued(await counter.sell(body({ buyerId: '10:100000049' })));
  const advance = await counter.advance(100);
  await everyTextIsRefused(invoiceRequestSchema, body(), (asked) => counter.sell(asked));
  await everyTextIsRefused(refundRequestSchema, {}, (asked) => counter.refund(sale, asked));
  await everyTextIsRefused(closeAdvanceRequestSchema, body(), (asked) => counter.close(advance, asked));
  await everyTextIsRefused(copyRequestSchema, {}, async (asked) => {
    const read = validateCopy(asked);
    if (!read.ok) return { kind: 'invalid', error: read.error };
    return counter.copy(sale, read.value.clientRequestId, read.value.cashier);
  });
  await counter.ledger.close();
});

test('no item of the catalogue has such a name', async () => {
  const item = { name: 'Кафа', label: 'Ђ' };
  const answer = (read: { ok: boolean; error?: unknown }): Promise<Answer> =>
    Promise.resolve({ kind: '', ...(read.ok ? {} : { error: read.error as { rule: string } }) });
  await everyTextIsRefused(newItemSchema, item, (asked) => answer(validateNewItem(asked, TAX_LABELS)));
  await everyTextIsRefused(itemChangeSchema, {}, (asked) => answer(validateItemChange(asked, TAX_LABELS)));
});

test.run();
