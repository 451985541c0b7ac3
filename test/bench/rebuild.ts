import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { nodeDisk } from '../../src/base/disk-node.js';
import { recordLength } from '../../src/ledger/record.js';
import { DATA_START } from '../../src/ledger/segment.js';
import type { Bench } from './bench.js';
import { count, median, type Row } from './figures.js';
import { copyOf, historyOf } from './history.js';
import { Parts } from './parts.js';

/** All views made anew from the log, against reading the log and its check sums. */
export async function rebuildRows(bench: Bench): Promise<Row[]> {
  const history = await historyOf(bench.size({ full: 100_000, quick: 10_000 }), (line) => bench.say(line));
  const folder = copyOf(history, bench.folder());
  const rates: { readonly views: number[]; readonly scan: number[] } = { views: [], scan: [] };
  for (let round = 1; round <= 3; round += 1) {
    bench.say(`views from the log, round ${round} of 3`);
    rates.scan.push(rate(scanChecksums(join(folder, 'log'))));
    rmSync(join(folder, 'views'), { recursive: true });
    rates.views.push(rate(await rebuildViews(folder)));
  }
  const [views, scan] = [median(rates.views), median(rates.scan)];
  return [
    {
      what: 'views made anew from the log',
      reach: '',
      reached: `${count(views)} records/s (${((views / scan) * 100).toFixed(0)} %)`,
      bare: `${count(scan)} records/s, CRC-32 only`,
      note: `${count(history.size)} receipts; the start that finds no snapshot, with its hash chain and saved indexes`,
    },
  ];
}

interface Work {
  readonly records: number;
  readonly took: number;
}

function rate({ records, took }: Work): number {
  return (records / took) * 1000;
}

async function rebuildViews(folder: string): Promise<Work> {
  const started = performance.now();
  const parts = await Parts.open({ disk: nodeDisk, folder, tending: false });
  const took = performance.now() - started;
  const records = parts.ledger.end.sequence;
  await parts.close();
  return { records, took };
}

function scanChecksums(folder: string): Work {
  const started = performance.now();
  let records = 0;
  for (const name of readdirSync(folder)) {
    const bytes = readFileSync(join(folder, name));
    for (let at = DATA_START, length = recordLength(bytes, at); length > 0; length = recordLength(bytes, at)) {
      if (crc32(bytes.subarray(at + 12, at + length), Number.parseInt(name, 10)) !== bytes.readUInt32LE(at + 8)) break;
      records += 1;
      at += length;
    }
  }
  return { records, took: performance.now() - started };
}
