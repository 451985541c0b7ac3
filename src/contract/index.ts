/**
 * The terms of Serbian fiscalization that the whole program shares, the pages and an owner's server included: kinds of
 * invoices, payments and processors, the content of a receipt, and the forms that the Technical Instruction for ESIR
 * prescribes.
 *
 * - `fiscal.ts`: the kinds, and what is signed. `payments.ts`: the ways to pay, with their names. `pfrTraits.ts`: how
 *   the kinds of processors differ.
 * - `prescribedLine.ts`, `optionalField.ts`, `referentNumber.ts`: prescribed forms of names, fields and numbers.
 *
 * Nothing here needs Node: the pages import it, too. Read `fiscal.ts` first.
 */
export {
  allPayments,
  type Company,
  type CounterBaseline,
  counterType,
  type Draft,
  type Environment,
  ENVIRONMENTS,
  environmentText,
  INVOICE_TYPES,
  type Invoice,
  type InvoiceItem,
  type InvoiceLine,
  type InvoiceType,
  isFiscalType,
  labelsOfLine,
  type PaidInAdvance,
  PFR_MODES,
  type PfrMode,
  type RunningNumbers,
  counterSeries,
  type Signature,
  type TaxItem,
  type TaxLabel,
  TRANSACTION_TYPES,
  type TransactionType,
} from './fiscal.js';
export {
  type CardPeriod,
  cardPeriodField,
  cardPeriodOf,
  isOptionalFieldOf,
  optionalFieldCode,
  optionalFieldFault,
} from './optionalField.js';
export {
  cashIn,
  offeredPayments,
  type Payment,
  PAYMENT_TYPES,
  paymentName,
  PAYMENTS,
  type PaymentType,
} from './payments.js';
export { environmentOfHost, hostOf, PFR_TRAITS, readPfrNumber, type RemoteMode, stepsBetween } from './pfrTraits.js';
export {
  ADVANCE_NAMES,
  isAdvanceForm,
  isAdvanceName,
  isFreeName,
  isPrescribedName,
  isVoucherName,
  type PrescribedFault,
  prescribedFaults,
} from './prescribedLine.js';
export { booksReferent, deviceReferent, type ReferentOrigin, registerReferent } from './referentNumber.js';
