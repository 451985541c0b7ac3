import { INVOICE_TYPES, PAYMENT_TYPES, TRANSACTION_TYPES } from '../../../contract/index.js';
import { type JsonSchema, LOCAL_TIME, MAX_TOTAL, TEXT, toRsd } from '../../../base/index.js';
import { gtinSchema, labelSchema, nameSchema, newUnitSchema, priceSchema } from '../../../shop/catalogue/index.js';
import { MAX_PRINTER_NAME } from '../../../shop/settings/index.js';

/**
 * Codebook of buyer identifications (Technical Instruction for ESIR, 9.8), with all codes. The verification link has 20
 * bytes of ASCII for code and value.
 */
export const BUYER_ID = '^(?:1[0-6]|2[0-3]|3[0-6]|40):[!-~]+$';

/** Format of an idempotency key, both in the header `Idempotency-Key` and in the body. */
export const IDEMPOTENCY_KEY_PATTERN = '^[A-Za-z0-9._:-]{8,64}$';

/**
 * Maximum lines of an invoice. The same number of payments is allowed: official processors accept repeated payment
 * types.
 */
export const MAX_LINES = 500;

const MAX_QUANTITY = 999_999;

/** Cashier of a receipt whose request names none. */
export const DEFAULT_CASHIER = 'API';

/** `null` means "not given" in every optional text and in `payments`, because clients send empty members that way. */
const optionalText = (rest: JsonSchema): JsonSchema => ({ type: ['string', 'null'], ...rest });

export const localTimeSchema = optionalText({
  pattern: LOCAL_TIME,
  description: 'YYYY-MM-DD HH:MM:SS, Europe/Belgrade.',
  examples: ['2026-11-21 10:00:00'],
});

export const buyerIdSchema = optionalText({
  maxLength: 20,
  pattern: BUYER_ID,
  description: 'Buyer identification, <code>:<value>. Mandatory for every refund.',
  examples: ['10:123456788'],
});
export const buyerCostCenterIdSchema = optionalText({
  maxLength: 50,
  pattern: TEXT,
  description: 'Optional field of the buyer.',
});
export const cashierSchema = optionalText({
  maxLength: 50,
  pattern: TEXT,
  description: `Left out, null or blank: \`${DEFAULT_CASHIER}\`.`,
  examples: ['Ана'],
});
export const adTextSchema = optionalText({
  maxLength: 500,
  pattern: TEXT,
  description: 'Printed below the end of the receipt; may have several lines.',
});

export const clientRequestIdSchema = optionalText({
  pattern: IDEMPOTENCY_KEY_PATTERN,
  description: 'Idempotency key, same effect as the header.',
});
export const prefetchDocumentSchema: JsonSchema = {
  anyOf: [{ type: 'string', enum: ['a5'] }, { type: 'null' }],
  description: 'The A5 document is drawn after the answer, so that a later download finds it ready.',
};

const whenOfflineSchema: JsonSchema = {
  anyOf: [{ type: 'string', enum: ['queue'] }, { type: 'null' }],
  description:
    'queue: when the processor cannot be reached, the request is kept and issued later, in order (answer 202). It needs ' +
    'an idempotency key, to whose content it does not belong, and the setting offlineQueue.',
};

/** For requests that are never queued. Ignoring the field would let the caller believe that the request is queued. */
export const neverWaitsSchema: JsonSchema = { type: 'null', description: 'Refused: only `POST /invoices` may wait.' };

export const printSchema: JsonSchema = {
  type: ['string', 'boolean', 'null'],
  maxLength: MAX_PRINTER_NAME,
  description:
    'Name of the printer for the paper, in any case; true for those that print new receipts of this type, else the first ' +
    'one set; false for none; null or left out: as the settings say. It does not belong to what an idempotency key is ' +
    'bound to, and a repeat prints nothing. What becomes of the paper: GET /invoices/{uuid}/print-jobs.',
  examples: ['kasa', true],
};

/** One entry of `payments`. An amount above the largest total of a receipt is refused. */
export const paymentSchema: JsonSchema = {
  type: 'object',
  required: ['paymentType', 'amount'],
  properties: {
    paymentType: { type: 'string', enum: PAYMENT_TYPES },
    amount: {
      type: 'number',
      maximum: toRsd(MAX_TOTAL),
      description: 'RSD including VAT, rounded to 2 decimals; entries of 0 or less are dropped.',
    },
  },
};

export const paymentsSchema: JsonSchema = {
  type: ['array', 'null'],
  maxItems: MAX_LINES,
  items: paymentSchema,
  description: 'Omitted, null or empty: all in Cash. One entry is set to the total; several must sum to it.',
};

/** Cash that the buyer gave. */
export const tenderedSchema: JsonSchema = {
  type: ['number', 'null'],
  minimum: 0,
  maximum: toRsd(MAX_TOTAL),
  description:
    'Cash that the buyer gave, RSD with 2 decimals at most: on a sale of type Normal, Advance or Training, and at least what is ' +
    'paid in cash. Printed below the end of the receipt with the change; never sent to the PFR, and no part of `payments`.',
  examples: [500],
};

/** Far more labels than a processor has. */
const MAX_MORE_LABELS = 20;

/** One entry of `items`. For a line with `labels` in place of `label`, see `withLabels`. */
export const lineSchema: JsonSchema = {
  type: 'object',
  required: ['name', 'quantity', 'unitPrice', 'label'],
  properties: {
    name: nameSchema,
    unit: newUnitSchema,
    quantity: {
      type: 'number',
      exclusiveMinimum: 0,
      maximum: MAX_QUANTITY,
      description: 'Rounded to 3 decimals.',
    },
    unitPrice: priceSchema,
    totalAmount: { description: 'Ignored: the box computes quantity × unitPrice.' },
    label: labelSchema,
    labels: {
      type: 'array',
      maxItems: 1,
      items: labelSchema,
      description: 'Of older clients: a line that has this in place of `label` is taken as well.',
    },
    moreLabels: {
      type: ['array', 'null'],
      maxItems: MAX_MORE_LABELS,
      items: labelSchema,
      description: 'An addition to v1: tax labels besides `label`, for goods with several taxes.',
    },
    gtin: gtinSchema,
    itemId: {
      type: ['integer', 'null'],
      description: 'Kept on the line as a link to the catalogue; not checked.',
    },
  },
};

/** `items`: the lines that an invoice sells. */
export const linesSchema: JsonSchema = { type: 'array', minItems: 1, maxItems: MAX_LINES, items: lineSchema };

/** Body of `POST /invoices`. Unknown fields are ignored, types are strict. */
export const invoiceRequestSchema: JsonSchema = {
  type: 'object',
  required: ['items'],
  properties: {
    invoiceType: { type: 'string', enum: INVOICE_TYPES, description: 'Left out: `Normal`.' },
    transactionType: { type: 'string', enum: TRANSACTION_TYPES, description: 'Left out: `Sale`.' },
    items: linesSchema,
    payments: paymentsSchema,
    cashier: cashierSchema,
    buyerId: buyerIdSchema,
    buyerCostCenterId: buyerCostCenterIdSchema,
    referentDocumentNumber: optionalText({
      maxLength: 50,
      pattern: TEXT,
      description: 'PFR number of the referenced document. Mandatory for every refund and copy.',
    }),
    referentDocumentDT: localTimeSchema,
    dateAndTimeOfIssue: {
      ...localTimeSchema,
      description:
        'ESIR time, for an advance whose payment arrived earlier than the receipt; ignored on all other types. From 2022 on, and at ' +
        'most 5 minutes ahead of the clock of the box.',
    },
    adText: adTextSchema,
    tendered: tenderedSchema,
    clientRequestId: clientRequestIdSchema,
    prefetchDocument: prefetchDocumentSchema,
    print: printSchema,
    whenOffline: whenOfflineSchema,
  },
};

/** Body of `POST /invoices/{uuid}/refund`: the lines are always those of the original. */
export const refundRequestSchema: JsonSchema = {
  type: 'object',
  properties: {
    buyerId: { ...buyerIdSchema, description: 'Default: the buyer of the original; one of the two is mandatory.' },
    buyerCostCenterId: { ...buyerCostCenterIdSchema, description: 'Default: that of the original.' },
    payments: {
      ...paymentsSchema,
      description: 'Omitted, null or empty: those of the original. Must sum to its total.',
    },
    cashier: cashierSchema,
    adText: adTextSchema,
    clientRequestId: clientRequestIdSchema,
    print: printSchema,
    whenOffline: neverWaitsSchema,
  },
};

/** Body of `POST /invoices/{uuid}/copy`. It may be omitted: a copy repeats its original. */
export const copyRequestSchema: JsonSchema = {
  type: 'object',
  properties: {
    clientRequestId: clientRequestIdSchema,
    cashier: cashierSchema,
    print: printSchema,
    whenOffline: neverWaitsSchema,
  },
};
