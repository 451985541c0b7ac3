import { type Bilingual, formatSum, type JsonSchema, type ParaSum, sumToRsd } from '../../base/index.js';
import { type Column, fileCell, jsonMembers, type Kind, shownCell, type ShownCell, shownSum } from './cells.js';

type Columns<Row> = Readonly<Record<string, Column<Row>>>;

/** What a table shows besides its columns. A view without a list shows every column. */
interface Details<Row, Figures, C extends Columns<Row>> {
  readonly title: Bilingual;
  /** Members of a row in JSON. */
  readonly json?: readonly (keyof C & string)[];
  /** Columns of a file for a spreadsheet. */
  readonly file?: readonly (keyof C & string)[];
  /** Columns on a page and in a terminal. */
  readonly screen?: readonly (keyof C & string)[];
  /** Columns of a PDF with their widths, percent. The last one is money; rows that do not fit are added up in it. */
  readonly paper?: { readonly [N in keyof C]?: number };
  /** Fewer rows, for paper. */
  readonly shorten?: (rows: readonly Row[]) => readonly Row[];
  /** The last row; its first column contains `totalWords`. */
  readonly total: (figures: Figures, rows: readonly Row[]) => { readonly [N in keyof C]?: ReturnType<C[N]['of']> };
  readonly totalWords?: Bilingual;
  /** Sum of rows beyond the listed ones. */
  readonly others?: (figures: Figures) => ParaSum;
}

/**
 * A table of a report. `Figures` are those that its rows are computed from.
 */
export interface ReportTable<Figures> {
  readonly title: Bilingual;
  /** Columns in JSON: name, kind, and the addition to the schema. */
  readonly members: readonly { readonly name: string; readonly kind: Kind; readonly schema: JsonSchema }[];
  readonly json: (figures: Figures) => JsonTable;
  readonly file: (figures: Figures) => FileTable;
  readonly screen: (figures: Figures) => ShownTable;
  readonly paper: (figures: Figures) => ShownTable;
}

/** The rows as JSON: amounts in RSD, quantities as numbers. */
interface JsonTable {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** RSD, of rows beyond the listed ones; absent for a table that lists all. */
  readonly others?: number;
}

/** A Serbian spreadsheet. A text may be from a person, and then needs a guard against formulas. */
interface FileTable {
  readonly heading: readonly string[];
  readonly kinds: readonly Kind[];
  readonly rows: readonly (readonly string[])[];
}

/**
 * A table for people, as plain data. Amounts have the form of receipts: `1.234,50`. The edge that shows it adds the
 * language.
 */
export interface ShownTable {
  readonly title: Bilingual;
  readonly columns: readonly {
    readonly kind: Kind;
    readonly heading: Bilingual;
    /** Aligned right. */
    readonly isNumber: boolean;
    /** Width on paper, percent. */
    readonly share: number;
  }[];
  readonly rows: readonly (readonly ShownCell[])[];
  /** Rows that are not listed, with the sum of the last column. */
  readonly more: MoreRows | null;
  readonly total: readonly ShownCell[];
}

interface MoreRows {
  /** Null where they were not counted. */
  readonly count: number | null;
  readonly sum: string;
}

/** Maximum rows of one table on paper: people do not read more, and a small board draws them quickly. */
const MAX_ROWS = 300;
const NUMBERS: readonly Kind[] = ['count', 'money', 'quantity', 'rate'];
const MONTH: Bilingual = { sr: 'Месец', en: 'Month' };
const TOTAL: Bilingual = { sr: 'Укупно', en: 'Total' };

/**
 * Describes a table once, for JSON, spreadsheets, PDFs, pages and terminals.
 *
 * @example
 *   tableOf((sums: Sums) => sums.summary.byCashier)(
 *     {
 *       cashier: { kind: 'text', words: { sr: 'Касир', en: 'Cashier' }, of: ({ cashier }) => cashier },
 *       turnover: { kind: 'money', words: TURNOVER, of: ({ turnover }) => turnover },
 *     },
 *     { title: BY_CASHIER, total: ({ summary }) => ({ turnover: summary.totals.amount }) },
 *   );
 */
export function tableOf<Figures, Row>(rowsOf: (figures: Figures) => readonly Row[]) {
  return <const C extends Columns<Row>>(columns: C, details: Details<Row, Figures, C>): ReportTable<Figures> => {
    const all = Object.keys(columns);
    const { title, json = all, file = all, screen = all, shorten, total, totalWords = TOTAL, others } = details;
    const paper: Readonly<Record<string, number | undefined>> =
      details.paper ?? Object.fromEntries(all.map((name) => [name, Math.floor(100 / all.length)]));
    const view = (names: readonly string[]): readonly Named<Row>[] =>
      names.flatMap((name) => (columns[name] === undefined ? [] : [{ name, column: columns[name] }]));
    const shown = (figures: Figures, names: readonly string[], rows: readonly Row[], maxRows: number): ShownTable => {
      const visible = view(names);
      const sums: Readonly<Record<string, unknown>> = total(figures, rows);
      const last = visible.at(-1)?.column;
      return {
        title,
        columns: visible.map(({ name, column }) => ({
          kind: column.kind,
          isNumber: NUMBERS.includes(column.kind),
          heading: isMonthly(column, rows) ? MONTH : column.words,
          share: paper[name] ?? 0,
        })),
        rows: rows.slice(0, maxRows).map((row) => visible.map(({ column }) => shownCell(column, row))),
        more: moreRows(
          rows.slice(maxRows).map((row) => (last?.kind === 'money' ? last.of(row) : 0n)),
          others?.(figures),
        ),
        total: visible.map(({ name }, at) => (at === 0 ? totalWords : shownSum(sums[name]))),
      };
    };
    return {
      title,
      members: view(json).map(({ name, column: { kind, schema = {} } }) => ({ name, kind, schema })),
      json: (figures) => ({
        rows: rowsOf(figures).map((row) =>
          Object.fromEntries(view(json).flatMap(({ name, column }) => jsonMembers(name, column, row))),
        ),
        ...(others !== undefined && { others: sumToRsd(others(figures)) }),
      }),
      file: (figures) => {
        const visible = view(file);
        const rest = others?.(figures) ?? 0n;
        const restRow = visible.map((_, at) =>
          at === 0 ? 'остало' : at === visible.length - 1 ? formatSum(rest) : '',
        );
        return {
          heading: visible.map(({ column: { words, inFile = words.sr.toLowerCase() } }) => inFile),
          kinds: visible.map(({ column }) => column.kind),
          rows: [
            ...rowsOf(figures).map((row) => visible.map(({ column }) => fileCell(column, row))),
            ...(rest === 0n ? [] : [restRow]),
          ],
        };
      },
      screen: (figures) => shown(figures, screen, rowsOf(figures), Number.MAX_SAFE_INTEGER),
      paper: (figures) => {
        const rows = rowsOf(figures);
        return shown(figures, Object.keys(paper), shorten?.(rows) ?? rows, MAX_ROWS);
      },
    };
  };
}

interface Named<Row> {
  readonly name: string;
  readonly column: Column<Row>;
}

/** The sum of rows that are not listed; `others` were never counted row by row. */
function moreRows(rest: readonly ParaSum[], others: ParaSum = 0n): MoreRows | null {
  if (rest.length === 0 && others === 0n) return null;
  const sum = rest.reduce((all, amount) => all + amount, others);
  return { count: others === 0n ? rest.length : null, sum: formatSum(sum) };
}

function isMonthly<Row>(column: Column<Row>, rows: readonly Row[]): boolean {
  return column.kind === 'date' && rows.some((row) => column.of(row) < 1_000_000);
}
