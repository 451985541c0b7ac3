import { failed, ok, type Result, toNfc, defineMessages, type Message } from '../../../base/index.js';
import type { ItemChange } from '../validate.js';
import { quoted } from './table.js';

const MESSAGES = defineMessages('csvColumns', {
  noIdentity: {
    en: 'without a column plu or назив nobody can tell which items are meant. Known are: {known}.',
    sr: 'без колоне plu или назив не зна се који су артикли у питању. Познате су: {known}.',
  },
  unknownColumn: {
    en: 'there is no column {column}. Known are: {known}.',
    sr: 'колона {column} није позната. Познате су: {known}.',
  },
  columnTwice: { en: 'the column {column} stands there twice.', sr: 'колона {column} стоји два пута.' },
});

/** A field of an item that a column may set. */
export type ItemColumn = keyof ItemChange;

/**
 * Headings in the order of an export. An export writes the first heading of each column; the others are accepted too.
 */
export const HEADINGS: Readonly<Record<ItemColumn, readonly [string, ...string[]]>> = {
  plu: ['plu', 'плу', 'шифра', 'šifra', 'sifra'],
  name: ['назив', 'naziv', 'name'],
  unit: ['јединица', 'jedinica', 'unit', 'јединица мере', 'jedinica mere', 'јм', 'jm'],
  price: ['цена', 'cena', 'price'],
  label: ['ознака', 'oznaka', 'label', 'пореска ознака', 'poreska oznaka'],
  gtin: ['gtin', 'гтин', 'баркод', 'barkod', 'бар-код', 'bar-kod', 'ean'],
  category: ['категорија', 'kategorija', 'category', 'група', 'grupa'],
  active: ['активан', 'aktivan', 'active'],
};

export const COLUMNS = Object.keys(HEADINGS) as ItemColumn[];

const BY_HEADING = new Map(COLUMNS.flatMap((column) => HEADINGS[column].map((heading) => [heading, column] as const)));

/**
 * The column of each heading, in the order of the file; undefined for a blank heading.
 */
export function columnsOf(headings: readonly string[]): Result<(ItemColumn | undefined)[], Message> {
  const columns: (ItemColumn | undefined)[] = [];
  for (const heading of headings) {
    if (heading.trim() === '') {
      columns.push(undefined);
      continue;
    }
    const column = BY_HEADING.get(toNfc(heading.trim()).toLowerCase());
    if (column === undefined) return failed(MESSAGES.unknownColumn({ column: quoted(heading), known: known() }));
    if (columns.includes(column)) return failed(MESSAGES.columnTwice({ column: quoted(heading) }));
    columns.push(column);
  }
  if (!columns.includes('plu') && !columns.includes('name')) {
    return failed(MESSAGES.noIdentity({ known: known() }));
  }
  return ok(columns);
}

function known(): string {
  return COLUMNS.map((column) => HEADINGS[column].join('/')).join(', ');
}
