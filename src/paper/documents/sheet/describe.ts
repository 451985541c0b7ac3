import { type Draft, isFiscalType, PFR_TRAITS } from '../../../contract/index.js';
import { plainTin, receiptTime, receiptTimeOfLocal } from '../../../base/index.js';
import { bannerText, DEMO_SENTENCE, documentName, NOT_FISCAL } from '../../journal/index.js';
import type { IssuedInvoice } from '../../../platform/ledger/index.js';
import type { CompanySetting } from '../../../shop/settings/index.js';
import { advanceBox, finalAfterAdvances, paymentBox } from './boxes.js';
import { itemTable, sumBlocks } from './columns.js';
import {
  type Banner,
  type Block,
  type Card,
  type Letterhead,
  LOGO_MM,
  type Paper,
  type Picture,
  type Sheet,
} from './sheet.js';
import { slipOf, titleApart } from './sheetSlip.js';
import { tidy } from './glyphs.js';

/** Offsets of the width and the height in a PNG (PNG Specification, 5.2 and 11.2.2). */
const SIZE = { width: 16, height: 20, end: 24 } as const;

/**
 * A logo scaled to the available space, with its proportions unchanged. The setting was checked to be a PNG when it was
 * made.
 */
function pictureOf(base64: string): Picture | null {
  const file = Buffer.from(base64, 'base64');
  if (file.length < SIZE.end) return null;
  const [width, height] = [file.readUInt32BE(SIZE.width), file.readUInt32BE(SIZE.height)];
  const scale = Math.min(LOGO_MM.width / width, LOGO_MM.height / height);
  return { base64, width: width * scale, height: height * scale };
}

/** Names of the kinds of buyer ids, by code (Technical Instruction for ESIR, 9.8). */
const NAMES: Readonly<Record<string, string>> = {
  10: 'ПИБ',
  12: 'ПИБ',
  11: 'ЈМБГ',
  13: 'Пензионерска картица',
  14: 'ПИБ пољопривредника',
  15: 'ЈМБГ пољопривредника',
  16: 'БПГ',
  20: 'Лична карта',
  21: 'Избегличка легитимација',
  22: 'ЕБС',
  23: 'Пасош',
  30: 'Страни пасош',
  31: 'Дипломатска легитимација',
  32: 'Лична карта (MKD)',
  33: 'Лична карта (MNE)',
  34: 'Лична карта (ALB)',
  35: 'Лична карта (BIH)',
  36: 'Лична карта (ЕУ, CHE, NOR, ISL)',
  40: 'Страни порески број',
};

/** `ПИБ 110163983` for `10:110163983`: a readable buyer id. One with an unknown code is unchanged. */
function buyerName(buyerId: string): string {
  const [, tin, budgetNumber] = /^12:([^:]+):(.+)$/.exec(buyerId) ?? [];
  if (tin !== undefined && budgetNumber !== undefined) return `ПИБ ${tin} · ЈБКЈС ${budgetNumber}`;
  const [, code = '', number = ''] = /^(\d\d):(.+)$/.exec(buyerId) ?? [];
  const name = NAMES[code];
  return name === undefined ? buyerId : `${name} ${plainTin(number)}`;
}

/** The value may be cut at the end of a row and continue in the next one. */
const ESIR_ROWS = new RegExp('^ЕСИР број: +([\\w./-]+(?:\\r?\\n[\\w./-]+)*) *$', 'mu');

/**
 * The ESIR number (`123/1.0`) of a receipt, from the processor's text, because the number of the box may have changed
 * since. Null when the text has none.
 */
function esirNumberOf(journal: string): string | null {
  const value = ESIR_ROWS.exec(journal.replaceAll('\r\n', '\n'))?.[1];
  return value?.replaceAll('\n', '') ?? null;
}

/** On every receipt of a real processor in the tax authority's test system. */
const SANDBOX_SENTENCE = 'ПРОБНО ОКРУЖЕЊЕ - БЕЗ ФИСКАЛНЕ ВАЖНОСТИ';

/** Data of a sheet beside the receipt itself. */
export interface SheetContext {
  /** The current company. */
  readonly company?: CompanySetting;
  /** A PNG in base64, the same as for printers. */
  readonly logo?: string;
  /** For a final receipt after advances: the refund of the advances that it refers to. */
  readonly advanceRefund?: IssuedInvoice;
}

/**
 * The sheet of an issued receipt, with the data from its time of issue. From the current company it uses only the logo,
 * and the contact and payment details, as long as it is still the same taxpayer.
 */
export function describeSheet(invoice: IssuedInvoice, paper: Paper, context: SheetContext = {}): Sheet {
  const { draft, signature } = invoice;
  const { name, tin } = signature.company;
  const title = `${documentName(draft.invoiceType, draft.transactionType)} ${tidy(signature.invoiceNumber)}`;
  const isSame = context.company?.tin === plainTin(tin);
  const { advanceRefund } = context;
  const whole = slipOf(invoice, paper);
  const { title: opening, slip } = paper === 'a4' ? titleApart(whole) : { title: undefined, slip: whole };
  const document =
    paper === 'a4'
      ? documentBlocks(invoice, isSame ? context : advanceRefund === undefined ? {} : { advanceRefund })
      : [];
  const titleRow: Block[] = opening === undefined ? [] : [{ kind: 'opening', text: opening }];
  const blocks = [...bannersOf(invoice, paper), ...titleRow, ...document, slip];
  const foot = [title, tidy(name), `ПИБ ${plainTin(tidy(tin))}`].join(' · ');
  return { paper, language: 'sr-Cyrl', title, time: signature.time, foot, blocks };
}

/** The slip of the demo processor already states that it is not fiscal; one of the test system does not. */
function bannersOf({ environment, mode }: IssuedInvoice, paper: Paper): Banner[] {
  if (!PFR_TRAITS[mode].issuesRealReceipts) return paper === 'a4' ? [{ kind: 'banner', text: DEMO_SENTENCE }] : [];
  return environment === 'sandbox' ? [{ kind: 'banner', text: SANDBOX_SENTENCE }] : [];
}

function documentBlocks(invoice: IssuedInvoice, { company, logo, advanceRefund }: SheetContext): Block[] {
  const { draft, signature } = invoice;
  return [
    letterheadOf(invoice, company, logo),
    ...(isFiscalType(draft.invoiceType) ? [] : [{ kind: 'sentence', text: NOT_FISCAL } as const]),
    { kind: 'cards', cards: cardsOf(invoice) },
    itemTable(draft, signature.taxItems),
    ...sumBlocks(
      draft,
      signature.taxItems,
      paymentBox(invoice, company?.bankAccount) ?? advanceBox(draft, advanceRefund),
    ),
  ];
}

function letterheadOf(
  { draft, signature }: IssuedInvoice,
  details: CompanySetting | undefined,
  logo: string | undefined,
): Letterhead {
  const { name, tin, location, address, district } = signature.company;
  const { invoiceType, transactionType } = draft;
  return {
    kind: 'letterhead',
    logo: logo === undefined ? null : pictureOf(logo),
    name: tidy(name),
    rows: [
      `${tidy(address)}, ${tidy(district)}`,
      details?.registrationNumber === undefined
        ? `ПИБ ${plainTin(tidy(tin))}`
        : `ПИБ ${plainTin(tidy(tin))} · МБ ${tidy(details.registrationNumber)}`,
      `Место продаје ${tidy(location)}`,
      ...(details === undefined ? [] : contactRows(details)),
    ],
    title: documentName(invoiceType, transactionType),
    number: tidy(signature.invoiceNumber),
    below: `${bannerText(invoiceType, transactionType)} · ${tidy(signature.invoiceCounter)}`,
  };
}

/** Contact details of the seller, and its account. */
function contactRows({ bankAccount, phone, email, web }: CompanySetting): string[] {
  const contacts = [phone, email, web].flatMap((one) => (one === undefined ? [] : [tidy(one)]));
  return [
    ...(bankAccount === undefined ? [] : [`Текући рачун ${tidy(bankAccount)}`]),
    ...(contacts.length === 0 ? [] : [contacts.join(' · ')]),
  ];
}

/** Buyer, time, and the receipt that this one refers to. */
function cardsOf({ draft, signature }: IssuedInvoice): Card[] {
  const { buyerId, buyerCostCenterId, cashier, issueTime, referentNumber, referentTime } = draft;
  const esirNumber = esirNumberOf(signature.journal);
  const buyer: Card = {
    caption: 'Купац',
    strong: buyerId === null ? 'Није наведен' : tidy(buyerName(buyerId)),
    rows: [
      ...(buyerId === null ? [] : [`ИД купца ${tidy(buyerId)}`]),
      ...(buyerCostCenterId === null ? [] : [`Опционо поље купца ${tidy(buyerCostCenterId)}`]),
    ],
  };
  const issued: Card = {
    caption: 'Издато (ПФР време)',
    strong: receiptTime(signature.time),
    rows: [
      ...(cashier === '' ? [] : [`Касир ${tidy(cashier)}`]),
      ...(esirNumber === null ? [] : [`ЕСИР број ${tidy(esirNumber)}`]),
      ...(issueTime === null ? [] : [`ЕСИР време ${receiptTimeOfLocal(issueTime)}`]),
    ],
  };
  if (referentNumber === null) return [buyer, issued];
  const rows = [
    ...(referentTime === null ? [] : [`Реф. време ${receiptTimeOfLocal(referentTime)}`]),
    ...referentKind(draft),
  ];
  return [buyer, issued, { caption: 'Реф. број', strong: tidy(referentNumber), rows }];
}

/** The kind of receipt that this one refers to; empty where the kind is unknown. */
function referentKind(draft: Draft): string[] {
  if (draft.invoiceType === 'Copy') return ['Оригинал ове копије'];
  if (draft.transactionType === 'Refund') return ['Рачун који се рефундира'];
  if (draft.invoiceType === 'Advance') return ['Претходни аванс'];
  return finalAfterAdvances(draft) === null ? [] : ['Рефундација аванса'];
}
