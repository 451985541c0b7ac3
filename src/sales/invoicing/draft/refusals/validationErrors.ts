import { referenceRefusals } from './reference.js';
import { requestRefusals } from './request.js';
import { saleRefusals } from './sale.js';

/**
 * Every refusal of the invoice validator, except schema errors. Lines and payments are passed as indexes from 0 and
 * shown from 1.
 */
export const validationErrors = { ...saleRefusals, ...referenceRefusals, ...requestRefusals };
