import { createHash } from 'node:crypto';
import type { Draft, Environment, PfrMode } from '../../../src/contract/fiscal.js';
import { MAX_TOTAL } from '../../../src/base/money.js';
import { toRsd } from '../../../src/base/money.js';
import type { IssuedInvoice } from '../../../src/platform/ledger/invoice.js';
import { taxItems } from '../../../src/paper/journal/journalRows.js';
import { buildVerificationUrl } from '../../../src/paper/journal/verificationLink.js';
import { encodeLink } from '../../kit/links.js';
import { composeJournal } from '../../../src/paper/journal/journal.js';
import { counterLetters, DEMO_SENTENCE } from '../../../src/paper/journal/receiptTexts.js';
import { COMPANY, draft, LABELS, line } from './drafts.js';

/** Issued receipts: always the same bytes, so that pictures of them can be compared. */

export const TIME = Date.UTC(2026, 10, 21, 7, 5, 9);
const JID = 'ABCD2345';

/** Bytes without a pattern that are the same in every run. */
function noise(length: number): Buffer {
  const blocks = Array.from({ length: Math.ceil(length / 32) }, (_, at) =>
    createHash('sha256').update(`${at}`).digest(),
  );
  return Buffer.concat(blocks).subarray(0, length);
}

export interface IssuedWith {
  readonly mode?: PfrMode;
  readonly environment?: Environment;
  readonly esirNumber?: string;
  /** 512 gives the longest link, of about 1,240 characters. */
  readonly internalBytes?: 256 | 512;
}

/** A receipt of a real processor in production, unless `more` says otherwise. */
export function issued(of: Draft, more: IssuedWith = {}): IssuedInvoice {
  const { mode = 'lpfr', environment = 'production', esirNumber = '123/1.0', internalBytes = 256 } = more;
  const taxes = taxItems(of.lines, LABELS);
  if (!taxes.ok) throw new Error(taxes.error);
  const { invoiceType, transactionType, total, buyerId } = of;
  const numbers = { requestedBy: JID, signedBy: JID, totalCounter: 51, typeCounter: 17 };
  const invoiceNumber = `${JID}-${JID}-51`;
  const invoiceCounter = `17/51${counterLetters(invoiceType, transactionType)}`;
  const proof = { internalData: noise(internalBytes), signature: noise(256) };
  const link = encodeLink({ ...numbers, ...proof, total, time: TIME, invoiceType, transactionType, buyerId });
  const journal = composeJournal({
    draft: of,
    company: COMPANY,
    esirNumber,
    taxItems: taxes.value,
    time: TIME,
    invoiceNumber,
    invoiceCounter,
    ...(mode === 'demo' && { demoSentence: DEMO_SENTENCE }),
  });
  return {
    uuid: '0198f0c2-3c4d-7e5f-8a6b-1c2d3e4f5a6b',
    environment,
    mode,
    draft: of,
    signature: {
      ...numbers,
      invoiceNumber,
      invoiceCounter,
      time: TIME,
      verificationUrl: buildVerificationUrl('https://suf.purs.gov.rs', link),
      verificationQRCode: null,
      journal,
      taxItems: taxes.value,
      company: COMPANY,
    },
    clientRequestId: null,
    fingerprint: null,
    createdAt: TIME,
  };
}

const GOODS = [
  line('Бурек са сиром', 'Е', 180, 2),
  line('Јогурт 0,5 л', 'Ђ', 89.99),
  line('Сир „Златиборац“ млади, у комаду', 'Ђ', 1249.5, 0.408, 'кг'),
  line('Čokolada Šumadija sa lešnikom i žutim džemom', 'Ђ', 219, 3),
  line('Хлеб бели „Сава“ 500 г', 'Е', 61.5, 2),
  line('Минерална вода', 'Ђ', 75, 6, 'фл'),
];

/** Lines of goods, each with a number, so that all differ. */
export function goods(count: number): typeof GOODS {
  return Array.from({ length: count }, (_, at) => {
    const good = GOODS[at % GOODS.length]!;
    return { ...good, name: `${good.name} ${at + 1}` };
  });
}

const REFERENT = { referentNumber: `${JID}-${JID}-50`, referentTime: '2026-11-20 17:42:08', buyerId: '10:100000049' };

/** Typical receipts, by name. */
export const SALE = draft('Normal', 'Sale', GOODS, {
  buyerId: '10:100000049',
  payments: [
    { paymentType: 'Cash', amount: 100_000 },
    { paymentType: 'Card', amount: GOODS.reduce((sum, { total }) => sum + total, 0) - 100_000 },
  ],
});
export const SMALL_SALE = draft('Normal', 'Sale', GOODS.slice(0, 3), {
  adText: 'Хвала на поверењу!\nНедељом радимо од 7 до 13 часова.',
});
export const REFUND = draft('Normal', 'Refund', GOODS.slice(0, 2), REFERENT);
export const COPY_REFUND = draft('Copy', 'Refund', GOODS.slice(0, 2), REFERENT);
export const ADVANCE = draft('Advance', 'Sale', [line('10: Аванс (Ђ)', 'Ђ', 120_000)], {
  buyerId: '10:100000049',
  issueTime: '2026-11-19 09:12:44',
  payments: [{ paymentType: 'WireTransfer', amount: 12_000_000 }],
});

/** The highest receipt: with it every number of the document is as wide as it can be. */
const HIGHEST = toRsd(MAX_TOTAL);
export const HIGHEST_SALE = draft('Normal', 'Sale', [line('Фабрика намештаја „Шумадија“', 'Ђ', HIGHEST)]);
/** What the API lets through of price and quantity, and the minus of a refund. */
export const HIGH_REFUND = draft(
  'Normal',
  'Refund',
  [
    line('Зграда', 'Ђ', 999_999_999.99, 7000),
    line('Песак, расути, прање и превоз до градилишта', 'Е', 10_000, 999_999.999, 'кг'),
    line('Стан', 'Е', 10_000_000),
  ],
  REFERENT,
);
