import type { IssuedInvoice } from '../../src/platform/ledger/invoice.js';
import type { PrinterSetting } from '../../src/shop/settings/printers.js';
import { TestBox } from '../kit/box.js';
import { FakePrinter } from '../kit/printer/core.js';
import { PtyFront } from '../kit/printer/fronts/pty.js';
import { TcpFront } from '../kit/printer/fronts/tcp.js';
import type { Bench } from './bench.js';
import { judged, median, ms, quantile, type Row } from './figures.js';
import { Shop } from './shop.js';

const REACH = 30;
/** Slips that warm up and are not counted. */
const WARM_UP = 10;
/** Of one key in a minute. */
const CALLS_OF_A_KEY = 50;
/** ESC @, with which a slip begins. */
const [ESC, AT] = [0x1b, 0x40];

/** A printer that answers everything, behind one kind of cable. */
interface Cabled {
  readonly printer: FakePrinter;
  readonly address: string;
  readonly stop: () => Promise<void>;
}

const CABLES: Readonly<Record<string, () => Promise<Cabled>>> = {
  'a pty': async () => {
    const printer = new FakePrinter();
    const front = await PtyFront.start(printer);
    return { printer, address: `serial://${front.path}`, stop: () => front.stop() };
  },
  TCP: async () => {
    const printer = new FakePrinter();
    const front = await TcpFront.start(printer);
    return { printer, address: `tcp://127.0.0.1:${front.port}`, stop: () => front.stop() };
  },
};

/**
 * From the moment at which the ledger says that a receipt is durable to that at which the first byte of its slip is at the
 * printer, the questions to the printer before it not counted as bytes, but their time. The way is open, as it is for
 * all but the first slip after a rest. Box and printer share one process.
 */
export async function firstByteRows(bench: Bench): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [kind, lay] of Object.entries(CABLES)) {
    bench.say(`the first byte on ${kind}`);
    const cable = await lay();
    try {
      rows.push(rowOf(kind, await waits(bench, cable)));
    } finally {
      await cable.stop();
    }
  }
  return rows;
}

async function waits(bench: Bench, { printer, address }: Cabled): Promise<number[]> {
  const setting: PrinterSetting = { name: 'kasa', address, width: 80, dpi: 203, mode: 'raster', autoPrint: true };
  const took: number[] = [];
  const slips = WARM_UP + bench.size({ full: 200, quick: 40 });
  const shop = new Shop(7);
  await TestBox.during(
    async (box) => {
      await box.set('printers', [setting]);
      const recorded = notingRecords(box);
      let client = await box.client();
      for (let slip = 1; slip <= slips; slip += 1) {
        if (slip % CALLS_OF_A_KEY === 0) client = await box.client();
        const begun = firstByte(printer);
        const ended = printed(box, slip);
        await client.post('/invoices', shop.next());
        const wait = (await begun) - recorded.at;
        if (slip > WARM_UP) took.push(wait);
        await ended;
      }
    },
    { folder: bench.folder() },
  );
  return took;
}

/** When the last receipt was durable. */
function notingRecords({ parts: { ledger } }: TestBox): { at: number } {
  const noted = { at: NaN };
  const issue = ledger.issue.bind(ledger);
  ledger.issue = async (invoice: IssuedInvoice, jobs) => {
    const recorded = await issue(invoice, jobs);
    noted.at = performance.now();
    return recorded;
  };
  return noted;
}

/** When the next slip begins to come in. */
export function firstByte(printer: FakePrinter): Promise<number> {
  return new Promise((resolve) => {
    const take = printer.take.bind(printer);
    printer.take = (bytes) => {
      if (bytes[0] === ESC && bytes[1] === AT) {
        printer.take = take;
        resolve(performance.now());
      }
      return take(bytes);
    };
  });
}

/** Resolves when so many jobs have ended. */
async function printed({ parts }: TestBox, jobs: number): Promise<void> {
  while (parts.printing.job(jobs)?.state !== 'printed') await new Promise((soon) => setTimeout(soon, 2));
}

function rowOf(kind: string, took: readonly number[]): Row {
  const reached = median(took);
  return {
    what: `first byte of a slip on ${kind} after its receipt is recorded`,
    reach: `median ≤ ${REACH} ms`,
    reached: judged(ms(reached), reached <= REACH),
    bare: '',
    note: `${took.length} slips of 1 to 8 lines, raster 80 mm; p99 ${ms(quantile(took, 0.99))}`,
  };
}
