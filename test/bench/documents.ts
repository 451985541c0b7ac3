import { nodeDisk } from '../../src/base/nodeDisk.js';
import { validateShape } from '../../src/sales/invoicing/draft/validate.js';
import { BASE_PATH } from '../../src/interfaces/api/router.js';
import { describeSheet } from '../../src/paper/documents/sheet/describe.js';
import { drawHtml } from '../../src/paper/documents/sheet/html.js';
import { draft } from '../paper/journal/drafts.js';
import { goods, issued } from '../paper/journal/invoices.js';
import type { Bench } from './bench.js';
import { Customer, type Asked } from './customer.js';
import { count, judged, median, ms, quantile, type Row, times } from './figures.js';
import { copyOf, historyOf } from './history.js';
import { Deps } from './parts.js';
import { Service } from './service.js';
import { Shop } from './shop.js';

const HISTORY = 1000;
const PDFS = 200;
/** PDFs before memory is first read, and before times are taken. */
const WARM_UP = { memory: 100, times: 10 } as const;
/** A pause before memory is read, so that what is idle work has been done, ms. */
const PAUSE = 3000;
/** Sales in a block; blocks with and without drawing take turns. */
const BLOCK = 100;

/** A box whose receipts are drawn, and two customers: who buys, and who wants documents. */
class Counter {
  readonly buyer = new Customer();
  readonly reader = new Customer();
  private readonly shop = new Shop(HISTORY + 1);
  private asked = 0;

  constructor(
    readonly service: Service,
    private readonly keys: readonly string[],
  ) {}

  private get key(): string {
    this.asked += 1;
    return this.keys[this.asked % this.keys.length] ?? '';
  }

  /** How long each took, ms. */
  private ask(customer: Customer, asked: readonly Asked[]): Promise<number[]> {
    return customer.ask({ port: this.service.port, ca: this.service.ca, asked });
  }

  read(uuids: readonly string[], what: string): Promise<number[]> {
    const asked = uuids.map((uuid): Asked => ({
      method: 'GET',
      path: `${BASE_PATH}/invoices/${uuid}/${what}`,
      key: this.key,
    }));
    return this.ask(this.reader, asked);
  }

  sell(sales: number): Promise<number[]> {
    const asked = Array.from({ length: sales }, (): Asked => ({
      method: 'POST',
      path: `${BASE_PATH}/invoices`,
      key: this.key,
      body: JSON.stringify(this.shop.next()),
    }));
    return this.ask(this.buyer, asked);
  }

  async end(): Promise<void> {
    this.buyer.end();
    this.reader.end();
    await this.service.stop();
  }
}

/** The sheet, the PDF, what drawing costs the serving process, and what it costs a sale. */
export async function documentRows(bench: Bench): Promise<Row[]> {
  const history = await historyOf(HISTORY, (line) => bench.say(line));
  const folder = copyOf(history, bench.folder());
  const long = await sellLong(folder, WARM_UP.times + bench.size({ full: 60, quick: 20 }));
  const counter = new Counter(await Service.start(folder), history.keys);
  // Each receipt is drawn once, so that none comes from the cache.
  const uuids = [...history.uuids];
  try {
    return [
      htmlRow(bench),
      await pdfRow(bench, counter, long),
      await memoryRow(bench, counter, uuids.splice(0, WARM_UP.memory), uuids.splice(0, PDFS)),
      await saleRow(bench, counter, uuids),
    ];
  } finally {
    await counter.end();
  }
}

const LINES = 20;

/** Receipts of 20 lines, made before the box runs; their uuids. */
async function sellLong(folder: string, receipts: number): Promise<string[]> {
  const deps = await Deps.open({ disk: nodeDisk, folder });
  const uuids: string[] = [];
  for (let receipt = 0; receipt < receipts; receipt += 1) {
    const items = goods(LINES).map(({ name, label }) => ({ name, quantity: 2, unitPrice: 150 + receipt, label }));
    const shaped = validateShape({ items });
    if (!shaped.ok) throw new Error(shaped.error.message);
    uuids.push((await deps.issue(shaped.value)).uuid);
  }
  await deps.close();
  return uuids;
}

function htmlRow(bench: Bench): Row {
  bench.say('HTML sheets');
  const invoice = issued(draft('Normal', 'Sale', goods(LINES)), { internalBytes: 512 });
  const took: number[] = [];
  let bytes = 0;
  for (let round = 0; round < 110; round += 1) {
    const started = performance.now();
    bytes = Buffer.byteLength(drawHtml(describeSheet(invoice, 'a4'), { base: '', print: true }).html);
    if (round >= 10) took.push(performance.now() - started);
  }
  const kilobytes = bytes / 1000;
  return {
    what: `HTML sheet, A4, ${LINES} lines, longest link`,
    reach: '≤ 10 ms, ≤ 60 KB',
    reached: judged(`${ms(median(took))}, ${kilobytes.toFixed(1)} KB`, median(took) <= 10 && kilobytes <= 60),
    bare: '',
    note: `in the process; p99 ${ms(quantile(took, 0.99))}; fonts not counted`,
  };
}

async function pdfRow(bench: Bench, counter: Counter, uuids: readonly string[]): Promise<Row> {
  bench.say('PDFs, warm');
  const pdfs: number[] = [];
  const sheets: number[] = [];
  await counter.read(uuids.slice(0, WARM_UP.times), 'document?format=pdf');
  for (const uuid of uuids.slice(WARM_UP.times)) {
    sheets.push(...(await counter.read([uuid], 'document')));
    pdfs.push(...(await counter.read([uuid], 'document?format=pdf')));
  }
  return {
    what: `A4 PDF of ${LINES} lines over HTTPS, warm, median`,
    reach: '≤ 500 ms',
    reached: judged(ms(median(pdfs)), median(pdfs) <= 500),
    bare: `${ms(median(sheets))}, the same as HTML`,
    note: `${pdfs.length} receipts, p95 ${ms(quantile(pdfs, 0.95))}`,
  };
}

async function memoryRow(
  bench: Bench,
  counter: Counter,
  first: readonly string[],
  then: readonly string[],
): Promise<Row> {
  bench.say(`memory of the serving process after ${then.length} PDFs`);
  const settled = async (): Promise<number> => {
    counter.service.collect();
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    return counter.service.rss / 1e6;
  };
  await counter.read(first, 'document?format=pdf');
  const before = await settled();
  // The same number of requests without a drawing shows what any request leaves in memory.
  await counter.read(then, 'journal');
  const others = await settled();
  await counter.read(then, 'document?format=pdf');
  const full = counter.service.rss / 1e6;
  const after = await settled();
  return {
    what: `growth of the serving process after ${then.length} PDFs`,
    reach: '≤ 5 MB',
    reached: judged(`${(after - others).toFixed(1)} MB`, after - others <= 5),
    bare: `${(others - before).toFixed(1)} MB, as many journals`,
    note: `RSS ${before.toFixed(0)}, ${others.toFixed(0)}, ${after.toFixed(0)} MB, each with its garbage collected, after ${first.length} PDFs to warm up; ${full.toFixed(0)} MB with garbage`,
  };
}

async function saleRow(bench: Bench, counter: Counter, uuids: string[]): Promise<Row> {
  const idle: number[] = [];
  const busy: number[] = [];
  const rounds = bench.size({ full: 10, quick: 3 });
  let drawn = 0;
  await counter.sell(BLOCK);
  for (let round = 1; round <= rounds; round += 1) {
    bench.say(`sales while PDFs are drawn, round ${round} of ${rounds}`);
    idle.push(...(await counter.sell(BLOCK)));
    let selling = true;
    const draw = async (): Promise<void> => {
      for (let uuid = uuids.pop(); selling && uuid !== undefined; uuid = uuids.pop()) {
        await counter.read([uuid], 'document?format=pdf');
        drawn += 1;
      }
    };
    const drawing = draw();
    busy.push(...(await counter.sell(BLOCK)));
    selling = false;
    await drawing;
  }
  const [bare, reached] = [quantile(idle, 0.99), quantile(busy, 0.99)];
  return {
    what: '`POST /invoices`, p99, while PDFs are drawn one after another, against idle',
    reach: '≤ 2 ×',
    reached: judged(`${times(reached / bare)} (${ms(reached)})`, reached / bare <= 2),
    bare: ms(bare),
    note: `${count(busy.length)} sales each, ${drawn} PDFs; medians ${ms(median(busy))} and ${ms(median(idle))}`,
  };
}
