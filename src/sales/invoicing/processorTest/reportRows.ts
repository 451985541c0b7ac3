import { assertNever } from '../../../base/index.js';
import { PFR_TRAITS, stepsBetween } from '../../../contract/index.js';
import { isSerbianCounter } from '../../../processors/pfr/index.js';
import type { Evidence, Issued, LookUps, RowName, TestRow, Tried } from './testReport.js';
import { answerMemory } from './processorProfile.js';
import { RECEIPTS, TITLES, type RowTexts, ROW_TEXTS } from './processorTestTexts.js';

/** A sale that takes longer makes buyers wait, ms. */
const SLOW = 10_000;
/** Clock differences above this are reported, ms: a minute is visible on paper. */
const CLOCK_SLACK = 60_000;

/** Interprets the evidence as table rows: decisive results first. */
export function rowsOf(evidence: Evidence): TestRow[] {
  const { sale, refund, lookUps } = evidence;
  const rows = [signing(evidence)];
  if (sale?.kind !== 'issued') return rows;
  if (refund?.kind === 'issued' && lookUps !== undefined) {
    rows.push(lookUp(refund, lookUps), unknownId(lookUps));
  }
  rows.push(...numbers(evidence, sale, refund));
  if (refund?.kind === 'issued' && lookUps?.counters !== undefined) {
    rows.push(lastNumber(evidence, refund, lookUps.counters.lastNumber));
  }
  const issued = issuedOf(evidence);
  rows.push(rates(evidence, issued), language(issued), time(evidence, issued), clock(evidence, sale));
  rows.push(quirks(evidence.quirks));
  return rows;
}

/** The receipts that were signed. */
export function issuedOf({ sale, refund }: Pick<Evidence, 'sale' | 'refund'>): Issued[] {
  return [sale, refund].filter((tried): tried is Issued => tried?.kind === 'issued');
}

/** How far the clock of the processor was ahead when it signed, ms. It signed between the request and its end. */
export function clockAhead({ invoice, sentAt, doneAt }: Issued): number {
  const { time } = invoice.signature;
  if (time < sentAt) return time - sentAt;
  return Math.max(0, time - doneAt);
}

export function row(name: RowName, state: TestRow['state'], words: RowTexts): TestRow {
  return { name, state, title: TITLES[name], ...words };
}

function signing({ obstacle, sale, refund }: Evidence): TestRow {
  if (obstacle !== undefined) return row('signing', 'fails', ROW_TEXTS.obstacle(obstacle));
  for (const [tried, what] of [
    [sale, RECEIPTS.sale],
    [refund, RECEIPTS.refund],
  ] as const) {
    const words = tried && whyNotSigned(tried, what);
    if (words !== undefined) return row('signing', 'fails', words);
  }
  const wasLost = issuedOf({ ...(sale && { sale }), ...(refund && { refund }) }).some(
    ({ invoice }) => invoice.attempt?.settled !== undefined,
  );
  return wasLost ? row('signing', 'note', ROW_TEXTS.signedAfterLoss()) : row('signing', 'ok', ROW_TEXTS.signed());
}

function whyNotSigned(tried: Tried, what: (typeof RECEIPTS)[keyof typeof RECEIPTS]): RowTexts | undefined {
  switch (tried.kind) {
    case 'issued':
      return undefined;
    case 'refused':
      return ROW_TEXTS.refused(what, tried.message);
    case 'lost':
      return tried.hasAnswered ? ROW_TEXTS.notAccepted(what, tried.requestId) : ROW_TEXTS.lost(what, tried.requestId);
    case 'storage':
      return ROW_TEXTS.storage();
    default:
      return assertNever(tried);
  }
}

function lookUp({ invoice }: Issued, lookUps: LookUps): TestRow {
  const { refund } = lookUps;
  const memory = answerMemory(invoice, lookUps);
  if (memory === undefined) return row('look-up', 'note', ROW_TEXTS.disturbed());
  switch (memory) {
    case 'several':
      return row('look-up', 'ok', ROW_TEXTS.keepsSeveral());
    case 'latest':
      return row('look-up', 'ok', ROW_TEXTS.keepsLatest());
    case 'none':
      return refund.kind === 'receipt'
        ? row('look-up', 'fails', ROW_TEXTS.otherUnderId(refund.invoiceNumber))
        : row('look-up', 'note', ROW_TEXTS.keepsNone());
    default:
      return assertNever(memory);
  }
}

function unknownId({ unknown }: LookUps): TestRow {
  switch (unknown.kind) {
    case 'absent':
      return row('unknown-id', 'ok', ROW_TEXTS.unknownAbsent());
    case 'unclear':
      return row('unknown-id', 'note', ROW_TEXTS.unknownUnclear());
    case 'receipt':
      return row('unknown-id', 'note', ROW_TEXTS.unknownOther(unknown.invoiceNumber));
    default:
      return assertNever(unknown);
  }
}

/** The counters of one secure element, or of a certificate at one signer, increase by one. */
function numbers({ mode, before, trainingSales = 0 }: Evidence, sale: Issued, refund: Tried | undefined): TestRow[] {
  const { invoiceNumber, typeCounter } = sale.invoice.signature;
  const following = refund?.kind === 'issued' ? refund.invoice.signature.invoiceNumber : undefined;
  const steps = [
    [before?.lastNumber ?? '', invoiceNumber],
    ...(following === undefined ? [] : [[invoiceNumber, following] as const]),
  ].map(([earlier = '', later = '']) => ({ earlier, later, by: stepsBetween(earlier, later) }));
  const back = steps.find(({ by }) => by !== undefined && by <= 0);
  if (back !== undefined) return [row('numbers', 'fails', ROW_TEXTS.numbersBack(back.earlier, back.later))];
  // The ledger has the counters of a type by card. It cannot separate the counters of several signers.
  const byType = PFR_TRAITS[mode].hasOneSigner && trainingSales > 0 ? typeCounter - trainingSales : undefined;
  if (byType !== undefined && byType <= 0) {
    return [row('numbers', 'fails', ROW_TEXTS.numbersBack(`${trainingSales}`, sale.invoice.signature.invoiceCounter))];
  }
  if (steps.some(({ by }) => by !== undefined && by > 1) || (byType ?? 1) > 1) {
    return [row('numbers', 'note', ROW_TEXTS.numbersGap())];
  }
  if (following === undefined) return [];
  const isOneSeries = stepsBetween(invoiceNumber, following) !== undefined;
  return [
    isOneSeries
      ? row('numbers', 'ok', ROW_TEXTS.numbersFollow())
      : row('numbers', 'note', ROW_TEXTS.numbersOfSigners()),
  ];
}

function lastNumber({ mode }: Evidence, refund: Issued, last: string | null): TestRow {
  const { invoiceNumber } = refund.invoice.signature;
  if (last === null) {
    // Only a processor with a card reports its last number.
    return row('last-number', PFR_TRAITS[mode].hasCard ? 'note' : 'ok', ROW_TEXTS.lastNotReported());
  }
  const isBehind = last === '' || (stepsBetween(last, invoiceNumber) ?? 0) > 0;
  return isBehind
    ? row('last-number', 'note', ROW_TEXTS.lastLags(last, invoiceNumber))
    : row('last-number', 'ok', ROW_TEXTS.lastFollows());
}

function rates({ taxLabels }: Evidence, issued: readonly Issued[]): TestRow {
  for (const { label, rate } of issued.flatMap(({ invoice }) => invoice.signature.taxItems)) {
    const reported = taxLabels.find((one) => one.label === label);
    if (reported !== undefined && reported.rate !== rate)
      return row('rates', 'note', ROW_TEXTS.ratesDiffer(label, reported.rate, rate));
  }
  return row('rates', 'ok', ROW_TEXTS.ratesAgree(taxLabels.length));
}

function language(issued: readonly Issued[]): TestRow {
  const isSerbian = issued.every(({ invoice }) => isSerbianCounter(invoice.signature.invoiceCounter));
  return isSerbian ? row('language', 'ok', ROW_TEXTS.serbian()) : row('language', 'note', ROW_TEXTS.english());
}

function time({ statusTime, lookUps }: Evidence, issued: readonly Issued[]): TestRow {
  const signing = issued.flatMap(({ signingTime }) => signingTime ?? []);
  const words = ROW_TEXTS.took(statusTime, signing, lookUps?.times ?? []);
  return signing.some((ms) => ms > SLOW)
    ? row('time', 'note', { ...words, action: ROW_TEXTS.slow() })
    : row('time', 'ok', words);
}

function clock({ mode }: Evidence, sale: Issued): TestRow {
  const ahead = Math.abs(clockAhead(sale));
  return ahead > CLOCK_SLACK
    ? row('clock', 'note', ROW_TEXTS.clockDiffers(ahead, mode))
    : row('clock', 'ok', ROW_TEXTS.clockAgrees(ahead));
}

function quirks(names: readonly string[]): TestRow {
  return names.length === 0
    ? row('quirks', 'ok', ROW_TEXTS.noQuirks())
    : row('quirks', 'note', ROW_TEXTS.quirks(names));
}
