import { check } from '../../kit/check.js';
import { read, same, that } from '../../kit/expect.js';
import { type Invoice, invoice } from '../../kit/shapes.js';
import { list, number, object, optional, orNull, text } from '../../kit/shape.js';
import type { Till } from '../../kit/till.js';

const BUYER = { buyerId: '10:100000049' };

const warnings = optional(list(object({ rule: text, message: text, messageEn: text })));
const refund = object({ uuid: text, number: text, amount: number, createdAt: text });
const sold = object({
  refunds: list(refund),
  refundable: object({ amount: number, items: list(object({ name: text, quantity: number })) }),
  copies: list(object({ uuid: text, number: text })),
  warnings,
});
const named = object({ uuid: text, number: text });
const advance = object({
  advance: object({
    chain: list(object({ uuid: text, number: text, total: number })),
    closedBy: orNull(object({ refund: named, final: orNull(named) })),
  }),
});

/** A refund by the whole receipt, with its warnings. */
async function refundWhole(till: Till, { uuid }: Invoice): Promise<{ number: string; rules: string[]; told: string }> {
  const answer = await till.client.post(`/invoices/${uuid}/refund`, BUYER);
  const { warnings: given = [] } = read(answer, 201, object({ warnings }));
  const told = given.map(({ message, messageEn }) => `${message} ${messageEn}`).join(' ');
  return {
    number: read(answer, 201, invoice).pfr.invoiceNumber ?? '',
    rules: given.map(({ rule }) => rule),
    told,
  };
}

/** The state of a receipt, and the warnings about a refund that goes beyond it. */
export const refundingChecks = [
  check('added.state.fresh', async ({ till, client }) => {
    const sale = await till.issue(till.sale({ items: [till.line(), till.line({ name: 'Чај' })] }));
    const state = read(await client.get(`/invoices/${sale.uuid}`), 200, sold);
    same([state.refunds, state.copies, state.refundable.amount], [[], [], sale.total], 'refunds, copies, refundable');
    same(
      state.refundable.items.map(({ name, quantity }) => [name, quantity]),
      sale.items.map(({ name, quantity }) => [name, quantity]),
      'what is left of each line',
    );
  }),
  check('added.state.part', async ({ till, client }) => {
    const sale = await till.issue(till.sale(BUYER));
    const part = { ...till.saleOf({ quantity: 1 }), ...BUYER, ...till.referring(sale), transactionType: 'Refund' };
    const returned = await till.issue(part);
    const state = read(await client.get(`/invoices/${sale.uuid}`), 200, sold);
    same([state.refunds.map(({ uuid }) => uuid), state.refundable.amount], [[returned.uuid], 150], 'refunds and rest');
    same(state.refundable.items[0]?.quantity, 1, 'what is left of the line');
    await refundWhole(till, sale);
    const after = read(await client.get(`/invoices/${sale.uuid}`), 200, sold);
    same([after.refundable.amount, after.refundable.items[0]?.quantity], [0, 0], 'nothing is left, never less');
    that((after.warnings ?? []).length > 0, 'a warning that more was refunded than sold');
  }),
  check('added.state.advance', async ({ till, client }) => {
    const { label } = till.label;
    const names: Readonly<Record<string, string>> = { Ђ: '10', Е: '11', Г: '12', А: '13' };
    const name = `${names[label] ?? '10'}: Аванс (${label})`;
    const first = await till.issue({ ...till.saleOf({ name, quantity: 1, unitPrice: 300 }), invoiceType: 'Advance' });
    const open = read(await client.get(`/invoices/${first.uuid}`), 200, advance).advance;
    same([open.chain.map(({ uuid }) => uuid), open.closedBy], [[first.uuid], null], 'chain and end');
    const closed = await client.post(`/invoices/${first.uuid}/close-advance`, till.sale());
    const { advanceRefund, invoice: final } = read(closed, 201, object({ advanceRefund: invoice, invoice }));
    const { closedBy } = read(await client.get(`/invoices/${first.uuid}`), 200, advance).advance;
    same([closedBy?.refund.uuid, closedBy?.final?.uuid], [advanceRefund.uuid, final.uuid], 'what has closed it');
  }),
  check('added.refund.warning', async ({ till }) => {
    const sale = await till.issue(till.sale(BUYER));
    const first = await refundWhole(till, sale);
    same(first.rules, [], 'warnings of the first refund');
    const second = await refundWhole(till, sale);
    same(second.rules, ['refund.already-refunded'], 'the rule of the second');
    that(second.told.split(first.number).length === 3, 'the number of the first in both languages');
  }),
];
