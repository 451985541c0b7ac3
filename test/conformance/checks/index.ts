import type { Check } from '../kit/check.js';
import { accessChecks } from './access.js';
import { additionChecks } from './additions/index.js';
import { closingChecks } from './closing.js';
import { codeChecks } from './codes.js';
import { enumerationChecks } from './enumerations.js';
import { generalChecks } from './general.js';
import { headFieldChecks } from './headFields.js';
import { installationChecks } from './installation.js';
import { invoiceChecks } from './invoices.js';
import { itemChecks, manyItemsCheck } from './items.js';
import { earlyLimitChecks, lateLimitChecks, mailLimitChecks } from './limits.js';
import { lineFieldChecks } from './lineFields.js';
import { listChecks } from './lists.js';
import { mailChecks } from './mails.js';
import { paperChecks } from './papers.js';
import { refundAndCopyChecks } from './refunds.js';
import { reportChecks } from './reports.js';
import { routeChecks } from './routes.js';
import { ruleChecks } from './rules.js';
import { stateChecks } from './states.js';

/** All checks in the order of a run; those that leave much behind or use keys up come last. */
export const checks: readonly Check[] = [
  ...earlyLimitChecks,
  ...generalChecks,
  ...enumerationChecks,
  ...invoiceChecks,
  ...installationChecks,
  ...stateChecks,
  ...routeChecks,
  ...listChecks,
  ...paperChecks,
  ...codeChecks,
  ...lineFieldChecks,
  ...headFieldChecks,
  ...ruleChecks,
  ...refundAndCopyChecks,
  ...closingChecks,
  ...mailChecks,
  ...reportChecks,
  ...itemChecks,
  ...accessChecks,
  ...additionChecks,
  ...mailLimitChecks,
  manyItemsCheck,
  ...lateLimitChecks,
];
