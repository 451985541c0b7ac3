import type { Answer } from '../../interfaces/admin/index.js';
import { type Bilingual, exactDecimal } from '../../base/index.js';
import { environmentText } from '../../contract/index.js';
import { quantityText, type ShownCell, TABLE_NAMES, type TableName } from '../../shop/reports/index.js';
import { callAndPrint } from './callOperation.js';
import { type Args, type Command, complainUsage, print, printJson, printTable, SUCCESS } from './command.js';
import { commandOf } from './forms.js';
import { inLanguage, rateText } from './language.js';

const PERIOD = '[--day DAY] [--from DAY] [--to DAY]';

/** One row for each table that the box describes. */
export const reportCommand: Command = commandOf({
  name: 'report',
  summary: {
    sr: `показује табелу извештаја о промету: по данима, начину плаћања, пореској ознаци, касиру, порезу или артиклу.
      DAY је дан, као 2026-11-29; без њега данас. --json: за програме; --csv: датотека за табеле, као на страницама`,
    en: `shows a table of the turnover report: by day, payment, tax label, cashier, tax or item.
      DAY is a day such as 2026-11-29, today by default. --json: for programs; --csv: a file for spreadsheets, as on the pages`,
  },
  forms: Object.fromEntries(
    TABLE_NAMES.map((name) => [`${name} ${PERIOD} [--json] [--csv]`, (args: Args) => report(args, name)]),
  ),
});

function report({ folder, values: { day, from, to }, flags }: Args, table: TableName): Promise<number> | number {
  const isWrong = day !== undefined && (from !== undefined || to !== undefined);
  if (isWrong || (flags.has('json') && flags.has('csv'))) return complainUsage(reportCommand.usage);
  const [first, last] = [day ?? from, day ?? to];
  const days = { ...(first !== undefined && { from: first }), ...(last !== undefined && { to: last }) };
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
    const cellsOf = (cells: readonly ShownCell[]): readonly string[] => cells.map((cell) => cellText(cell));
    const blanks = Array<string>(Math.max(0, columns.length - 2)).fill('');
    if (rows.length === 0) print(NOTHING);
    else
      printTable(
        [
          columns.map(({ heading }) => inLanguage(heading)),
          ...rows.map(cellsOf),
          ...(more === null ? [] : [[inLanguage(OTHERS), ...blanks, more.sum]]),
          cellsOf(total),
        ],
        columns.map(({ isNumber }) => isNumber),
      );
  }
  return SUCCESS;
}

const NOTHING: Bilingual = { sr: '  У овом периоду нема промета.', en: '  There is no turnover in this period.' };
const OTHERS: Bilingual = { sr: 'остало', en: 'others' };

function cellText(cell: ShownCell): string {
  if (cell === null) return '';
  if (typeof cell === 'string' || typeof cell === 'number') return String(cell);
  if ('sr' in cell) return inLanguage(cell);
  if ('rate' in cell) return rateText(cell);
  if ('quantity' in cell) return `${quantityText(exactDecimal(cell.quantity, 3))} ${cell.unit}`.trimEnd();
  return cell.name === null ? cell.label : `${cell.label} ${cell.name}`;
}
