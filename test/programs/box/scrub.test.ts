import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { systemClock } from '../../../src/base/clock.js';
import { DATA_START } from '../../../src/platform/ledger/segment.js';
import { TestBox } from '../../kit/box.js';
import { settled } from '../../kit/handClock.js';
import { body } from '../../sales/invoicing/bodies.js';

/** Flips a bit of a file below everybody who has it open, as flash does. */
function flip(path: string, at: number): void {
  const file = openSync(path, 'r+');
  const byte = Buffer.alloc(1);
  readSync(file, byte, 0, 1, at);
  writeSync(file, Buffer.of((byte[0] ?? 0) ^ 1), 0, 1, at);
  closeSync(file);
}

test('a box finds by itself what its flash has lost, tells it in its state and its log, and sells on', async () => {
  // A test does not wait for a minute.
  const sleep: typeof systemClock.sleep = (ms, signal) => systemClock.sleep(Math.min(ms, 20), signal);
  await TestBox.during(
    async (box) => {
      const before = await box.client();
      for (let n = 0; n < 3; n += 1) assert.is((await before.post('/invoices', body())).status, 201);
      // The next start reads what no snapshot holds, and not the first receipts.
      await box.parts.ledger.runIdleWork();
      const known = box.lines.length;
      flip(join(box.folder, 'log', '000001.seg'), DATA_START + 300);
      await box.restart();
      const client = await box.client();
      const isDone = (): boolean => box.lines.slice(known).some((line) => line.includes('"ledger.scrubbed"'));
      while (!isDone()) await settled();
      assert.ok(box.lines.some((line) => line.includes('"ledger.scrub_damage"')));
      const status = await client.get('/status');
      assert.match(status.text, /Читање целог дневника је нашло записе/);
      assert.match(status.text, /"ready":true/);
      assert.is((await client.post('/invoices', body())).status, 201);
    },
    { filling: { sizes: { snapshotRecords: 3 } }, passing: { monotonic: systemClock.monotonic, sleep } },
  );
});

test.run();
