// time limit: 200 s
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { DATA_START } from '../../src/ledger/segment.js';
import { missing, readable, segment, VIEWS, written } from '../kit/damage.js';
import { MemoryDisk } from '../kit/disk/memory.js';
import { FOLDER, openLedger, ReceiptMaker } from '../kit/ledger.js';
import { readLog } from '../kit/log.js';
import { noSql } from '../kit/noSql.js';
import { seededRandom } from '../kit/random.js';

const random = seededRandom();

test('no flipped byte of an acknowledged record goes by: all is there, or the loss is named and nothing is written', async () => {
  const { state, receipts } = await written(random, 5);
  state.delete(VIEWS);
  const sequences = readLog(state)
    .filter(({ content }) => content.includes('"uuid"'))
    .map(({ sequence }) => sequence);
  const bytes = state.get(segment(1)) as Buffer;
  const end = bytes.findLastIndex((byte) => byte !== 0) + 1;
  let refused = 0;
  for (let at = DATA_START; at < end; at += 1) {
    const disk = new MemoryDisk(state);
    disk.damage(segment(1), (copy) => {
      copy[at] = (copy[at] ?? 0) ^ (1 << random.int(0, 7));
      return copy;
    });
    const ledger = await openLedger(disk, { sql: noSql, readOnly: true });
    const log = readLog(disk.contents());
    const lost = sequences.filter((sequence) => missing(ledger).includes(sequence));
    if (ledger.damage.length === 0) {
      // Only the seal may look as if a cut had torn it.
      assert.ok(log.length >= sequences.at(-1)!, `the flip at ${at} took a receipt silently, SEED=${random.seed}`);
    } else {
      refused += 1;
      assert.is(missing(ledger).length, 1, `the flip at ${at} hurts one record`);
      if (refused % 16 !== 0) continue;
      const whole = await openLedger(disk);
      assert.is(whole.failure, 'damaged');
      assert.equal(await whole.issue(receipts[0]!), { ok: false, error: 'damaged' });
      assert.is((await readable(whole, receipts)).length, receipts.length - lost.length, `the flip at ${at}`);
      await whole.close();
    }
  }
  assert.ok(refused > (end - DATA_START) * 0.9, `${refused} of ${end - DATA_START} flips were refused`);
});

test('without a seal behind it only the last record may look torn', async () => {
  const disk = new MemoryDisk(new Map([[FOLDER, 'folder']]));
  const ledger = await openLedger(disk);
  const maker = new ReceiptMaker(random);
  for (let i = 0; i < 3; i += 1) await ledger.issue(maker.next(ledger));
  const log = readLog(disk.contents());
  const state = disk.contents();
  const bytes = state.get(segment(1)) as Buffer;
  const end = bytes.findLastIndex((byte) => byte !== 0) + 1;
  for (let at = DATA_START; at < end; at += 7) {
    const copy = new MemoryDisk(state);
    copy.damage(segment(1), (content) => Buffer.from(content.fill((content[at] ?? 0) ^ 255, at, at + 1)));
    const left = readLog(copy.contents()).length;
    const opened = await openLedger(copy, { sql: noSql });
    assert.is(opened.damage.length > 0, left < log.length - 1, `the flip at ${at}`);
  }
});

test.run();
