import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { newFolder } from '../../kit/folder.js';
import { OVERLAY } from './programs.js';

const SCRIPT = join(OVERLAY, 'usr/lib/kasirbox/ssh-host-key');
const hasSsh = spawnSync('ssh-keygen', ['-?']).error === undefined;
if (!hasSsh) console.log('skipped: needs openssh-client');

function it(name: string, work: () => void): void {
  if (hasSsh) test(name, work);
  else test.skip(name, work);
}

function made(folder: string): string {
  execFileSync(SCRIPT, [folder]);
  assert.equal(readdirSync(folder), ['host_key']);
  const key = join(folder, 'host_key');
  assert.is(statSync(key).mode & 0o777, 0o600);
  return execFileSync('ssh-keygen', ['-y', '-f', key], { encoding: 'utf8' });
}

it('the key of a board is made once, and stays', () => {
  const folder = newFolder();
  const first = made(folder);
  assert.match(first, /^ssh-ed25519 /);
  assert.is(made(folder), first);
});

it('a power cut while it is made, or before it was on the card, leaves a board that makes another', () => {
  const folder = newFolder();
  const first = made(folder);
  writeFileSync(join(folder, 'host_key.new'), readFileSync(join(folder, 'host_key')).subarray(0, 100));
  truncateSync(join(folder, 'host_key'), 0);
  assert.is.not(made(folder), first);
});

test.run();
