import { readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { drawPdf, receiptData } from '../../../../src/paper/documents/pdf/draw.js';
import { PdfRenderer } from '../../../../src/paper/documents/pdf/renderer.js';
import { describeSheet } from '../../../../src/paper/documents/sheet/describe.js';
import { issued, SMALL_SALE } from '../../journal/invoices.js';
import { cases } from '../../../kit/cases.js';
import { NO_LIMIT } from '../../../kit/drawing.js';
import { until } from '../../../kit/until.js';
import { Turns } from '../../../kit/turns.js';

type RendererOptions = NonNullable<ConstructorParameters<typeof PdfRenderer>[0]>;

/** Each starts processes. */
const turns = new Turns(2);

const INVOICE = issued(SMALL_SALE);

/** Stand-ins for the drawing process, as programs for Node. */
const HANGS = ['-e', 'process.stdin.resume()'];
const CRASHES = ['-e', 'process.exit(1)'];
const BABBLES = ['-e', "console.log('Warning: this is no frame'); process.stdin.resume()"];
const MISSING = ['/nowhere/pdf-worker.cjs'];

const renderers: PdfRenderer[] = [];
test.after.each(() => {
  for (const renderer of renderers.splice(0)) renderer.stop();
});

function renderer(options: Partial<RendererOptions> = {}): PdfRenderer {
  const made = new PdfRenderer({ limitMs: NO_LIMIT, ...options });
  renderers.push(made);
  return made;
}

async function errorOf(made: PdfRenderer): Promise<string> {
  const drawn = await made.render(INVOICE, 'a5');
  return drawn.ok ? 'drawn' : drawn.error;
}

/** Resolves when there is no such process, or only what its parent has not yet looked at. */
function gone(pid: number): Promise<void> {
  return until('the drawing process has ended', () => {
    try {
      return /^State:\tZ/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
    } catch {
      return true;
    }
  });
}

/** In a row, and asked for at once: each takes 0.1 s of CPU time. */
const IN_A_ROW = cases('PDFS_IN_A_ROW', { ci: 4, all: 20 });
const AT_ONCE = cases('PDFS_AT_ONCE', { ci: 10, all: 40 });

turns.test('PDFs in a row come from one process of low priority, with the bytes that it draws itself', async () => {
  const made = renderer();
  const expected = await drawPdf(describeSheet(INVOICE, 'a4'), receiptData(INVOICE));
  assert.is(made.pid, undefined);
  const pids = new Set<number | undefined>();
  for (let count = 0; count < IN_A_ROW; count++) {
    const drawn = await made.render(INVOICE, 'a4');
    assert.ok(drawn.ok && drawn.value.equals(expected));
    pids.add(made.pid);
  }
  assert.is(pids.size, 1);
  assert.is(getPriority(made.pid ?? 0), 10);
});

turns.test('where memory runs out, the drawing process goes before the till, and its heap has a bound', async () => {
  const made = renderer();
  assert.is(await errorOf(made), 'drawn');
  const proc = (file: string): string => readFileSync(`/proc/${made.pid ?? 0}/${file}`, 'utf8');
  assert.is(proc('oom_score_adj').trim(), '500');
  assert.match(proc('cmdline'), '--max-old-space-size=128');
});

turns.test('all who ask at once get their PDF', async () => {
  const made = renderer();
  const drawn = await Promise.all(Array.from({ length: AT_ONCE }, () => errorOf(made)));
  assert.equal([...new Set(drawn)], ['drawn']);
});

turns.test('jobs are drawn one after the other, each with its own answer', async () => {
  const made = renderer();
  const papers = ['a5', 'a4', 'a4slip', 'a5'] as const;
  const drawn = await Promise.all(papers.map((paper) => made.render(INVOICE, paper)));
  for (const [at, paper] of papers.entries()) {
    const result = drawn[at];
    assert.ok(
      result?.ok && result.value.equals(await drawPdf(describeSheet(INVOICE, paper), receiptData(INVOICE))),
      paper,
    );
  }
});

turns.test('the job of a process that is killed is drawn by a new one', async () => {
  const made = renderer();
  assert.is(await errorOf(made), 'drawn');
  const first = made.pid ?? 0;
  const job = errorOf(made);
  process.kill(first, 'SIGKILL');
  assert.is(await job, 'drawn');
  assert.is.not(made.pid, first);
});

turns.test('a process that cannot start, ends at once or speaks no frames fails as crashed', async () => {
  for (const worker of [CRASHES, BABBLES]) {
    const made = renderer({ worker });
    assert.is(await errorOf(made), 'crashed');
    assert.is(await errorOf(made), 'crashed');
  }
});

turns.test('a process that hangs is killed at the time limit', async () => {
  const made = renderer({ worker: HANGS, limitMs: 1, idleMs: 3_600_000 });
  const job = errorOf(made);
  await setImmediate();
  const pid = made.pid ?? 0;
  assert.ok(pid > 0);
  assert.is(await job, 'late');
  await gone(pid);
});

turns.test('more jobs than may wait are refused at once, and there is room again afterwards', async () => {
  const made = renderer({ worker: HANGS, maxJobs: 3, limitMs: 1 });
  const outcomes = await Promise.all([1, 2, 3, 4, 5].map(() => errorOf(made)));
  assert.equal(outcomes, ['late', 'late', 'late', 'busy', 'busy']);
  assert.is(await errorOf(made), 'late');
});

turns.test('an idle process ends, and the next job starts a new one', async () => {
  const made = renderer({ idleMs: 1 });
  assert.is(await errorOf(made), 'drawn');
  const first = made.pid ?? 0;
  await gone(first);
  assert.is(await errorOf(made), 'drawn');
  assert.is.not(made.pid, first);
});

test('without fonts or a drawing program nothing is started, and the failure states that', async () => {
  const made = renderer({ fontsPresent: () => false, worker: MISSING });
  assert.is(made.available, false);
  assert.is(await errorOf(made), 'unavailable');
  assert.is(made.pid, undefined);
  assert.is(renderer({ worker: null }).available, false);
  assert.is(await errorOf(renderer({ worker: null })), 'unavailable');
  assert.is(renderer().available, true);
});

turns.test('stopping ends the process, and fails what is drawn, what waits and what comes later', async () => {
  const made = renderer({ worker: HANGS });
  const jobs = [errorOf(made), errorOf(made)];
  await setImmediate();
  const pid = made.pid ?? 0;
  made.stop();
  assert.equal(await Promise.all(jobs), ['stopped', 'stopped']);
  assert.is(await errorOf(made), 'stopped');
  await gone(pid);
});

test.run();
