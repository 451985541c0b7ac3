import { english } from '../../src/base/index.js';
import { spawnSync } from 'node:child_process';
import { BASE_PATH } from '../../src/interfaces/api/router.js';
import { nodeDisk } from '../../src/base/nodeDisk.js';
import type { PrinterSetting } from '../../src/shop/settings/printers.js';
import { FakePrinter } from '../kit/printer/core.js';
import type { PrinterEnd } from '../kit/printer/fronts/device.js';
import { PtyFront } from '../kit/printer/fronts/pty.js';
import { TcpFront } from '../kit/printer/fronts/tcp.js';
import { freePort } from '../kit/port.js';
import type { Bench } from './bench.js';
import { Customer } from './customer.js';
import { judged, median, ms, quantile, type Row, times } from './figures.js';
import { copyOf, type History, historyOf } from './history.js';
import { Deps } from './parts.js';
import { Service } from './service.js';
import { Shop } from './shop.js';

const HISTORY = 1000;
/** Sales in a block; the boxes take turns by blocks. */
const BLOCK = 40;
/** Blocks that are not counted: they warm up, and fill what the kernel keeps for a line that takes nothing. */
const WARM_UP = 10;
const REACH = 1.2;

/** Durations of the sales of each box, ms; `alike` is the difference of two equal boxes. */
interface Took {
  readonly free: number[];
  readonly alike: number[];
  readonly jammed: number[];
}

/**
 * Sales on a box with three printers that are jammed, against one without printers: one has no paper and says so, one
 * takes nothing, one is gone. A socket that nobody reads would be no jam: the kernel takes a hundred slips for it, one
 * by one.
 */
export async function jammedRow(bench: Bench): Promise<Row> {
  const history = await historyOf(HISTORY, (line) => bench.say(line));
  const empty = new FakePrinter();
  empty.paper('out');
  const front = await TcpFront.start(empty);
  const stalled = await PtyFront.start(STALLED);
  const addresses = [
    `tcp://127.0.0.1:${front.port}`,
    `serial://${stalled.path}`,
    `tcp://127.0.0.1:${await freePort()}`,
  ];
  const printers = addresses.map((address, index): PrinterSetting => {
    return { name: `kasa-${index}`, address, width: 80, dpi: 203, mode: 'raster', autoPrint: true, maxWaiting: 1000 };
  });
  const free = await boxWith(bench, history, []);
  const alike = await boxWith(bench, history, []);
  const jammed = await boxWith(bench, history, printers);
  const customer = new Customer();
  const shop = new Shop(11);
  const took: Took = { free: [], alike: [], jammed: [] };
  const blocks = WARM_UP + bench.size({ full: 75, quick: 15 });
  bench.say('sales with three printers jammed, and without printers');
  let asked = 0;
  const sell = ({ port, ca }: Service): Promise<number[]> => {
    const next = () => {
      const key = history.keys[(asked += 1) % history.keys.length] ?? '';
      return { method: 'POST', path: `${BASE_PATH}/invoices`, key, body: JSON.stringify(shop.next()) } as const;
    };
    return customer.ask({ port, ca, asked: Array.from({ length: BLOCK }, next) });
  };
  try {
    for (let block = 1; block <= blocks; block += 1) {
      const [one, same, other] = [await sell(free), await sell(alike), await sell(jammed)];
      if (block <= WARM_UP) continue;
      took.free.push(...one);
      took.alike.push(...same);
      took.jammed.push(...other);
    }
  } finally {
    customer.end();
    await Promise.all([free, alike, jammed].map((box) => box.stop()));
    await Promise.all([front.stop(), stalled.stop()]);
  }
  return rowOf(took);
}

async function boxWith(bench: Bench, history: History, printers: readonly PrinterSetting[]): Promise<Service> {
  const folder = copyOf(history, bench.folder());
  const deps = await Deps.open({ disk: nodeDisk, folder });
  const set = await deps.settings.set('printers', printers);
  if (!set.ok) throw new Error(english(set.error));
  await deps.close();
  // Or the kernel would write the copy while the box wants its own flushes.
  spawnSync('sync', ['-f', folder]);
  return Service.start(folder);
}

/** The end of a cable that takes nothing. */
const STALLED: PrinterEnd = {
  take: () => 0,
  isOn: true,
  onRoom: undefined,
  onAnswer: undefined,
  onPower: undefined,
};

function rowOf({ free, alike, jammed }: Took): Row {
  const [bare, reached] = [quantile(free, 0.99), quantile(jammed, 0.99)];
  const ratio = reached / bare;
  return {
    what: '`POST /invoices` with three printers jammed, p99',
    reach: `≤ ${REACH} ×`,
    reached: `${ms(reached)}, ${judged(times(ratio), ratio <= REACH)}`,
    bare: `${ms(bare)}, no printers`,
    note: [
      `${jammed.length} sales each; a second box without printers, in the same turns, ${times(quantile(alike, 0.99) / bare)}`,
      `medians ${ms(median(jammed))} and ${ms(median(free))}`,
    ].join('; '),
  };
}
