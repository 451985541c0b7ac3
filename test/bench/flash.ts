import { nodeDisk } from '../../src/base/nodeDisk.js';
import { ok } from '../../src/base/result.js';
import type { PrintJob } from '../../src/platform/ledger/job.js';
import { BLOCK } from '../../src/platform/ledger/segment.js';
import { Wear, WEAR_CAUSES, type WearCause } from '../../src/platform/ledger/wear.js';
import type { ReceiptPrinting } from '../../src/paper/printing/port.js';
import { FakePfrServer } from '../kit/pfr/server.js';
import type { Bench } from './bench.js';
import { unflushed } from './disks.js';
import { count, judged, type Row } from './figures.js';
import { DAY_MS, RECEIPTS_A_DAY } from './history.js';
import { Deps } from './parts.js';
import { Shop } from './shop.js';

/** In a rush a quiet moment comes after this many receipts at the latest. */
const BUSY = 50;

/** How a shop sells. */
interface Trade {
  readonly receipts: number;
  /** A receipt every few seconds, each followed by a seal after half a minute without sales, or a rush. */
  readonly pace: 'rush' | 'steady' | 'slow';
  /** With an L-PFR: an intent before each receipt, and what the processor sends beside. */
  readonly remote?: boolean;
  /** Each receipt is printed: its job is recorded with it, when it begins, and when it has ended. */
  readonly prints?: boolean;
}

/** What the flash takes for a receipt. Nothing is timed here, so nothing need be flushed. */
export async function flashRows(bench: Bench): Promise<Row[]> {
  bench.say('what goes to the flash');
  const many = bench.size({ full: 30_000, quick: 10_000 });
  const some = bench.size({ full: 10_000, quick: 1500 });
  const busy = await wearOf(bench, { receipts: many, pace: 'rush' });
  const slow = await wearOf(bench, { receipts: 1000, pace: 'slow' });
  bench.say('what goes to the flash with an L-PFR');
  const remote = await wearOf(bench, { receipts: some, pace: 'steady', remote: true });
  bench.say('what goes to the flash with an L-PFR and a printer');
  const printed = await wearOf(bench, { receipts: some, pace: 'steady', remote: true, prints: true });
  return [
    row('flash bytes and flushes per demo receipt, all in', busy, {
      kilobytes: 10,
      flushes: 1,
      note: `one receipt at a time with a seal behind each: ${kilobytes(perReceipt(slow))}`,
    }),
    row('the same with an L-PFR, one sale every few seconds', remote, { kilobytes: 14, flushes: 2.01 }),
    row('the same with each receipt printed', printed),
  ];
}

interface Reach {
  readonly kilobytes: number;
  /** On the sale path. */
  readonly flushes: number;
  readonly note?: string;
}

function row(what: string, worn: Worn, reach?: Reach): Row {
  const [bytes, flushes] = [perReceipt(worn), worn.saleFlushes];
  const [size, flushed] = [kilobytes(bytes), flushes.toFixed(2)];
  const notes = [
    `over ${count(worn.wear.receipts)} receipts at ${count(RECEIPTS_A_DAY)} a day, from an empty ledger`,
    `KB by cause: ${byCause(worn)}`,
    `flushes with the idle work ${(worn.wear.total.flushes / worn.wear.receipts).toFixed(2)}`,
    `the file system's own blocks are not counted`,
  ];
  if (reach?.note !== undefined) notes.splice(1, 0, reach.note);
  return {
    what,
    reach: reach === undefined ? '' : `≤ ${reach.kilobytes} KB, ≤ ${reach.flushes} on the sale path`,
    reached:
      reach === undefined
        ? `${size}, ${flushed}`
        : `${judged(size, bytes <= reach.kilobytes * 1000)}, ${judged(flushed, flushes <= reach.flushes)}`,
    bare: `${(BLOCK / 1000).toFixed(1)} KB, one block`,
    note: notes.join('; '),
  };
}

interface Worn {
  readonly wear: Wear;
  /** Per receipt, before its caller gets the answer. */
  readonly saleFlushes: number;
}

function perReceipt({ wear }: Worn): number {
  return wear.total.bytes / wear.receipts;
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} KB`;
}

function byCause({ wear }: Worn): string {
  const share = (cause: WearCause): number => wear.of(cause).bytes / wear.receipts / 1000;
  return WEAR_CAUSES.filter((cause) => share(cause) >= 0.005)
    .map((cause) => `${cause} ${share(cause).toFixed(2)}`)
    .join(', ');
}

async function wearOf(bench: Bench, { receipts, pace, remote = false, prints = false }: Trade): Promise<Worn> {
  let at = Date.UTC(2026, 9, 15);
  const now = (): number => Math.floor(at);
  const wear = new Wear();
  const disk = wear.counting(unflushed(nodeDisk));
  const jobs: PrintJob[] = [];
  const receiptPrinting: ReceiptPrinting = {
    jobsFor: ({ uuid }) => (prints ? [jobOf(uuid, jobs.length + 1, now())] : []),
    enqueueRecorded: (accepted) => void jobs.push(...accepted),
    printInfo: () => ok(undefined),
  };
  const folder = bench.folder();
  await layZeros(folder, now);
  const deps = await Deps.open({ disk, folder, now, idleWork: false, receiptPrinting });
  const fake = remote ? await FakePfrServer.start({ pin: null, now }) : undefined;
  if (fake !== undefined) await deps.settings.set('pfr.sandbox', { mode: 'lpfr', url: fake.url });
  const shop = new Shop(3);
  let saleFlushes = 0;
  for (let i = 0; i < receipts; i += 1) {
    at += DAY_MS / RECEIPTS_A_DAY;
    const before = wear.total.flushes;
    await deps.issue(shop.request());
    saleFlushes += (wear.total.flushes - before) / receipts;
    const [job] = jobs.slice(i);
    for (const state of job === undefined ? [] : (['sending', 'printed'] as const)) {
      await deps.ledger.put({ type: 'job', jobs: [{ ...job, state, updatedAt: now() } as PrintJob] });
    }
    if (pace === 'slow') await deps.ledger['idleWork'].writeSeal();
    if (pace === 'rush' ? i % BUSY === 0 : deps.ledger['idleWork'].urgency() !== 'nothing')
      await deps.ledger.runIdleWork();
  }
  await deps.close();
  await fake?.stop();
  return { wear, saleFlushes };
}

/**
 * Zeros lie ready at the end of the trade, and so they must at its beginning: they count where receipts use them up.
 */
async function layZeros(folder: string, now: () => number): Promise<void> {
  const deps = await Deps.open({ disk: unflushed(nodeDisk), folder, now, idleWork: false });
  await deps.ledger.runIdleWork();
  await deps.close();
}

function jobOf(uuid: string, id: number, at: number): PrintJob {
  return { id, uuid, printer: 'kasa', repeat: false, state: 'queued', reason: null, createdAt: at, updatedAt: at };
}
