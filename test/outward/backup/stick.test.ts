// proof: stick
import * as fs from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { backupInChild } from '../../../src/outward/backup/rollingBackup.js';
import { cases } from '../../kit/cases.js';
import { LoopDisk } from '../../kit/loop/disk.js';
import { cleanUp, kasirbox, temporaryFolder } from '../../kit/process.js';
import { Turns } from '../../kit/turns.js';
import { inEnglish } from '../../kit/inEnglish.js';

test.after(cleanUp);
/** One more than are stored. */
const BACKUPS = cases('BACKUPS', { ci: 2, all: 3 });
/** Each runs many commands as processes. */
const turns = new Turns(3);
const never = new AbortController().signal;

/** A box with a key, whose backup code was shown. */
async function boxWithCode(): Promise<{ readonly folder: string; readonly paper: string }> {
  const folder = join(temporaryFolder(), 'data');
  assert.is((await kasirbox(['keys', 'create', '--label', 'каса', '--data', folder])).code, 0);
  const paper = (await kasirbox(['backup', 'code', '--data', folder])).stdout;
  return { folder, paper };
}

turns.test('automatic backups can be set only once a person has the code that opens them', async () => {
  const folder = join(temporaryFolder(), 'data');
  const set = ['settings', 'set', 'backup', '{"folder":"/media/kasirbox"}', '--data', folder];
  const refused = await kasirbox(set);
  assert.is(refused.code, 1);
  assert.match(refused.stderr, /Create it and write it down: kasirbox backup code/);
  const child = await backupInChild(folder, { folder: '/media/kasirbox' }, never);
  assert.equal(inEnglish(child), { ok: false, error: 'there is no backup code yet; create it: kasirbox backup code' });
  assert.is((await kasirbox(['backup', 'code', '--data', folder])).code, 0);
  assert.is((await kasirbox(set)).code, 0);
});

turns.test('the backup process reports a fault in a sentence, and ends when it is stopped', async () => {
  const { folder } = await boxWithCode();
  const absent = join(temporaryFolder(), 'no stick');
  assert.equal(inEnglish(await backupInChild(folder, { folder: absent }, never)), {
    ok: false,
    error: `there is no folder ${absent}`,
  });
  const [sameDisk, memory] = [temporaryFolder(), '/dev/shm'];
  for (const target of [sameDisk, memory]) {
    const refused = await backupInChild(folder, { folder: target }, never);
    assert.equal(inEnglish(refused), { ok: false, error: `no other disk is mounted at ${target}` });
  }
  const stop = new AbortController();
  const given = backupInChild(folder, { folder: sameDisk }, stop.signal);
  stop.abort();
  assert.not.ok((await given).ok);
});

const why = LoopDisk.unavailable();
function onStick(name: string, work: () => Promise<void>): void {
  turns.test(name, why === undefined ? work : undefined);
}

onStick(
  `a stick with a file system of its own gets backups that can be restored, ${why ?? `the last ${BACKUPS - 1}`}`,
  async () => {
    const { folder, paper } = await boxWithCode();
    const disk = LoopDisk.make();
    try {
      const target = join(disk.folder, 'backups');
      fs.mkdirSync(target);
      for (let round = 0; round < BACKUPS; round += 1) {
        assert.is((await kasirbox(['settings', 'set', 'simplifiedCash', 'true', '--data', folder])).code, 0);
        const done = await backupInChild(folder, { folder: target, keep: BACKUPS - 1 }, never);
        assert.ok(done.ok, JSON.stringify(inEnglish(done)));
      }
      const names = fs.readdirSync(target).sort();
      assert.is(names.length, BACKUPS - 1);
      const spare = join(temporaryFolder(), 'spare');
      const file = join(target, names.at(-1) ?? '');
      assert.is((await kasirbox(['restore', file, '--data', spare], { input: paper })).code, 0);
      assert.match((await kasirbox(['keys', 'list', '--data', spare])).stdout, /каса/);
    } finally {
      disk.remove();
    }
  },
);

test.run();
