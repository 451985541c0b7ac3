import { PAYMENT_TYPES } from '../../base/fiscal.js';
import type { JsonSchema } from '../../base/schema.js';
import { listOf, percent, positiveInteger, record, rsd, text, textOrNull } from './common.js';
import { environment } from './invoice.js';

const day: JsonSchema = { type: 'string', format: 'local-date', description: 'YYYY-MM-DD, Europe/Belgrade.' };
const rule: JsonSchema = { ...text, description: 'The accounting rule, in English.' };
const turnover: JsonSchema = { ...rsd, description: 'RSD, refunds subtracted.' };
const invoices: JsonSchema = { ...positiveInteger, description: 'Refunds included.' };
const period = { from: day, to: day, environment };

/** `GET /reports/summary`. */
export const summary: JsonSchema = record({
  ...period,
  totals: record({
    invoices: { ...invoices, minimum: 0 },
    turnover,
    refunds: record({
      count: { type: 'integer', minimum: 0 },
      amount: { ...rsd, minimum: 0, description: 'RSD, positive; `turnover` has it subtracted already.' },
    }),
  }),
  byTaxLabel: listOf(
    record({
      label: text,
      name: { ...textOrNull, description: 'Null when the label no longer exists.' },
      rate: { ...percent, type: ['number', 'null'], description: 'Percent; null when the label no longer exists.' },
      turnover,
    }),
  ),
  byPaymentType: listOf(record({ paymentType: { type: 'string', enum: PAYMENT_TYPES }, amount: turnover })),
  byCashier: listOf(record({ cashier: text, invoices, turnover })),
  rule,
});

/** `GET /reports/daily`. */
export const daily: JsonSchema = record({ ...period, days: listOf(record({ date: day, invoices, turnover })), rule });
