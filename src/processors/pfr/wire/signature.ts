import { labelsOfLine, type Signature, type TaxItem } from '../../../base/index.js';
import { taxItems as calculatedTaxes } from '../../../paper/journal/index.js';
import type { DecodedLink } from '../../../paper/journal/index.js';
import type { SignRequest } from '../port.js';
import { isJournalTooLong } from './quirks.js';
import { pfrNumberIn, readCounterText } from './receiptNumbers.js';
import type { WireReceipt } from './receipt.js';

/**
 * The stored data of a receipt that has no fault. The signed members come from its link. A journal that cannot be used
 * is ''.
 */
export function signatureOf(receipt: WireReceipt, link: DecodedLink, request: SignRequest): Signature {
  const { verificationUrl, verificationQRCode, journal, company, rest } = receipt;
  const { requestedBy, signedBy, totalCounter, typeCounter, time } = link;
  return {
    requestedBy,
    signedBy,
    invoiceNumber: pfrNumberIn(link),
    invoiceCounter: readCounterText(receipt.invoiceCounter, link).text,
    totalCounter,
    typeCounter,
    time,
    verificationUrl,
    verificationQRCode,
    journal: journal === null || isJournalTooLong(journal, request.draft) ? '' : journal,
    taxItems: taxItemsOf(receipt, request),
    company,
    ...(Object.keys(rest).length > 0 && { extra: rest }),
  };
}

/**
 * One for each label of the lines, in the order in which they were sent. A missing or repeated one is calculated from
 * the known rate.
 */
function taxItemsOf({ taxItems }: WireReceipt, { draft, taxLabels }: SignRequest): TaxItem[] {
  const wanted = new Set(draft.lines.flatMap(labelsOfLine));
  const calculated = calculatedTaxes(draft.lines, taxLabels);
  const sent = taxItems.map(({ label }) => label).filter((label) => wanted.has(label));
  return [...new Set([...sent, ...wanted])].flatMap((label) => {
    const total = draft.lines.reduce((sum, line) => (labelsOfLine(line).includes(label) ? sum + line.total : sum), 0);
    const [first, ...more] = taxItems.filter((item) => item.label === label);
    const known = taxLabels.find((candidate) => candidate.label === label);
    // Some processors leave the kind of a tax out.
    const perUnit = known?.perUnit;
    if (first !== undefined && (more.length === 0 || known === undefined))
      return [{ ...first, ...(perUnit !== undefined && { perUnit }), total }];
    return calculated.ok ? calculated.value.filter((item) => item.label === label) : [];
  });
}
