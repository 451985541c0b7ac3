import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { kasirbox } from '../../kit/command.js';
import { cleanUp, type Ended } from '../../kit/process.js';
import { ServiceHere, stopServices } from '../../kit/serviceHere.js';

const FIRST_SEGMENT = 'log/000001.seg';
test.after(stopServices);
test.after(cleanUp);

function verify(folder: string): Promise<Ended> {
  return kasirbox(['ledger', 'verify', '--data', folder]);
}

function countOf(type: string, { stdout }: Ended): number {
  return Number(new RegExp(`^${type} +(\\d+)$`, 'm').exec(stdout)?.[1]);
}

/** Flips one bit in the middle of the records of the first segment. */
function flipBit(folder: string): void {
  const path = join(folder, FIRST_SEGMENT);
  const bytes = readFileSync(path);
  let end = bytes.length;
  while (bytes[end - 1] === 0) end -= 1;
  // Behind the header and the dictionary, where the records begin (12 KB).
  const at = Math.floor((12 * 1024 + end) / 2);
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  writeFileSync(path, bytes);
}

test('the records of each kind are counted, while the service runs and after it', async () => {
  const box = await ServiceHere.start();
  const [key = ''] = await box.keys(2);
  for (let n = 0; n < 3; n += 1) await box.issue(key);
  await box.command(['settings', 'set', 'simplifiedCash', 'true']);

  for (const running of [true, false]) {
    if (!running) await box.stop();
    const verified = await verify(box.folder);
    assert.is(verified.code, 0, verified.stdout);
    assert.is(countOf('open', verified), 1);
    assert.is(countOf('result', verified), 3);
    assert.is(countOf('setting', verified), 1);
    assert.match(verified.stdout, /^\d+ records, all intact and chained\.\n$/m);
  }
});

test('a service may go on issuing while its ledger is verified', async () => {
  const box = await ServiceHere.start();
  const [key = ''] = await box.keys(1);
  const verified = new AbortController();
  let issued = 0;
  const issuing = (async () => {
    // Below the rate limit of the key.
    for (; !verified.signal.aborted && issued < 200; issued += 1) await box.issue(key);
  })();
  for (let n = 0; n < 2; n += 1) {
    const { code, stdout } = await verify(box.folder);
    assert.is(code, 0, stdout);
  }
  verified.abort();
  await issuing;
  assert.ok(issued > 0);
  await box.stop();
});

test('damage ends with exit code 1, says which records are missing, and the box still serves what is left', async () => {
  const first = await ServiceHere.start();
  const { folder } = first;
  const [key = ''] = await first.keys(1);
  const receipts = [];
  for (let n = 0; n < 10; n += 1) receipts.push(await first.issue(key));
  await first.stop();
  flipBit(folder);

  const alone = await verify(folder);
  assert.is(alone.code, 1);
  assert.match(alone.stdout, /^DAMAGE: records? \d+.* missing in segment 1 at \d+$/m);
  assert.match(alone.stderr, /the ledger is damaged/);

  const box = await ServiceHere.start({ folder });
  assert.match(box.log, /"event":"ledger\.damaged"/);
  assert.is((await verify(folder)).code, 1);
  const doctor = await box.command(['doctor']);
  assert.is(doctor.code, 1);
  assert.match(doctor.stdout, /^ledger +failure /m);
  const left = await box.receipts(key);
  assert.is(left.length, 9, 'all but the damaged one');
  for (const receipt of left)
    assert.equal(
      receipt,
      receipts.find(({ uuid }) => uuid === receipt.uuid),
    );
  assert.is((await box.send('POST', '/invoices', key, { items: [] })).status, 422);
  await box.stop();
});

test('records that are missing without a trace in the log are damage, too', async () => {
  const box = await ServiceHere.start();
  const [key = ''] = await box.keys(1);
  await box.issue(key);
  await box.stop();
  rmSync(join(box.folder, 'log'), { recursive: true });
  const verified = await verify(box.folder);
  assert.is(verified.code, 1);
  assert.match(verified.stdout, /^DAMAGE: .*log has no segment, but the box has written there$/m);
  const doctor = await kasirbox(['doctor', '--data', box.folder]);
  assert.is(doctor.code, 1);
  assert.match(doctor.stdout, /^ledger +failure /m);
});

test.run();
