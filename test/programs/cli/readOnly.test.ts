// turns: 3
// time limit: 400 s
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { kasirbox } from '../../kit/command.js';
import { BoxProcess, cleanUp, temporaryFolder } from '../../kit/process.js';
import { ServiceHere, stopServices } from '../../kit/serviceHere.js';

test.after(stopServices);
test.after(cleanUp);

/** Every file of a folder with the hash of its content and the time of its last change. */
function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .map((name) => {
      const path = join(folder, name);
      return `${name} ${createHash('sha256').update(readFileSync(path)).digest('hex')} ${statSync(path).mtimeMs}`;
    });
}

const READING = [
  ['keys', 'list'],
  ['settings', 'show'],
  ['settings', 'show', 'company'],
  ['certificate', 'show'],
  ['doctor'],
  ['pfr', 'status'],
  ['pfr', 'settle'],
  ['print', 'printers'],
  ['print', 'jobs', '--all'],
  ['safe-mode', 'status'],
  ['support-bundle', '-'],
];

test('commands that only read leave a stopped box as it is, and read all of it', async () => {
  const box = await ServiceHere.start();
  const { folder } = box;
  const [key = ''] = await box.keys(1);
  await box.issue(key);
  assert.is((await box.command(['settings', 'set', 'simplifiedCash', 'true'])).code, 0);
  await box.stop();

  const before = filesOf(folder);
  for (const args of READING) {
    const { code, stderr } = await kasirbox([...args, '--data', folder]);
    // That no service runs is a failure for the doctor.
    assert.is(code, args[0] === 'doctor' ? 1 : 0, stderr);
    assert.equal(filesOf(folder), before, args.join(' '));
  }
  const inside = (args: string[]) => kasirbox([...args, '--data', folder], { env: { LC_ALL: 'C' } });
  assert.match((await inside(['keys', 'list'])).stdout, /^1 {2}.*\n {2}key +kasir_.*\n {2}state +active$/m);
  assert.is((await inside(['settings', 'show', 'simplifiedCash'])).stdout, 'true\n');
  assert.match((await inside(['doctor'])).stdout, /^ledger +ok /m);
});

test('reading a killed box does not repair it; its next start does', async () => {
  const box = await BoxProcess.start();
  const { folder } = box;
  const [key = ''] = await box.keys(1);
  const receipt = await box.issue(key);
  await box.stop('SIGKILL');
  const before = filesOf(folder);
  for (const args of READING)
    assert.is((await kasirbox([...args, '--data', folder])).code, args[0] === 'doctor' ? 1 : 0, args.join(' '));
  assert.equal(filesOf(folder), before);

  const again = await ServiceHere.start({ folder });
  assert.equal(await again.receipts(key), [receipt]);
  await again.stop();
});

test('looking makes nothing where there is no box yet, neither the folder nor anything in it', async () => {
  const parent = temporaryFolder();
  const there = join(parent, 'there');
  mkdirSync(there);
  const looks = READING.map((args) => [args, join(parent, 'not/there/yet')] as const);
  for (const [args, folder] of [...looks, [['doctor'], there], [['keys', 'list'], there]] as const) {
    const { stderr, code } = await kasirbox([...args, '--data', folder], { env: { LC_ALL: 'C' } });
    assert.ok(code === 0 || code === 1, stderr);
    assert.not.match(stderr, /Error|damaged/, args.join(' '));
    assert.equal(readdirSync(parent, { recursive: true }), ['there'], args.join(' '));
  }
});

test.run();
