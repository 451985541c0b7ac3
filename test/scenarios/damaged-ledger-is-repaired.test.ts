import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { recordsIn } from '../../src/platform/ledger/repair/mendedSegment.js';
import { kasirbox } from '../kit/command.js';
import { scene } from './stage.js';

const SEGMENT = 'log/000001.seg';

/** Damages the records of receipts as flash does, and lets an owner accept the loss. */
async function loseAndRepair(folder: string, uuids: readonly string[]): Promise<void> {
  const path = join(folder, SEGMENT);
  const bytes = readFileSync(path);
  for (const { record, offset } of await recordsIn(1, bytes)) {
    const isOne = uuids.includes(record.row.subarray(0, 16).toString('hex'));
    if (record.head.type === 'result' && isOne) bytes.writeUInt8(bytes.readUInt8(offset + 100) ^ 1, offset + 100);
  }
  writeFileSync(path, bytes);
  const repaired = await kasirbox(['ledger', 'repair', '--set-aside', '--by', 'Ана Анић', '--data', folder]);
  assert.is(repaired.code, 0, repaired.stderr);
}

scene(
  'receipts lost from a damaged ledger are looked up, or found by a person, and never signed again',
  async (stage) => {
    await stage.sold({}, 'prodaja-1');
    const middle = await stage.sold({}, 'prodaja-2');
    const last = await stage.sold({}, 'prodaja-3');
    const uuids = [middle, last].map(({ uuid }) => uuid.replaceAll('-', ''));

    await stage.restart(() => loseAndRepair(stage.box.folder, uuids));

    const number = await stage.signedButMissing();
    assert.is(number, middle.pfr.invoiceNumber);
    await stage.refused({}, 'prodaja-2');
    assert.is((await stage.replayed({}, 'prodaja-3')).pfr.invoiceNumber, last.pfr.invoiceNumber);
    await stage.findOnPortal(number);
    assert.is((await stage.replayed({}, 'prodaja-2')).pfr.invoiceNumber, middle.pfr.invoiceNumber);
    assert.is(stage.signed.length, 3, 'nothing was signed again');
    await stage.sellsOn();
  },
);
