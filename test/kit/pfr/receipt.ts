import {
  type Company,
  type Environment,
  INVOICE_TYPES,
  type InvoiceLine,
  TRANSACTION_TYPES,
} from '../../../src/contract/fiscal.js';
import type { UtcMs } from '../../../src/base/time.js';
import { assertNever } from '../../../src/base/result.js';
import { localTime } from '../../../src/base/time.js';
import { composeJournal } from '../../../src/paper/journal/journal.js';
import { englishJournal } from './english.js';
import { qrGif, qrPng } from './image.js';
import { linkBytes, verificationRoot } from './link.js';
import type { RateGroup } from './rates.js';
import type { AskedInvoice } from './request.js';
import { type Style, timeText } from './styles.js';
import { printedTax, taxesOf, taxJson } from './taxes.js';
import type { JsonObject } from './wire.js';

/** Languages of journal and counter that the processor knows. */
export const LANGUAGES = ['sr-Cyrl-RS', 'en-US'] as const;
export type Language = (typeof LANGUAGES)[number];

const LETTERS: Readonly<Record<Language, { readonly types: string; readonly transactions: string }>> = {
  'sr-Cyrl-RS': { types: 'ПРКОА', transactions: 'ПР' },
  'en-US': { types: 'NPCTA', transactions: 'SR' },
};

/** What a processor adds to a request when it signs. */
export interface Signing {
  readonly asked: AskedInvoice;
  readonly requestedBy: string;
  readonly signedBy: string;
  readonly totalCounter: number;
  readonly typeCounter: number;
  readonly time: UtcMs;
  readonly language: Language;
  readonly environment: Environment;
  readonly company: Company;
  readonly group: RateGroup;
  readonly internalData: Buffer;
  readonly signature: Buffer;
}

/** The result of a signing as JSON (`InvoiceResult`). */
export function resultOf(signing: Signing, style: Style): JsonObject {
  const { asked, requestedBy, signedBy, totalCounter, typeCounter, language, company, group } = signing;
  const invoiceType = INVOICE_TYPES.indexOf(asked.invoiceType);
  const transactionType = TRANSACTION_TYPES.indexOf(asked.transactionType);
  const letters = LETTERS[language];
  const extension = letters.types.charAt(invoiceType) + letters.transactions.charAt(transactionType);
  const payload = linkBytes({ ...signing, ...asked, invoiceType, transactionType }, style.padsBuyer).toString('base64');
  const root = verificationRoot(signing.environment);
  const verificationUrl = root + (style.link === 'raw' ? payload : encodeURIComponent(payload));
  const invoiceNumber = `${requestedBy}-${signedBy}-${totalCounter}`;
  const invoiceCounter = `${typeCounter}/${totalCounter}${extension}`;
  const taxes = taxesOf(asked.items, group);
  return {
    ...{ requestedBy, sdcDateTime: timeText(style, signing.time), invoiceCounter },
    ...{ invoiceCounterExtension: extension, invoiceNumber, taxItems: taxes.map(taxJson), verificationUrl },
    ...pictureOf(verificationUrl, asked.omitsQr, style),
    journal: asked.omitsJournal ? null : journalOf(signing, invoiceNumber, invoiceCounter),
    ...{ messages: language === 'en-US' ? 'Success' : 'Успешно', signedBy },
    encryptedInternalData: signing.internalData.toString('base64'),
    signature: signing.signature.toString('base64'),
    ...{ totalCounter, transactionTypeCounter: typeCounter, totalAmount: asked.total / 100 },
    ...{ taxGroupRevision: group.groupId, businessName: company.name, tin: company.tin },
    ...{ locationName: company.location, address: company.address, district: company.district },
    mrc: `00-1002-${signedBy}`,
  };
}

function pictureOf(url: string, isOmitted: boolean, style: Style): JsonObject {
  switch (style.qr) {
    case 'gif':
      return { [style.qrName]: isOmitted ? null : qrGif(url).toString('base64') };
    case 'png':
      return { [style.qrName]: isOmitted ? null : qrPng(url).toString('base64') };
    case 'null':
      return { [style.qrName]: null };
    case 'missing':
      return {};
    default:
      return assertNever(style.qr);
  }
}

/** The text of the receipt, in the layout of the tax authority's own generator. */
function journalOf({ asked, company, group, time, language }: Signing, invoiceNumber: string, invoiceCounter: string) {
  const local = (at: UtcMs | null) => (at === null ? null : localTime(at));
  const text = composeJournal({
    draft: {
      ...asked,
      lines: asked.items.map((item): InvoiceLine => ({
        ...{ ...item, label: item.labels.join(', '), unit: '', gtin: null, itemId: null },
      })),
      buyerId: asked.buyerId || null,
      buyerCostCenterId: asked.buyerCostCenterId || null,
      referentNumber: asked.referentNumber || null,
      ...{ referentTime: local(asked.referentTime), issueTime: local(asked.issueTime), adText: null },
    },
    taxItems: taxesOf(asked.items, group).map(printedTax),
    ...{ company, esirNumber: asked.esirNumber, time, invoiceNumber, invoiceCounter },
  });
  return language === 'en-US' ? englishJournal(text) : text;
}
