import {
  compileSchema,
  failed,
  type JsonSchema,
  LOCAL_TIME,
  type LocalTime,
  MAX_TOTAL,
  ok,
  type Para,
  paraFrom,
  type Result,
  toRsd,
} from '../../../base/index.js';
import { labelSchema } from '../../../shop/catalogue/index.js';
import { isGiven } from '../draft/payments.js';
import { normalisePfrNumber } from '../draft/pfrNumber.js';
import { refusalFor } from '../draft/refusals/form.js';
import { inDocument, type ValidationError } from '../draft/refusals/sentence.js';
import { validationErrors } from '../draft/refusals/validationErrors.js';
import {
  linesSchema,
  tenderedSchema,
  buyerIdSchema,
  adTextSchema,
  cashierSchema,
  buyerCostCenterIdSchema,
  localTimeSchema,
  clientRequestIdSchema,
  prefetchDocumentSchema,
  printSchema,
  neverWaitsSchema,
  paymentsSchema,
} from '../draft/requestSchema.js';
import {
  type InvoiceRequest,
  type PaymentBody,
  readPayments,
  readRequest,
  type RequestBody,
  type RequestedPayment,
  withLabels,
} from '../draft/validate.js';

/** Money advanced before fiscalization, of one tax label. */
interface EarlierAdvance {
  readonly label: string;
  readonly amount: Para;
}

/**
 * The validated body of `POST /invoices/{uuid}/close-advance`: the final receipt as a request of its own. Members that
 * v1 does not have are absent where the caller did not send them, so that its requests keep their fingerprints.
 */
export interface ClosingRequest extends InvoiceRequest {
  /** Payments made now; with them the final receipt names no others. */
  readonly restPayments?: readonly RequestedPayment[];
  /** Only as much of the advance is refunded as is delivered. */
  readonly part?: true;
  /** Advances from before fiscalization that the refund returns, too. */
  readonly earlierAdvances?: readonly EarlierAdvance[];
  /** `tendered` was sent without a rest that it could be counted from. No part of the content of the request. */
  readonly isTenderedIgnored?: true;
}

/** The validated body of `POST /earlier-advances/close`. */
export interface EarlierClosingRequest extends ClosingRequest {
  /** The last paper about an advance, `XXXXXXXX-XXXXXXXX-17`, and its time. */
  readonly lastPaper: { readonly number: string; readonly time: LocalTime };
}

interface ClosingBody extends RequestBody {
  readonly restPayments?: readonly PaymentBody[] | null;
  readonly part?: boolean | null;
  readonly earlierAdvances?: readonly { readonly label: string; readonly amount: number }[] | null;
}

interface EarlierClosingBody extends ClosingBody {
  readonly number: string;
  readonly time: LocalTime;
}

/** A paper from before fiscalization: its own number, or the reference form of the Technical Instruction (16 P6). */
const PAPER_NUMBER = '^(?:[0-9]{1,10}|[^ -]{8}-[^ -]{8}-[0-9]{1,10})$';

/** Entries of `earlierAdvances`: one for each tax label would do. */
const MAX_EARLIER = 20;

/** One entry of `earlierAdvances`. */
const earlierAdvanceSchema: JsonSchema = {
  type: 'object',
  required: ['label', 'amount'],
  properties: {
    label: labelSchema,
    amount: { type: 'number', exclusiveMinimum: 0, maximum: toRsd(MAX_TOTAL), description: 'RSD including VAT.' },
  },
};
/** Members of both calls that close advances. */
const closingMembers = {
  items: { ...linesSchema, description: 'What is delivered.' },
  tendered: tenderedSchema,
  buyerId: { ...buyerIdSchema, description: 'Default: the buyer of the advance.' },
  adText: { ...adTextSchema, description: 'Printed below the mandatory lines about the advance.' },
  cashier: cashierSchema,
  buyerCostCenterId: buyerCostCenterIdSchema,
  dateAndTimeOfIssue: {
    ...localTimeSchema,
    description: 'ESIR time of the final receipt. Leave it out unless it differs from the time of issue.',
  },
  clientRequestId: {
    ...clientRequestIdSchema,
    description: 'Idempotency key of the final receipt; the refund goes under the same with `:ar` behind it.',
  },
  prefetchDocument: prefetchDocumentSchema,
  print: printSchema,
  whenOffline: neverWaitsSchema,
} satisfies Readonly<Record<string, JsonSchema>>;

/** Body of `POST /invoices/{uuid}/close-advance`: the final receipt. */
export const closeAdvanceRequestSchema: JsonSchema = {
  type: 'object',
  required: ['items'],
  properties: {
    payments: {
      ...paymentsSchema,
      description:
        'Omitted, null or empty: those of the advance. One entry is set to the total; several must sum to it.',
    },
    restPayments: {
      ...paymentsSchema,
      description:
        'What is paid now, in place of `payments`: must sum to the total less the advance, and may be empty. The final ' +
        'invoice then names these payments only.',
    },
    part: {
      type: ['boolean', 'null'],
      description:
        'true: only as much of the advance is refunded as is delivered, label by label; the rest stays for a later ' +
        'delivery. Needs an idempotency key; `restPayments` are what the advance does not cover.',
    },
    earlierAdvances: {
      type: ['array', 'null'],
      maxItems: MAX_EARLIER,
      items: earlierAdvanceSchema,
      description:
        'Advances from before fiscalization that this installation did not issue, by tax label: the refund returns them too. ' +
        'Only where the first advance refers to such a receipt, and not with `part`.',
    },
    ...closingMembers,
  },
};

/** Body of `POST /earlier-advances/close`. */
export const closeEarlierAdvanceRequestSchema: JsonSchema = {
  type: 'object',
  required: ['items', 'number', 'time', 'earlierAdvances'],
  properties: {
    ...closingMembers,
    number: {
      type: 'string',
      pattern: PAPER_NUMBER,
      description: 'Number of the last paper about an advance, `17` or `XXXXXXXX-XXXXXXXX-17`.',
    },
    time: { type: 'string', pattern: LOCAL_TIME, description: 'Its time, YYYY-MM-DD HH:MM:SS.' },
    earlierAdvances: {
      type: 'array',
      minItems: 1,
      maxItems: MAX_EARLIER,
      items: earlierAdvanceSchema,
      description: 'What was paid in advance, by tax label.',
    },
    restPayments: {
      ...paymentsSchema,
      description: 'What is paid now: must sum to the total less the advances. The final invoice names nothing else.',
    },
  },
};

const check = compileSchema<ClosingBody>(closeAdvanceRequestSchema);
const checkEarlier = compileSchema<EarlierClosingBody>(closeEarlierAdvanceRequestSchema);

/**
 * Validates the body of `POST /invoices/{uuid}/close-advance`. The final receipt is always a sale without a reference;
 * other values in the body are ignored. Without payments, it uses those of the advance.
 */
export function validateCloseAdvance(body: unknown): Result<ClosingRequest, ValidationError> {
  const checked = check(withLabels(body));
  const request = checked.ok ? readClosing(checked.value) : failed(refusalFor(checked.error));
  return request.ok ? request : failed(inDocument('final', request.error));
}

/** Validates the body of `POST /earlier-advances/close`. The final receipt names what is paid now only. */
export function validateCloseEarlierAdvance(body: unknown): Result<EarlierClosingRequest, ValidationError> {
  const checked = checkEarlier(withLabels(body));
  if (!checked.ok) return failed(inDocument('final', refusalFor(checked.error)));
  const request = readClosing({
    ...checked.value,
    part: null,
    payments: null,
    restPayments: checked.value.restPayments ?? [],
  });
  if (!request.ok) return failed(inDocument('final', request.error));
  const { number, time } = checked.value;
  return ok({ ...request.value, lastPaper: { number: paperNumber(number), time } });
}

/** A paper has a number of its own, `17`, which the reference fills up with X (Technical Instruction, 9.1.2). */
function paperNumber(typed: string): string {
  return /^\d{1,10}$/.test(typed) ? `XXXXXXXX-XXXXXXXX-${typed}` : normalisePfrNumber(typed);
}

function readClosing(body: ClosingBody): Result<ClosingRequest, ValidationError> {
  const rest = body.restPayments ?? null;
  const isRest = rest !== null || body.part === true;
  // v1 has no such member here and ignores it.
  const isTenderedIgnored = !isRest && (body.tendered ?? null) !== null;
  const request = readRequest({
    ...body,
    invoiceType: 'Normal',
    transactionType: 'Sale',
    referentDocumentNumber: null,
    referentDocumentDT: null,
    whenOffline: null,
    ...(isTenderedIgnored && { tendered: null }),
  });
  if (!request.ok) return request;
  const earlier = (body.earlierAdvances ?? []).map(({ label, amount }) => ({ label, amount: paraFrom(amount) }));
  if (body.part === true && earlier.length > 0) return failed(validationErrors.partWithEarlier());
  if (isRest && isGiven(request.value.payments)) return failed(validationErrors.restWithPayments());
  return ok({
    ...request.value,
    ...(rest !== null && { restPayments: readPayments(rest) }),
    ...(body.part === true && { part: true as const }),
    ...(earlier.length > 0 && { earlierAdvances: earlier }),
    ...(isTenderedIgnored && { isTenderedIgnored }),
  });
}
