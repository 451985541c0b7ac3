import type { Answer } from '../../interfaces/admin/index.js';
import { type Bilingual, exactDecimal } from '../../base/index.js';
import { environmentText } from '../../contract/index.js';
import { type Kind, quantityText, type ShownCell, TABLE_NAMES, type TableName } from '../../shop/reports/index.js';
import { callAndPrint } from './callOperation.js';
import { type Args, type Command, complain, print, printJson, printTable, SUCCESS, USAGE } from './command.js';
import { commandOf } from './forms.js';
import { inLanguage, numberText, rateText } from './language.js';

const PERIOD = '[--day DAY] [--from DAY] [--to DAY]';

/** One row for each table that the box describes, and one for all that the ledger has counted. */
export const reportCommand: Command = commandOf({
  name: 'report',
  summary: {
    sr: `показује табелу извештаја о промету: по данима, начину плаћања, пореској ознаци, касиру, порезу или артиклу;
      без имена табеле све које уређај збраја сам.
      DAY је дан, као 2026-11-29; без њега данас. --json: за програме; --csv: датотека за табеле, као на страницама`,
    en: `shows a table of the turnover report: by day, payment, tax label, cashier, tax or item;
      without the name of a table, all that the box has counted.
      DAY is a day like 2026-11-29, today when absent. --json: for programs; --csv: a file for spreadsheets, as on the pages`,
  },
  forms: {
    [PERIOD]: (args) => report(args, 'sums'),
    ...Object.fromEntries(
      TABLE_NAMES.map((name) => [`${name} ${PERIOD} [--json] [--csv]`, (args: Args) => report(args, name)]),
    ),
  },
  otherwise: hint,
});

/** What to type for a day without its option, an unknown table, or a format without a table; undefined for others. */
function hint({ words, values, flags }: Args): number | undefined {
  const isDay = (word: string): boolean => /^\d/.test(word);
  const days = words.filter(isDay);
  if (days.length > 2) return undefined;
  if (days.length > 0 && Object.keys(values).length === 0) return complain(asOptions(days), USAGE);
  const [table] = words;
  if (table !== undefined) return isTable(table) || isDay(table) ? undefined : complain(noTable(table), USAGE);
  const format = ['json', 'csv'].find((name) => flags.has(name));
  return format === undefined ? undefined : complain(needsTable(format), USAGE);
}

function isTable(word: string): boolean {
  return TABLE_NAMES.some((name) => name === word);
}

function report(
  { folder, values: { day, from, to }, flags }: Args,
  table: TableName | 'sums',
): Promise<number> | number {
  if (day !== undefined && (from ?? to) !== undefined) return complain(TWO_PERIODS, USAGE);
  if (flags.has('json') && flags.has('csv')) return complain(TWO_FORMATS, USAGE);
  const [first, last] = [day ?? from, day ?? to];
  const days = { ...(first !== undefined && { from: first }), ...(last !== undefined && { to: last }) };
  if (table === 'sums') return callAndPrint(folder, 'reports.show', { of: table, ...days }, printReport);
  if (flags.has('json')) return callAndPrint(folder, 'reports.rows', { table, ...days }, printRows);
  if (flags.has('csv'))
    return callAndPrint(folder, 'reports.csv', { table, ...days }, ({ text }) => {
      process.stdout.write(text);
      return SUCCESS;
    });
  return callAndPrint(folder, 'reports.show', { of: table, ...days }, printReport);
}

function printRows(rows: Answer<'reports.rows'>): number {
  printJson(rows);
  return SUCCESS;
}

function printReport({ from, to, environment, tables }: Answer<'reports.show'>): number {
  for (const { title, columns, rows, more, total } of tables) {
    const days = from === to ? from : `${from} – ${to}`;
    print(`${inLanguage(title)}, ${days} (${inLanguage(environmentText(environment, 'nominative'))})`);
    const cellsOf = (cells: readonly ShownCell[]): readonly string[] =>
      cells.map((cell, at) => cellText(cell, columns[at]?.kind));
    const blanks = Array<string>(Math.max(0, columns.length - 2)).fill('');
    if (rows.length === 0) print(NOTHING);
    else
      printTable(
        [
          columns.map(({ heading }) => inLanguage(heading)),
          ...rows.map(cellsOf),
          ...(more === null ? [] : [[inLanguage(OTHERS), ...blanks, numberText(more.sum)]]),
          cellsOf(total),
        ],
        columns.map(({ isNumber }) => isNumber),
      );
  }
  return SUCCESS;
}

const TWO_PERIODS: Bilingual = {
  sr: 'Наведите --day, или --from и --to, а не обоје.',
  en: 'Give --day, or --from and --to, not both.',
};
const TWO_FORMATS: Bilingual = {
  sr: 'Наведите --json или --csv, а не обоје.',
  en: 'Give --json or --csv, not both.',
};

function asOptions([first = '', last]: readonly string[]): Bilingual {
  return last === undefined
    ? { sr: `Дан се наводи као опција: --day ${first}`, en: `Give the day as an option: --day ${first}` }
    : {
        sr: `Дани се наводе као опције: --from ${first} --to ${last}`,
        en: `Give the days as options: --from ${first} --to ${last}`,
      };
}

const noTable = (word: string): Bilingual => ({
  sr: `Нема табеле „${word}”. Табеле: ${TABLE_NAMES.join(', ')}`,
  en: `There is no table "${word}". Tables: ${TABLE_NAMES.join(', ')}`,
});
const needsTable = (format: string): Bilingual => ({
  sr: `Уз --${format} иде име табеле, на пример: kasirbox report days --${format}`,
  en: `--${format} needs the name of a table, as in: kasirbox report days --${format}`,
});

const NOTHING: Bilingual = { sr: '  У овом периоду нема промета.', en: '  There is no turnover in this period.' };
const OTHERS: Bilingual = { sr: 'остало', en: 'others' };

function cellText(cell: ShownCell, kind: Kind | undefined): string {
  if (cell === null) return '';
  if (typeof cell === 'string' && kind === 'money') return numberText(cell);
  if (typeof cell === 'string' || typeof cell === 'number') return String(cell);
  if ('sr' in cell) return inLanguage(cell);
  if ('rate' in cell) return rateText(cell);
  if ('quantity' in cell) return `${numberText(quantityText(exactDecimal(cell.quantity, 3)))} ${cell.unit}`.trimEnd();
  return cell.name === null ? cell.label : `${cell.label} ${cell.name}`;
}
