import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BASE_PATH } from '../../src/interfaces/api/router.js';
import { nodeDisk } from '../../src/base/nodeDisk.js';
import { silentLog } from '../../src/base/log.js';
import { dayText } from '../../src/base/time.js';
import { type InvoiceRow, invoiceRow } from '../../src/platform/ledger/invoice.js';
import { Ledger } from '../../src/platform/ledger/ledger.js';
import { decodeRecord } from '../../src/platform/ledger/record.js';
import { DATA_START } from '../../src/platform/ledger/segment.js';
import { loadSql } from '../../src/platform/ledger/views/sql.js';
import type { Period } from '../../src/platform/ledger/views/turnover.js';
import { Sums } from '../../src/shop/reports/reports.js';
import type { Bench } from './bench.js';
import { SHOP_ENVIRONMENT } from '../history/merchant.js';
import { Customer } from './customer.js';
import { count, digits, judged, median, ms, quantile, type Row } from './figures.js';
import { copyOf, type History, historyOf } from './history.js';
import { Service } from './service.js';

type Summary = Sums['summary'];

const REACH = { times: 150, ms: 15 };
const YEAR_DAYS = 365;
const ROUNDS = 3;
/** Summaries by turns with one scan. */
const SUMMARIES = 40;
/** Below the limit of a key. */
const REQUESTS = 100;

/** The summary of a whole year from daily rows, against reading all of its receipts. */
export async function reportRows(bench: Bench): Promise<Row[]> {
  const say = (line: string): void => bench.say(line);
  const year = await historyOf(bench.size({ full: 1_000_000, quick: 100_000 }), say, YEAR_DAYS);
  return [await inProcess(year, say), await overHttps(bench, year)];
}

async function inProcess(year: History, say: (line: string) => void): Promise<Row> {
  const period: Period = { environment: SHOP_ENVIRONMENT, from: year.from, to: year.to };
  const options = { disk: nodeDisk, folder: year.folder, now: Date.now, log: silentLog, version: 'bench' };
  const ledger = await Ledger.open({ ...options, sql: await loadSql(), readOnly: true });
  const took: { readonly summary: number[]; readonly scan: number[] } = { summary: [], scan: [] };
  for (let round = 1; round <= ROUNDS; round += 1) {
    say(`a year of ${count(year.size)} receipts, round ${round} of ${ROUNDS}`);
    let summary = timed(took.summary, () => new Sums(ledger, period, []).summary);
    for (let i = 1; i < SUMMARIES; i += 1) summary = timed(took.summary, () => new Sums(ledger, period, []).summary);
    const scanned = timed(took.scan, () => scan(join(year.folder, 'log'), period));
    if (String(figuresOf(summary)) !== String(scanned)) throw new Error('the summary is not what the scan found');
  }
  await ledger.close();
  const [first = NaN] = took.summary;
  const [reached, against] = [median(took.summary), median(took.scan)];
  return {
    what: `summary of a year, ${count(year.size)} receipts`,
    reach: `≥ ${REACH.times} × faster than the scan, ≤ ${REACH.ms} ms`,
    reached: judged(
      `${ms(reached)} (${count(against / reached)} ×)`,
      reached <= REACH.ms && against / reached >= REACH.times,
    ),
    bare: `${ms(against)}, scan`,
    note: [
      `median of ${took.summary.length}, p99 ${ms(quantile(took.summary, 0.99))}, the first ${ms(first)}`,
      'the scan reads every record of the log with its check sum and adds up its index row, bodies left deflated',
    ].join('; '),
  };
}

function timed<T>(took: number[], work: () => T): T {
  const started = performance.now();
  const result = work();
  took.push(performance.now() - started);
  return result;
}

/** What the scan and the summary must agree on: invoices, turnover, and the sums by label, payment and cashier. */
type Figures = readonly (readonly [name: string, amount: bigint])[];

function figuresOf({ totals, byTaxLabel, byPaymentType, byCashier }: Summary): Figures {
  return inOrder([
    ['invoices', BigInt(totals.invoices)],
    ['turnover', totals.amount],
    ...byTaxLabel.map(({ label, turnover }) => [`label ${label}`, turnover] as const),
    ...byPaymentType.map(({ paymentType, amount }) => [`payment ${paymentType}`, amount] as const),
    ...byCashier.map(({ cashier, turnover }) => [`cashier ${cashier}`, turnover] as const),
  ]);
}

function inOrder(figures: Figures): Figures {
  return figures.toSorted(([a], [b]) => (a < b ? -1 : 1));
}

/** A report as a box without daily rows would make it. */
function scan(folder: string, period: Period): Figures {
  const sums = new Map<string, number>();
  const add = (name: string, amount: number): Map<string, number> => sums.set(name, (sums.get(name) ?? 0) + amount);
  for (const name of readdirSync(folder)) {
    for (const row of rowsOf(readFileSync(join(folder, name)), Number.parseInt(name, 10))) {
      if (!counts(row, period)) continue;
      const sign = row.transactionType === 'Refund' ? -1 : 1;
      add('invoices', 1);
      add('turnover', sign * row.total);
      add(`cashier ${row.cashier}`, sign * row.total);
      for (const { label, amount } of row.labels) add(`label ${label}`, sign * amount);
      for (const { paymentType, amount } of row.payments) add(`payment ${paymentType}`, sign * amount);
    }
  }
  return inOrder(Array.from(sums, ([name, amount]) => [name, BigInt(amount)] as const));
}

function* rowsOf(segment: Buffer, number: number): Generator<InvoiceRow> {
  for (let at = DATA_START; ;) {
    const record = decodeRecord(segment, at, number);
    if (record === undefined) return;
    if (record.head.type === 'result') yield invoiceRow.read(record.row, { position: 0 });
    at += record.length;
  }
}

function counts({ environment, day, invoiceType }: InvoiceRow, period: Period): boolean {
  const isTurnover = invoiceType === 'Normal' || invoiceType === 'Advance';
  return isTurnover && environment === period.environment && period.from <= day && day <= period.to;
}

async function overHttps(bench: Bench, year: History): Promise<Row> {
  bench.say('the same over HTTPS');
  const service = await Service.start(copyOf(year, bench.folder()));
  const customer = new Customer();
  try {
    const query = `from=${dayText(year.from)}&to=${dayText(year.to)}`;
    const ask = (path: string): Promise<number[]> => {
      const asked = { method: 'GET', path: BASE_PATH + path, key: year.keys[0] ?? '' } as const;
      return customer.ask({ port: service.port, ca: service.ca, asked: Array.from({ length: REQUESTS }, () => asked) });
    };
    const [took, floor] = [await ask(`/reports/summary?${query}`), await ask('/tax-labels')];
    return {
      what: 'its answer over HTTPS',
      reach: '',
      reached: ms(median(took)),
      bare: `${ms(median(floor))}, GET /tax-labels`,
      note: `median of ${REQUESTS}, p90 ${ms(quantile(took, 0.9))}, the first ${digits(took[0] ?? NaN)} ms`,
    };
  } finally {
    customer.end();
    await service.stop();
  }
}
