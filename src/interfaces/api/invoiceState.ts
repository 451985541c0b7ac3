import { type JsonSchema, localTime, toQuantity, toRsd } from '../../base/index.js';
import type { InvoiceState } from '../../sales/invoicing/index.js';
import type { IssuedInvoice } from '../../platform/ledger/index.js';
import {
  invoiceMembers,
  invoiceResponse,
  moreLabels,
  optionalInvoiceMembers,
  payment,
  warningList,
} from './invoice.js';
import { flag, listOf, localTimeText, positiveInteger, record, rsd, text, uuid } from './schemas.js';

const number: JsonSchema = { ...text, description: 'PFR number, <JID>-<JID>-<N>.' };
const moreThanRead: JsonSchema = {
  ...positiveInteger,
  description: 'How many there are that are not listed; left out when all are.',
};

const referent: JsonSchema = {
  ...record({
    uuid: { ...uuid, type: ['string', 'null'], description: 'Null when another installation has issued it.' },
    number,
  }),
  description: 'The invoice that this one refers to.',
};
const refundOfSale: JsonSchema = record({ uuid, number, amount: rsd, createdAt: localTimeText });
const refundableLine: JsonSchema = record(
  {
    name: text,
    label: text,
    unit: text,
    unitPrice: rsd,
    quantity: { type: 'number', minimum: 0, description: 'What is left of the line, 3 decimals.' },
  },
  { moreLabels },
);
const refundable: JsonSchema = {
  ...record({
    amount: { ...rsd, minimum: 0 },
    payments: listOf(payment, {
      description:
        'How it was paid, less what went back by each kind. More than `amount` where a refund went back by another kind.',
    }),
    items: listOf(refundableLine),
  }),
  description:
    'What can still be refunded: money, and of each line of `items` in their order. Of a sale and an advance; left out where ' +
    '`refundsMore` stands, since not all refunds were looked at.',
};
const copyOfInvoice: JsonSchema = record({ uuid, number, createdAt: localTimeText });
const named: JsonSchema = record({ uuid, number });
const advance: JsonSchema = {
  ...record(
    {
      chain: listOf(record({ uuid, number, total: rsd }), {
        description: 'All advances that belong together, oldest first.',
      }),
      closedBy: {
        anyOf: [record({ refund: named, final: { anyOf: [named, { type: 'null' }] } }), { type: 'null' }],
        description:
          'What has returned and concluded the chain; `final` is null where it was only refunded. Null: it is open.',
      },
    },
    {
      left: {
        ...rsd,
        minimum: 0,
        description:
          'An addition to v1: money of the chain that was not returned yet; left out where the chain is cut.',
      },
      parts: listOf(record({ refund: named, final: named, amount: rsd }), {
        description: 'An addition to v1: parts that were realised before the chain was concluded.',
      }),
      chainCut: { ...flag, const: true, description: 'The chain is longer than what is listed.' },
    },
  ),
  description: 'Of an advance.',
};

/** Members that `GET /invoices/{uuid}` adds to an invoice. All are optional, so a caller that ignores them sees v1. */
export const invoiceWithStateSchema: JsonSchema = record(invoiceMembers, {
  referent,
  refunds: listOf(refundOfSale, {
    description:
      'Of a sale and an advance: its refunds in order of issue, 100 at most; a refund that was voided is left out. Of a ' +
      'refund: what voids it.',
  }),
  refundsMore: moreThanRead,
  refundable,
  copies: listOf(copyOfInvoice, { description: 'Of all but copies: its copies in order of issue, 100 at most.' }),
  copiesMore: moreThanRead,
  advance,
  ...optionalInvoiceMembers,
  warnings: { ...warningList, description: 'Only where more was refunded than sold.' },
});

/** The schemas by their names in the document of the API. */
export const invoiceStateSchemas = {
  InvoiceReferent: referent,
  InvoiceRefund: refundOfSale,
  Refundable: refundable,
  InvoiceCopy: copyOfInvoice,
  AdvanceState: advance,
  InvoiceWithState: invoiceWithStateSchema,
};

/** An invoice with what was done with it since it was issued. */
export function invoiceWithStateResponse(invoice: IssuedInvoice, state: InvoiceState): object {
  const { refunds, refundable: left, copies, advance: chain, warnings } = state;
  return {
    ...invoiceResponse(invoice, { warnings }),
    ...(state.referent && {
      referent: { uuid: state.referent.invoice?.uuid ?? null, number: state.referent.number },
    }),
    ...(refunds && {
      refunds: refunds.receipts.map((one) => ({
        ...namedInvoice(one),
        amount: toRsd(one.draft.total),
        createdAt: localTime(one.createdAt),
      })),
      ...(refunds.more > 0 && { refundsMore: refunds.more }),
    }),
    ...(left && {
      refundable: {
        amount: toRsd(left.amount),
        payments: left.payments.map(({ paymentType, amount }) => ({ paymentType, amount: toRsd(amount) })),
        items: left.lines.map(({ line, quantity }) => ({
          name: line.name,
          label: line.label,
          ...(line.moreLabels !== undefined && { moreLabels: line.moreLabels }),
          unit: line.unit,
          unitPrice: toRsd(line.unitPrice),
          quantity: toQuantity(quantity),
        })),
      },
    }),
    ...(copies && {
      copies: copies.receipts.map((one) => ({ ...namedInvoice(one), createdAt: localTime(one.createdAt) })),
      ...(copies.more > 0 && { copiesMore: copies.more }),
    }),
    ...(chain && { advance: advanceResponse(chain) }),
  };
}

function advanceResponse({ chain, isCut, end, parts, remaining }: NonNullable<InvoiceState['advance']>): object {
  return {
    chain: chain.map((one) => ({ ...namedInvoice(one), total: toRsd(one.draft.total) })),
    closedBy: end ? { refund: namedInvoice(end.refund), final: end.final ? namedInvoice(end.final) : null } : null,
    ...(remaining !== undefined && { left: toRsd(end === undefined ? remaining : 0) }),
    ...(parts.length > 0 && {
      parts: parts.map(({ refund, final }) => ({
        refund: namedInvoice(refund),
        final: namedInvoice(final),
        amount: toRsd(refund.draft.total),
      })),
    }),
    ...(isCut && { chainCut: true }),
  };
}

function namedInvoice({ uuid: id, signature }: IssuedInvoice): { readonly uuid: string; readonly number: string } {
  return { uuid: id, number: signature.invoiceNumber };
}
