import { setTimeout as delay } from 'node:timers/promises';
import { callService } from '../../src/interfaces/admin/socket.js';
import type { Bench } from './bench.js';
import { count, judged, median, ms, type Row, timed } from './figures.js';
import { copyOf, historyOf } from './history.js';
import { Service } from './service.js';

/** After the start of a box its heap is laid out and its views are looked at; that is not its rest, ms. */
const SETTLING = 10_000;

/** What the checks cost: a box at rest, and one look at everything. */
export async function healthRows(bench: Bench): Promise<Row[]> {
  return [await restRow(bench), await lookRow(bench)];
}

async function restRow(bench: Bench): Promise<Row> {
  const seconds = bench.size({ full: 60, quick: 15 });
  bench.say(`a box at rest, ${seconds} s`);
  const service = await Service.start(bench.folder());
  try {
    await delay(SETTLING);
    const [before, began] = [service.cpu, performance.now()];
    await delay(seconds * 1000);
    const share = (service.cpu - before) / (performance.now() - began);
    return {
      what: 'CPU of a box at rest, loop meter and all',
      reach: '≤ 1 % of a core',
      reached: judged(`${(share * 100).toFixed(2)} %`, share <= 0.01),
      bare: '',
      note: `over ${seconds} s with the demo processor, in ticks of 10 ms`,
    };
  } finally {
    await service.stop();
  }
}

async function lookRow(bench: Bench): Promise<Row> {
  const looks = bench.size({ full: 300, quick: 50 });
  const receipts = bench.size({ full: 100_000, quick: 10_000 });
  const history = await historyOf(receipts, (line) => bench.say(line));
  const folder = copyOf(history, bench.folder());
  const service = await Service.start(folder);
  try {
    bench.say(`${looks} looks at a box of ${count(receipts)} receipts`);
    const look = async (): Promise<void> => {
      const reply = await callService(folder, 'doctor', {});
      if (reply?.ok !== true) throw new Error('no answer of the doctor');
    };
    for (let n = 0; n < looks / 5; n += 1) await look();
    const before = service.cpu;
    const took: number[] = [];
    for (let n = 0; n < looks; n += 1) took.push(await timed(look));
    return {
      what: `one look at everything, ${count(receipts)} receipts, median`,
      reach: '',
      reached: `${ms(median(took))}, ${ms((service.cpu - before) / looks)} of CPU`,
      bare: '',
      note: `${looks} times through the socket of the commands, one after the other; /readyz and /metrics look every 2 s at most`,
    };
  } finally {
    await service.stop();
  }
}
