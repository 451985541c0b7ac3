import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { runChecks } from '../../../src/interfaces/health/checks.js';
import { MemoryDisk } from '../../kit/disk/memory.js';
import { wrapped } from '../../kit/disk/wrapped.js';
import { healthDeps } from '../../kit/health.js';
import { FOLDER, NOON, openLedger, ReceiptMaker } from '../../kit/ledger.js';
import { seededRandom } from '../../kit/random.js';

// A wait with a time limit holds no process open, and here nothing else does.
const open = setInterval(() => undefined, 1000);
test.after(() => clearInterval(open));

test('a disk that hangs in reads keeps nobody waiting: what is known is told, what could not be read is named, and it is asked once', async () => {
  let reads: (() => void)[] = [];
  let isHanging = false;
  const below = new MemoryDisk(new Map([[FOLDER, 'folder']]));
  const disk = wrapped(below, {
    file: (inner) => ({
      async read(position, length) {
        if (isHanging) await new Promise<void>((resolve) => reads.push(resolve));
        return inner.read(position, length);
      },
    }),
  });
  const ledger = await openLedger(disk);
  const receipt = new ReceiptMaker(seededRandom()).next(ledger);
  const job = { id: 1, uuid: receipt.uuid, printer: 'kasa', repeat: false, createdAt: NOON, updatedAt: NOON };
  assert.ok((await ledger.issue(receipt, [{ ...job, state: 'unknown', reason: 'lost' }])).ok);
  const deps = healthDeps(disk, ledger, { printJobs: () => ledger.main.jobs.all() });
  const sound = await runChecks(deps);
  assert.match(sound.find(({ name }) => name === 'paper')?.found.en ?? '', /receipt/);
  isHanging = true;
  const checks = await runChecks(deps, 1);
  const paper = checks.find(({ name }) => name === 'paper');
  assert.equal([paper?.state, paper?.blocks], ['warning', false]);
  assert.match(paper?.found.sr ?? '', /„paper” није добила одговор/);
  assert.not.match(`${paper?.found.en} ${paper?.found.sr}`, /disk|диск/, 'a busy box looks the same');
  assert.is(checks.at(-1), paper, 'once it may be chance, and nothing is pushed out of sight');
  assert.equal(
    checks.filter(({ name }) => name !== 'paper'),
    sound.filter(({ name }) => name !== 'paper'),
  );
  const again = await runChecks(deps, 1);
  assert.is(again.at(-1)?.name, sound.at(-1)?.name, 'twice it has its place');
  assert.is(reads.length, 1, 'the first question is still open');
  isHanging = false;
  for (const go of reads.splice(0)) go();
  reads = [];
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(await runChecks(deps), sound, 'and it is looked at again once the disk answers');
  await ledger.close();
});

test.run();
