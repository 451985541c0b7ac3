import { type Draft, formatMoney, type Para, paraFrom } from '../../../base/index.js';
import type { IssuedInvoice } from '../../../platform/ledger/index.js';
import { type Box, type Fact, PRICES_NOTE } from './sheet.js';
import { tidy } from './tidy.js';

/**
 * Data about the advances, from the advertising text of the final receipt of a chain of advances (Technical Instruction
 * for ESIR, 9.1).
 */
interface Advances {
  /** Number of the last advance. */
  readonly last: string;
  readonly paid: Para;
}

/** Null for any other receipt. */
export function finalAfterAdvances({ invoiceType, transactionType, adText, referentNumber }: Draft): Advances | null {
  if (invoiceType !== 'Normal' || transactionType !== 'Sale' || referentNumber === null) return null;
  const [lastRow = '', , paidRow = '', refund = ''] = (adText ?? '').split('\n');
  const last = after('Последњи авансни рачун: ', lastRow);
  const paid = amountIn(after('Износ аванса: ', paidRow));
  const isFinal = refund === `Рефундација аванса: ${referentNumber}`;
  return last === undefined || paid === undefined || !isFinal ? null : { last, paid };
}

/**
 * The amount paid in advance, with the tax that the refund of the advances has returned, if that refund is known to
 * this box.
 */
export function advanceBox(draft: Draft, refund: IssuedInvoice | undefined): Box | null {
  const advances = finalAfterAdvances(draft);
  if (advances === null) return null;
  const { last, paid } = advances;
  return {
    kind: 'box',
    title: 'Обрачун аванса',
    rows: [
      { caption: 'Последњи аванс', value: tidy(last) },
      { caption: 'Плаћено авансом', value: formatMoney(paid) },
      ...taxRows(paid, refund),
      remainder(draft.total - paid),
    ],
    text: PRICES_NOTE,
    code: null,
  };
}

/** A refund of another amount does not belong to these advances alone, so its tax is not theirs. */
function taxRows(paid: Para, refund: IssuedInvoice | undefined): Fact[] {
  if (refund?.draft.total !== paid) return [];
  const tax = refund.signature.taxItems.reduce((sum, { amount }) => sum + amount, 0);
  return [{ caption: 'ПДВ на аванс', value: formatMoney(tax) }];
}

function remainder(amount: Para): Fact {
  return amount < 0
    ? { caption: 'Више плаћено', value: formatMoney(-amount) }
    : { caption: 'Преостало', value: formatMoney(amount) };
}

/** The text after a caption; undefined in a row that does not begin with it. */
function after(caption: string, row: string): string | undefined {
  return row.startsWith(caption) ? row.slice(caption.length) : undefined;
}

/** Parses the printed form `1.234,50`; undefined for anything else. */
function amountIn(text: string | undefined): Para | undefined {
  if (text === undefined || !/^[\d.]+,\d\d$/.test(text)) return undefined;
  return paraFrom(Number(text.replaceAll('.', '').replace(',', '.')));
}
