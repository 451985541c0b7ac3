import { english } from '../../src/base/index.js';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { nodeDisk } from '../../src/base/nodeDisk.js';
import { recordLength } from '../../src/platform/ledger/record.js';
import { DATA_START } from '../../src/platform/ledger/segment.js';
import { verifyLedger } from '../../src/platform/ledger/verify.js';
import type { Bench } from './bench.js';
import { count, judged, median, type Row } from './figures.js';
import { copyOf, historyOf } from './history.js';
import { Deps } from './parts.js';

const ROUNDS = 5;
/** Least share of the speed of a bare scan, and most seconds for a million receipts. */
const REACH = { rebuild: 0.15, verify: 60 };
const MILLION = 1_000_000;

/** All views made anew from the log, and every body read, against reading the log and its check sums. */
export async function rebuildRows(bench: Bench): Promise<Row[]> {
  const history = await historyOf(bench.size({ full: 100_000, quick: 10_000 }), (line) => bench.say(line));
  const folder = copyOf(history, bench.folder());
  const rates: { readonly views: number[]; readonly verify: number[]; readonly scan: number[] } = {
    views: [],
    verify: [],
    scan: [],
  };
  for (let round = 1; round <= ROUNDS; round += 1) {
    bench.say(`views from the log, round ${round} of ${ROUNDS}`);
    rates.scan.push(rate(scanChecksums(join(folder, 'log'))));
    rmSync(join(folder, 'views'), { recursive: true });
    rates.views.push(rate(await rebuildViews(folder)));
    rates.verify.push(rate({ records: history.size, took: await verify(folder) }));
  }
  const share = median(rates.views.map((views, round) => views / (rates.scan[round] ?? NaN)));
  const seconds = MILLION / median(rates.verify);
  const bare = `${count(median(rates.scan))} records/s, CRC-32 only`;
  return [
    {
      what: 'views made anew from the log',
      reach: `${percent(REACH.rebuild)} of bare`,
      reached: judged(`${count(median(rates.views))} records/s (${percent(share)})`, share >= REACH.rebuild),
      bare,
      note: `${count(history.size)} receipts; the start that finds no snapshot, with its hash chain and saved indexes`,
    },
    {
      what: '`ledger verify` of 1,000,000 receipts',
      reach: `${REACH.verify} s`,
      reached: judged(`${seconds.toFixed(0)} s (${count(median(rates.verify))} receipts/s)`, seconds <= REACH.verify),
      bare,
      note: `from ${count(history.size)} receipts, each with its intent, inflated and parsed`,
    },
  ];
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`;
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
  const deps = await Deps.open({ disk: nodeDisk, folder, idleWork: false });
  const took = performance.now() - started;
  const records = deps.ledger.end.sequence;
  await deps.close();
  return { records, took };
}

/** ms that a check of the whole log takes. */
async function verify(folder: string): Promise<number> {
  const started = performance.now();
  const { faults } = await verifyLedger({ disk: nodeDisk, folder });
  if (faults.length > 0) throw new Error(faults.map(english).join('; '));
  return performance.now() - started;
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
