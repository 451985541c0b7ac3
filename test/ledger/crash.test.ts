// time limit: 400 s
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CrashCheck, noteMoments } from '../kit/crashing.js';
import { MemoryDisk } from '../kit/disk/memory.js';
import { History } from '../kit/history.js';
import { FOLDER } from '../kit/ledger.js';
import { seededRandom } from '../kit/random.js';
import { Workload } from '../kit/workload.js';

/** CRASH_STATES=200000 looks at more of what is possible; the usual run takes some seconds. */
const WANTED = Number(process.env['CRASH_STATES'] ?? 8000);
const random = seededRandom();

/** Runs workloads and recovers from all cuts, until enough different states were seen. */
async function survives(prepare: (disk: MemoryDisk) => void): Promise<void> {
  const check = new CrashCheck({ random, limit: 60, deepEach: 100, nestedLimit: 4 });
  const started = performance.now();
  while (check.states < WANTED / 2) {
    const disk = new MemoryDisk(new Map([[FOLDER, 'folder']]));
    prepare(disk);
    const history = new History();
    const { points, note } = noteMoments(disk, history);
    await new Workload(disk, history, random).run(10);
    note();
    assert.is(await check.run(history, points), undefined);
  }
  const seconds = (performance.now() - started) / 1000;
  process.stdout.write(`${check.states} states in ${seconds.toFixed(0)} s\n`);
}

test('no power cut at any moment loses, alters or invents a record', () => survives(() => undefined));

test('nor does one after a failed write or flush, whether its bytes reach the disk or not', () =>
  survives((disk) => {
    const failing = random.pick(['datasync', 'datasync', 'write', 'syncDir', 'create'] as const);
    let left = random.int(0, 60);
    disk.keepOnFailure = random.oneIn(2);
    disk.fault = (operation, path) => {
      if (operation !== failing || !path.startsWith(`${FOLDER}/log`)) return undefined;
      left -= 1;
      return left === -1 ? 'EIO' : undefined;
    };
  }));

test.run();
