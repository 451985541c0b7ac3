import { referenceRefusals } from './reference.js';
import { requestRefusals } from './request.js';
import { saleRefusals } from './sale.js';

/**
 * Every refusal of the invoice validator, apart from those about the form of a field. Lines and entries are passed as indexes
 * from 0, and named from 1.
 */
export const refusals = { ...saleRefusals, ...referenceRefusals, ...requestRefusals };
