import { type Bilingual, localTime, oneLine, said } from '../../../base/index.js';
import { paymentName, PAYMENTS } from '../../../contract/index.js';
import { fitted } from '../sheet/columns.js';
import { replaceMissingGlyphs } from '../sheet/glyphs.js';
import { type Block, type Column, PAGES, type Pair, type Sheet } from '../sheet/sheet.js';
import type { ReportRows, TurnoverReport } from './report.js';

/** Texts of a printed report. */
const REPORT = {
  title: { sr: 'Извештај о промету', en: 'Turnover report' },
  shop: { sr: 'Продавац', en: 'Seller' },
  tin: { sr: 'ПИБ: {tin}', en: 'PIB: {tin}' },
  period: { sr: 'Период', en: 'Period' },
  span: { sr: '{from} – {to}', en: '{from} – {to}' },
  madeAt: { sr: 'Састављен: {time}', en: 'Made: {time}' },
  sandbox: { sr: 'ПРОБНО ОКРУЖЕЊЕ: РАЧУНИ НИСУ ФИСКАЛНИ', en: 'SANDBOX: RECEIPTS ARE NOT FISCAL' },
  turnover: { sr: 'Промет', en: 'Turnover' },
  receipts: { sr: 'Рачуна', en: 'Receipts' },
  refunds: { sr: 'Рефундација', en: 'Refunds' },
  refunded: { sr: 'Враћено купцима', en: 'Returned to buyers' },
  closedAdvances: { sr: 'Затворени аванси ({count})', en: 'Advances closed ({count})' },
  day: { sr: 'Дан', en: 'Day' },
  month: { sr: 'Месец', en: 'Month' },
  label: { sr: 'Пореска ознака', en: 'Tax label' },
  rate: { sr: 'Стопа', en: 'Rate' },
  payment: { sr: 'Начин плаћања', en: 'Payment' },
  amount: { sr: 'Износ', en: 'Amount' },
  cashier: { sr: 'Касир', en: 'Cashier' },
  tax: { sr: 'Порез', en: 'Tax' },
  totalTax: { sr: 'Укупан износ пореза', en: 'Total tax' },
  item: { sr: 'Артикал', en: 'Item' },
  advance: { sr: 'Аванс', en: 'Advance' },
  unit: { sr: 'Ј. м.', en: 'Unit' },
  quantity: { sr: 'Количина', en: 'Quantity' },
  total: { sr: 'Укупно', en: 'Total' },
  nothing: { sr: 'У овом периоду нема промета.', en: 'There is no turnover in this period.' },
  more: { sr: 'Осталих: {count}', en: 'Others: {count}' },
  others: { sr: 'Остали', en: 'Others' },
  tooMany: {
    sr: 'Период има {receipts} рачуна; артикли се сабирају до {most}. Изаберите краћи период.',
    en: 'The period has {receipts} receipts; items are added up for at most {most}. Choose a shorter period.',
  },
  rule: {
    sr: 'Рачунају се издати рачуни промета и аванса; рефундације се одузимају, а број рачуна их обухвата. Предрачуни, копије и обука се не рачунају. Сви износи су у динарима (RSD).',
    en: 'Normal and advance receipts count, refunds are subtracted, and are in the number of receipts. Pro-forma, copies and training do not count. All amounts are in dinars (RSD).',
  },
} as const satisfies Readonly<Record<string, Bilingual>>;

/** Width between the margins, mm. */
const WIDTH = PAGES.a4.width - 2 * PAGES.a4.margin;

type Cells = readonly string[];
type Say = (text: Bilingual, values?: Readonly<Record<string, string | number>>) => string;

/** The sheet of a report. */
export function describeReport(report: TurnoverReport): Sheet {
  const { language, madeAt, totals, environment } = report;
  const say: Say = (text, values) => said(text, language, values);
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
  const { totals, days, payments, labels, cashiers, taxes, items } = report;
  if (totals.invoices + totals.refunds === 0) return [{ kind: 'note', text: say(REPORT.nothing) }];
  const number = (head: Bilingual, share: number): Column => ({ head: say(head), share, align: 'right' });
  const text = (head: Bilingual, share: number): Column => ({ head: say(head), share, align: 'left' });
  const whole = money(totals.turnover);
  const table = <Row>(
    columns: readonly Column[],
    { rows, more }: ReportRows<Row>,
    cellsOf: (row: Row) => Cells,
    foot: Cells | null,
  ): Block => {
    const body = rows.map((row) => cellsOf(row).map(tidy));
    const others = more && (more.count === null ? say(REPORT.others) : say(REPORT.more, { count: more.count }));
    const blanks = Array<string>(columns.length - 2).fill('');
    if (more !== null) body.push([others ?? '', ...blanks, money(more.turnover)]);
    return fitted({ kind: 'table', columns, rows: body, foot }, WIDTH);
  };
  return [
    table(
      [
        text(days.isMonthly ? REPORT.month : REPORT.day, 24),
        number(REPORT.receipts, 14),
        number(REPORT.refunds, 16),
        number(REPORT.refunded, 23),
        number(REPORT.turnover, 23),
      ],
      days,
      (row) => [
        days.isMonthly ? monthOf(row.day) : dayOf(row.day),
        String(row.invoices),
        String(row.refunds),
        money(row.refunded),
        money(row.turnover),
      ],
      [say(REPORT.total), String(totals.invoices), String(totals.refunds), money(totals.refunded), whole],
    ),
    table(
      [text(REPORT.payment, 70), number(REPORT.amount, 30)],
      payments,
      ({ paymentType, turnover }) => [
        say({ sr: paymentName(paymentType), en: PAYMENTS[paymentType].name.en }),
        money(turnover),
      ],
      [say(REPORT.total), whole],
    ),
    table(
      [text(REPORT.label, 50), number(REPORT.rate, 20), number(REPORT.turnover, 30)],
      labels,
      ({ label, name, rate, turnover }) => [
        name === null ? label : `${label} ${name}`,
        rate === null ? '' : money(rate),
        money(turnover),
      ],
      [say(REPORT.total), '', whole],
    ),
    table(
      [text(REPORT.cashier, 56), number(REPORT.receipts, 14), number(REPORT.turnover, 30)],
      cashiers,
      ({ cashier, invoices, turnover }) => [cashier, String(invoices), money(turnover)],
      [say(REPORT.total), String(totals.invoices), whole],
    ),
    ...(taxes === null
      ? []
      : [
          table(
            [text(REPORT.label, 36), number(REPORT.rate, 16), number(REPORT.turnover, 24), number(REPORT.tax, 24)],
            taxes,
            ({ label, name, rate, turnover, tax }) => [`${label} ${name}`, money(rate), money(turnover), money(tax)],
            [say(REPORT.totalTax), '', '', money(taxes.total)],
          ),
        ]),
    'receipts' in items
      ? { kind: 'note', text: say(REPORT.tooMany, { receipts: items.receipts, most: items.most }) }
      : table(
          [
            text(REPORT.item, 50),
            text(REPORT.unit, 8),
            { ...text(REPORT.label, 8), head: '' },
            number(REPORT.quantity, 14),
            number(REPORT.turnover, 20),
          ],
          items,
          ({ name, unit, label, isAdvance, quantity, turnover }) => [
            isAdvance ? say(REPORT.advance) : name,
            unit,
            label,
            money(quantity),
            money(turnover),
          ],
          [say(REPORT.total), '', '', '', whole],
        ),
  ];
}

/** Serbian `1.234,50`, English `1,234.50`. */
function inLanguage({ language }: Pick<TurnoverReport, 'language'>, number: string): string {
  if (language !== 'en') return number;
  return number.replace(/[.,]/g, (mark) => (mark === '.' ? ',' : '.'));
}

function dayOf(date: string): string {
  return `${Number(date.slice(8, 10))}.${Number(date.slice(5, 7))}.${date.slice(0, 4)}.`;
}

function monthOf(month: string): string {
  return `${Number(month.slice(5, 7))}.${month.slice(0, 4)}.`;
}

/** Replaces characters that cannot be drawn. */
function tidy(text: string): string {
  return replaceMissingGlyphs(oneLine(text)).trim();
}
