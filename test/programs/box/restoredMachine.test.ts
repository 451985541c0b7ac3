import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { BackupCode } from '../../../src/outward/backup/backupCode.js';
import { restoreBackup } from '../../../src/outward/backup/restore.js';
import { START_FAILURE_FILE } from '../../../src/base/start.js';
import { silentLog } from '../../../src/base/log.js';
import { nodeDisk } from '../../../src/base/nodeDisk.js';
import { type Box, openBox } from '../../../src/programs/box/open.js';
import { restartsCheck, safeModeCheck } from '../../../src/interfaces/health/checks/restarts.js';
import { backUp, streamOf } from '../../kit/backup.js';
import { newFolder } from '../../kit/folder.js';
import { NOON } from '../../kit/ledger.js';

/** What a machine keeps in the data folder about itself. */
const OF_MACHINE = ['running', 'flash.json', START_FAILURE_FILE, 'claim-code', 'control.sock', 'card.pin'];

async function during(folder: string, work: (box: Box) => Promise<void>): Promise<void> {
  const box = await openBox({ folder, log: silentLog, now: () => NOON });
  if (!box.ok) throw new Error(box.error);
  try {
    await work(box.value);
  } finally {
    await box.value.close();
  }
}

async function isInSafeMode(folder: string): Promise<boolean> {
  let isOn = false;
  await during(folder, ({ safeMode }) => {
    isOn = safeMode.isOn;
    return Promise.resolve();
  });
  return isOn;
}

/** A spare box, restored from one whose disk did not answer, and which crashed until it was in safe mode. */
async function spareBox(): Promise<string> {
  const [folder, spare] = [newFolder(), newFolder()];
  const code = BackupCode.make();
  let bytes: Uint8Array = new Uint8Array();
  await during(folder, async ({ ledger, safeMode }) => {
    await ledger.put({ type: 'event', event: { at: NOON, kind: 'restart', reason: 'flush' } });
    await safeMode.enterAfter(3);
    assert.ok(safeMode.isOn);
    for (const name of OF_MACHINE) if (!existsSync(join(folder, name))) writeFileSync(join(folder, name), '{}');
    bytes = await backUp(ledger, nodeDisk, code, folder);
  });
  const restored = await restoreBackup({ disk: nodeDisk, folder: spare, bytes: streamOf(bytes), code });
  assert.ok(restored.ok);
  return spare;
}

test('crashes and safe mode stay with the machine that crashed, and so do its notes about itself', async () => {
  const spare = await spareBox();
  assert.equal(
    readdirSync(spare).filter((name) => OF_MACHINE.includes(name)),
    [],
  );
  await during(spare, async ({ ledger, safeMode }) => {
    assert.is(safeMode.isOn, false);
    assert.equal([...restartsCheck.run({ ledger, now: () => NOON })], []);
    assert.equal([...safeModeCheck.run({ ledger })], []);
    await safeMode.enterAfter(3);
  });
  // Its own crashes count, also while the queue out of the backup is not looked after.
  assert.is(await isInSafeMode(spare), true);
});

test('a command that only looks does not take the move for recorded', async () => {
  const spare = await spareBox();
  const looking = await openBox({ folder: spare, log: silentLog, now: () => NOON, readOnly: true });
  assert.ok(looking.ok);
  await looking.value.close();
  assert.is(await isInSafeMode(spare), false);
});

test.run();
