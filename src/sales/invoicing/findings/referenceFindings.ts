import { type Draft, type InvoiceLine, labelsOfLine, type Payment, isFiscalType } from '../../../contract/index.js';
import { localTime, receiptTimeOfLocal, type Bilingual } from '../../../base/index.js';
import type { IssuedInvoice } from '../../../platform/ledger/index.js';
import { isFiscalSale, kindText } from '../draft/receiptKind.js';
import { sumByKind } from '../draft/payments.js';
import { about, type ValidationError } from '../draft/refusals/sentence.js';

const NUMBER = '/referentDocumentNumber';

/** Faults in a receipt's reference to another receipt of this box. The refund guard checks what is refundable. */
export function referenceFindings(
  draft: Draft,
  referent: IssuedInvoice,
  ownTins: readonly string[],
): readonly ValidationError[] {
  return [...kindFindings(draft, referent, ownTins), ...timeFindings(draft, referent)];
}

function kindFindings(draft: Draft, referent: IssuedInvoice, ownTins: readonly string[]): ValidationError[] {
  if (draft.invoiceType === 'Copy') return copyFindings(draft, referent);
  const isFiscalRefund = isFiscalType(draft.invoiceType) && draft.transactionType === 'Refund';
  return isFiscalRefund ? refundFindings(draft, referent, ownTins) : [];
}

function copyFindings(draft: Draft, { draft: original, signature }: IssuedInvoice): ValidationError[] {
  const { invoiceNumber: number } = signature;
  if (!isFiscalType(original.invoiceType)) {
    return [
      about('invoice.copy-referent', NUMBER, {
        sr: `Копирају се само рачуни врсте ПРОМЕТ и АВАНС, а ${number} је ${kindText(original)}`,
        en: `Only Normal and Advance receipts are copied, and ${number} is „${kindText(original)}”`,
      }),
    ];
  }
  if (draft.transactionType !== original.transactionType) {
    return [
      about('invoice.copy-referent', NUMBER, {
        sr: `Ово је ${kindText(draft)}, а рачун ${number} је ${kindText(original)}. Копија продаје се позива на продају, а копија рефундације на рефундацију`,
        en: `This is „${kindText(draft)}”, and receipt ${number} is „${kindText(original)}”. The copy of a sale refers to the sale, that of a refund to the refund`,
      }),
    ];
  }
  const different = COMPARED.filter(({ of }) => of(draft) !== of(original));
  const [first] = different;
  if (first === undefined) return [];
  return [
    about('invoice.copy-differs', first.field, {
      sr: `Копија се разликује од рачуна ${number}: ${different.map(({ words }) => words.sr).join(', ')}. Копија мора да понови рачун`,
      en: `The copy differs from receipt ${number}: ${different.map(({ words }) => words.en).join(', ')}. A copy must repeat the receipt`,
    }),
  ];
}

/** What a copy has in common with its original. */
const COMPARED: readonly {
  readonly field: string;
  readonly words: Bilingual;
  readonly of: (draft: Draft) => string;
}[] = [
  { field: '/items', words: { sr: 'ставке', en: 'lines' }, of: ({ lines }) => lines.map(lineText).sort().join('\n') },
  { field: '/payments', words: { sr: 'плаћања', en: 'payments' }, of: ({ payments }) => paymentsText(payments) },
  { field: '/buyerId', words: { sr: 'ИД купца', en: 'buyer id' }, of: ({ buyerId }) => buyerId ?? '' },
  {
    field: '/buyerCostCenterId',
    words: { sr: 'опционо поље купца', en: 'optional field' },
    of: ({ buyerCostCenterId }) => buyerCostCenterId ?? '',
  },
];

function lineText(line: InvoiceLine): string {
  const { name, unit, quantity, unitPrice, total } = line;
  return JSON.stringify([name, unit, quantity, unitPrice, total, labelsOfLine(line)]);
}

function paymentsText(payments: readonly Payment[]): string {
  return sumByKind(payments)
    .map(({ paymentType, amount }) => `${paymentType} ${amount}`)
    .sort()
    .join('\n');
}

function refundFindings(
  { invoiceType, buyerId }: Draft,
  { draft: original, signature }: IssuedInvoice,
  ownTins: readonly string[],
): ValidationError[] {
  // A wrong refund is voided by one that refers to it and names the seller (Technical Instruction for ESIR, 9.3).
  const isVoiding = original.transactionType === 'Refund' && ownTins.some((tin) => buyerId === `10:${tin}`);
  const isRefundable = isFiscalSale(original) || (isFiscalType(original.invoiceType) && isVoiding);
  // Parts of an advance may be returned by Normal Refunds, too (9.1.3).
  const isOfKind = invoiceType === 'Normal' || original.invoiceType === 'Advance';
  if (isRefundable && isOfKind) return [];
  return [
    about('invoice.refund-referent', NUMBER, {
      sr: `Рачун ${signature.invoiceNumber} је ${kindText(original)} и не може се овако рефундирати. Наведите рачун продаје чији се износ враћа`,
      en: `Receipt ${signature.invoiceNumber} is „${kindText(original)}” and cannot be refunded like this. Name the sale whose money goes back`,
    }),
  ];
}

/** About a receipt that voids the refund of an advance: its money was spent, so the advance cannot be open again. */
export function realisedFinding({ signature }: IssuedInvoice, final: IssuedInvoice): ValidationError {
  const [refund, realisedBy] = [signature.invoiceNumber, final.signature.invoiceNumber];
  return about('invoice.refund-realised', NUMBER, {
    sr: `Рефундацију аванса ${refund} користи коначни рачун ${realisedBy}, па се аванс њеним поништавањем не отвара поново. Прво поништите рачун ${realisedBy}: рефундирајте га у целини, са ПИБ-ом продавца као ИД купца`,
    en: `The refund ${refund} of an advance is used by the final receipt ${realisedBy}, so voiding it does not open the advance again. First void receipt ${realisedBy}: refund it in whole, with the TIN of the seller as the buyer`,
  });
}

function timeFindings({ referentTime }: Draft, { signature }: IssuedInvoice): ValidationError[] {
  const right = localTime(signature.time);
  if (referentTime === null || referentTime === right) return [];
  return [
    about('invoice.referent-time', '/referentDocumentDT', {
      sr:
        `Референтно време ${receiptTimeOfLocal(referentTime)} није ПФР време рачуна ${signature.invoiceNumber}, ` +
        `које је ${receiptTimeOfLocal(right)}. Упишите то време или изоставите поље`,
      en:
        `The reference time ${referentTime} is not the PFR time of receipt ${signature.invoiceNumber}, which is ${right}. ` +
        'Send that time, or leave the field out',
    }),
  ];
}
