import type { Draft } from '../../../../src/contract/fiscal.js';
import type { UtcMs } from '../../../../src/base/time.js';
import { toRsd } from '../../../../src/base/money.js';
import { isoWithOffset } from '../../../../src/base/time.js';
import { buildVerificationUrl } from '../../../../src/paper/journal/verificationLink.js';
import { encodeLink } from '../../../kit/links.js';
import type { DecodedLink } from '../../../../src/paper/journal/verificationLink.js';
import type { SignRequest } from '../../../../src/processors/pfr/port.js';
import { counterLetters } from '../../../../src/paper/journal/receiptTexts.js';
import { draft, LABELS, line } from '../../../paper/journal/drafts.js';

/** What a processor answers, in the spelling of its wire: JIDs, texts and numbers are made up. */

export const JID = 'YJLQTEQR';
export const SIGNED_AT: UtcMs = Date.UTC(2026, 10, 21, 9, 0, 0, 504);
export const GIF = Buffer.from('GIF89a…').toString('base64');

export function sale(more: Partial<Draft> = {}): Draft {
  const lines = [line('Сендвич са шунком и качкаваљем', 'Ђ', 120.5, 2), line('Хлеб', 'Е', 62), line('Кифла', 'Ђ', 40)];
  return draft('Normal', 'Sale', lines, more);
}

export function signRequest(
  draft: Draft = sale(),
  baseline: Partial<SignRequest['counterBaseline']> = {},
): SignRequest {
  return {
    requestId: '0123456789abcdef0123456789abcdef',
    draft,
    taxLabels: LABELS,
    esirNumber: '123/1.0',
    counterBaseline: { uid: JID, lastNumber: `${JID}-${JID}-11388`, time: SIGNED_AT - 60_000, ...baseline },
  };
}

/** The link of a draft as L-PFR `JID` signs it. */
export function linkOf(draft: Draft, more: Partial<DecodedLink> = {}): DecodedLink {
  const { total, invoiceType, transactionType, buyerId } = draft;
  return {
    requestedBy: JID,
    signedBy: JID,
    totalCounter: 11389,
    typeCounter: 8652,
    total,
    time: SIGNED_AT,
    invoiceType,
    transactionType,
    buyerId,
    internalData: Buffer.alloc(256, 0xfb),
    signature: Buffer.alloc(256, 0xbe),
    ...more,
  };
}

export type WireObject = Record<string, unknown>;

/** The invoice result that belongs to a link; its time has 6 decimals. */
export function resultOf(draft: Draft, link: DecodedLink = linkOf(draft)): WireObject {
  const letters = counterLetters(draft.invoiceType, draft.transactionType);
  const second = isoWithOffset(link.time);
  const fraction = `${String(link.time % 1000).padStart(3, '0')}282`;
  return {
    requestedBy: link.requestedBy,
    sdcDateTime: `${second.slice(0, 19)}.${fraction}${second.slice(19)}`,
    invoiceCounter: `${link.typeCounter}/${link.totalCounter}${letters}`,
    invoiceCounterExtension: letters,
    invoiceNumber: `${link.requestedBy}-${link.signedBy}-${link.totalCounter}`,
    taxItems: [...new Set(draft.lines.map(({ label }) => label))].map((label) => ({
      categoryType: 0,
      label,
      categoryName: 'VAT',
      rate: 20,
      amount: 46.8333,
    })),
    verificationUrl: buildVerificationUrl('https://sandbox.suf.purs.gov.rs', encodeLink(link)),
    verificationQRCode: GIF,
    journal: draft.lines.map(({ name }) => `${name.slice(0, 12)}\r\n${name.slice(12).toUpperCase()}\r\n`).join(''),
    messages: 'Success',
    signedBy: link.signedBy,
    encryptedInternalData: link.internalData.toString('base64'),
    signature: link.signature.toString('base64'),
    totalCounter: link.totalCounter,
    transactionTypeCounter: link.typeCounter,
    totalAmount: toRsd(link.total),
    taxGroupRevision: 5,
    businessName: 'Пекара Ђурђевак д.о.о.',
    tin: 'RS100000049',
    locationName: '1234567-Пекара код поште',
    address: 'НЕМАЊИНА 4',
    district: 'Београд-Савски венац',
    mrc: '00-1002-YJLQTEQR',
  };
}
