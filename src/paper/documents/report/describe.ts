import {
  type Bilingual,
  englishNumber,
  exactDecimal,
  type Language,
  localTime,
  oneLine,
  translate,
  type UtcMs,
} from '../../../base/index.js';
import { type Kind, quantityText, type ShownCell, type ShownTable } from '../../../shop/reports/index.js';
import { rateOnPaper } from '../../journal/index.js';
import { fitted } from '../sheet/columns.js';
import { replaceMissingGlyphs } from '../sheet/glyphs.js';
import { type Block, type Column, PAGES, type Pair, type Sheet } from '../sheet/sheet.js';
import type { Company, Environment } from '../../../contract/index.js';

/** Turnover of a period for printing, as plain data. Amounts are formatted as on receipts: `1.234,50`. */
export interface TurnoverReport {
  readonly language: Language;
  /** Company of the shop. */
  readonly company: Company;
  readonly environment: Environment;
  /** `2026-11-23`, both days included. */
  readonly from: string;
  readonly to: string;
  readonly madeAt: UtcMs;
  readonly totals: {
    readonly invoices: number;
    readonly turnover: string;
    /** Refunds that returned money to a buyer, and the amount. */
    readonly refunds: number;
    readonly refunded: string;
    /** Refunds that only close an advance; they are not counted in `refunds` and `refunded`. */
    readonly closedAdvances: { readonly count: number; readonly amount: string };
  };
  readonly tables: readonly ShownTable[];
  /** Where items and taxes were not added up, since the period has too many receipts. */
  readonly tooMany: { readonly receipts: number; readonly most: number } | null;
}

/** Texts of a printed report. */
const REPORT = {
  title: { sr: 'Извештај о промету', en: 'Turnover report' },
  shop: { sr: 'Продавац', en: 'Seller' },
  tin: { sr: 'ПИБ: {tin}', en: 'TIN: {tin}' },
  period: { sr: 'Период', en: 'Period' },
  span: { sr: '{from} – {to}', en: '{from} – {to}' },
  madeAt: { sr: 'Састављен: {time}', en: 'Created: {time}' },
  sandbox: { sr: 'ПРОБНО ОКРУЖЕЊЕ: РАЧУНИ НИСУ ФИСКАЛНИ', en: 'SANDBOX: RECEIPTS ARE NOT FISCAL' },
  turnover: { sr: 'Промет', en: 'Turnover' },
  receipts: { sr: 'Рачуна', en: 'Receipts' },
  refunds: { sr: 'Рефундација', en: 'Refunds' },
  refunded: { sr: 'Враћено купцима', en: 'Returned to buyers' },
  closedAdvances: { sr: 'Затворени аванси ({count})', en: 'Advances closed ({count})' },
  nothing: { sr: 'У овом периоду нема промета.', en: 'There is no turnover in this period.' },
  more: { sr: 'Осталих: {count}', en: 'Others: {count}' },
  others: { sr: 'Остали', en: 'Others' },
  tooMany: {
    sr: 'Период има {receipts} рачуна; артикли се сабирају до {most}. Изаберите краћи период.',
    en: 'The period has {receipts} receipts; items are added up for {most} at most. Choose a shorter period.',
  },
  rule: {
    sr: 'Рачунају се издати рачуни промета и аванса; рефундације се одузимају, а број рачуна их обухвата. Предрачуни, копије и обука се не рачунају. Сви износи су у динарима (RSD).',
    en: 'Normal and advance receipts are counted; refunds are subtracted, but are included in the number of receipts. Pro-forma invoices, copies and training receipts are not counted. All amounts are in dinars (RSD).',
  },
} as const satisfies Readonly<Record<string, Bilingual>>;

/** Width between the margins, mm. */
const WIDTH = PAGES.a4.width - 2 * PAGES.a4.margin;

type Cells = readonly string[];
type Say = (text: Bilingual, values?: Readonly<Record<string, string | number>>) => string;

/** The sheet of a report. */
export function describeReport(report: TurnoverReport): Sheet {
  const { language, madeAt, totals, environment } = report;
  const say: Say = (text, values) => translate(text, language, values);
  const money = (amount: string): string => inLanguage(report, amount);
  const blocks: Block[] = [
    ...(environment === 'sandbox' ? [{ kind: 'banner', text: say(REPORT.sandbox) } as const] : []),
    headOf(report, say),
    { kind: 'heading', above: madeAtOf(report, say), title: say(REPORT.title) },
    {
      kind: 'facts',
      rows: [
        { caption: say(REPORT.receipts), value: String(totals.invoices) },
        { caption: say(REPORT.refunds), value: String(totals.refunds) },
        { caption: say(REPORT.refunded), value: money(totals.refunded) },
        ...closedFacts(totals.closedAdvances, say, money),
      ],
    },
    { kind: 'amount', caption: say(REPORT.turnover), amount: `${money(totals.turnover)} RSD` },
    ...tablesOf(report, say, money),
    { kind: 'note', text: say(REPORT.rule) },
  ];
  const title = `${say(REPORT.title)} ${report.from} - ${report.to}`;
  const foot = [title, tidy(report.company.name)].join(' · ');
  return { paper: 'a4', language, title, time: madeAt, foot, blocks };
}

/** Omitted for shops without advances. */
function closedFacts(
  { count, amount }: TurnoverReport['totals']['closedAdvances'],
  say: Say,
  money: (amount: string) => string,
): readonly { readonly caption: string; readonly value: string }[] {
  return count === 0 ? [] : [{ caption: say(REPORT.closedAdvances, { count }), value: money(amount) }];
}

/** The shop, and the days of the report. */
function headOf({ company, from, to }: TurnoverReport, say: Say): Pair {
  const { name, tin, location, address, district } = company;
  const days = from === to ? dayOf(from) : say(REPORT.span, { from: dayOf(from), to: dayOf(to) });
  return {
    kind: 'pair',
    left: {
      kind: 'party',
      caption: say(REPORT.shop),
      rows: [name, say(REPORT.tin, { tin }), location, address, district].map(tidy),
    },
    right: { kind: 'party', caption: say(REPORT.period), rows: [days] },
    share: 58,
  };
}

function madeAtOf({ madeAt }: TurnoverReport, say: Say): string {
  const time = localTime(madeAt);
  return say(REPORT.madeAt, { time: `${dayOf(time)} ${time.slice(11, 16)}` });
}

function tablesOf(report: TurnoverReport, say: Say, money: (amount: string) => string): Block[] {
  const { totals, tables, tooMany } = report;
  if (totals.invoices + totals.refunds === 0) return [{ kind: 'note', text: say(REPORT.nothing) }];
  return [
    ...tables.map((table) => tableOf(table, say, money)),
    ...(tooMany === null ? [] : [{ kind: 'note', text: say(REPORT.tooMany, tooMany) } as const]),
  ];
}

function tableOf({ columns, rows, more, total }: ShownTable, say: Say, money: (amount: string) => string): Block {
  const cellsOf = (cells: readonly ShownCell[]): Cells =>
    cells.map((cell, at) => tidy(cellText(columns[at]?.kind ?? 'text', cell, say, money)));
  const body = rows.map(cellsOf);
  if (more !== null) {
    const others = more.count === null ? say(REPORT.others) : say(REPORT.more, { count: more.count });
    body.push([others, ...Array<string>(columns.length - 2).fill(''), money(more.sum)]);
  }
  const heads = columns.map(({ heading, share, isNumber }): Column => {
    return { head: say(heading), share, align: isNumber ? 'right' : 'left' };
  });
  return fitted({ kind: 'table', columns: heads, rows: body, foot: cellsOf(total) }, WIDTH);
}

function cellText(kind: Kind, cell: ShownCell, say: Say, money: (amount: string) => string): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'string') {
    if (kind === 'money') return money(cell);
    return kind === 'date' ? dayOrMonth(cell) : cell;
  }
  if ('sr' in cell) return say(cell);
  if ('rate' in cell) return money(rateOnPaper(cell));
  if ('quantity' in cell) return money(quantityText(exactDecimal(cell.quantity, 3)));
  return cell.name === null ? cell.label : `${cell.label} ${cell.name}`;
}

/** Serbian `1.234,50`, English `1,234.50`. */
function inLanguage({ language }: Pick<TurnoverReport, 'language'>, number: string): string {
  return language === 'en' ? englishNumber(number) : number;
}

function dayOf(date: string): string {
  return `${Number(date.slice(8, 10))}.${Number(date.slice(5, 7))}.${date.slice(0, 4)}.`;
}

/** `23.11.2026.`, or a month as `11.2026.` */
function dayOrMonth(date: string): string {
  return date.length > 7 ? dayOf(date) : `${Number(date.slice(5, 7))}.${date.slice(0, 4)}.`;
}

/** Replaces characters that cannot be drawn. */
function tidy(text: string): string {
  return replaceMissingGlyphs(oneLine(text)).trim();
}
