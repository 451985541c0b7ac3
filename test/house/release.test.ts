import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { appendFileSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { missingPackages } from '../kit/image/programs.js';
import { cleanUp, temporaryFolder } from '../kit/process.js';
import { blocksOf, ROOT } from './documents.js';

/**
 * The commands of docs/release.md, as they stand there, with keys of their own and a small bundle. Only a passphrase is left out; the last block
 * is tried in test/image/licences.test.ts.
 */
const BLOCKS = blocksOf('docs/release.md').flatMap(({ kind, text }) => (kind === 'console' ? [text] : []));
const [makeKeys = '', changeAuthority = '', verify = ''] = BLOCKS;
const BUNDLE = 'kasirbox-1.0.0-arm64.raucb';
const missing = missingPackages({ openssl: 'openssl', rauc: 'rauc', mksquashfs: 'squashfs-tools' });
if (missing.length > 0) console.log(`skipped: needs the packages ${missing.join(' ')}`);
function it(name: string, work: () => void): void {
  if (missing.length > 0) test.skip(name, work);
  else test(name, work);
}

const folder = temporaryFolder();

function run(script: string, cwd: string): SpawnSyncReturns<string> {
  return spawnSync('bash', ['-euc', script], { cwd, encoding: 'utf8' });
}

function succeed(script: string, cwd: string): string {
  const { status, stdout, stderr } = run(script, cwd);
  assert.is(status, 0, stdout + stderr);
  return stdout + stderr;
}

/** A release with a small bundle, signed by the code that signs real ones. */
function release(name: string): string {
  const out = join(folder, name);
  mkdirSync(join(out, 'content'), { recursive: true });
  succeed(makeKeys.replace(/^(openssl req .*)$/gm, '$1 -nodes'), out);
  writeFileSync(join(out, 'content/slot.ext4'), randomBytes(64 * 1024));
  const manifest = '[update]\ncompatible=kasirbox-arm64\nversion=1.0.0\n[bundle]\nformat=verity\n';
  writeFileSync(join(out, 'content/manifest.raucm'), `${manifest}[image.rootfs]\nfilename=slot.ext4\n`);
  succeed(`rauc --cert=keys/release.pem --key=keys/release.key --keyring=keys/ca.pem bundle content ${BUNDLE}`, out);
  const sign = 'source "$ROOT/board/build/bundle.sh"; sign_sums "$PWD" "$PWD/keys"';
  succeed(`ROOT=${JSON.stringify(ROOT)}; rm -r content release.csr; ${sign}`, out);
  return out;
}

/** Another folder with the same files. */
function copyOf(out: string, name: string): string {
  cpSync(out, join(folder, name), { recursive: true });
  return join(folder, name);
}

let good = '';

it('the commands make keys by which a release can be signed', () => {
  assert.is(BLOCKS.length, 4);
  good = release('good');
});

it('a release is found to be what was signed', () => {
  const said = succeed(verify, good);
  for (const words of [`${BUNDLE}: OK`, 'CMS Verification successful', 'kasirbox-arm64']) assert.match(said, words);
});

/** The last of the commands alone, as each of them is to find out what concerns it. */
const [sums = '', signature = '', bundle = ''] = verify.trim().split('\n');

it('a changed file shows', () => {
  const changed = copyOf(good, 'changed');
  appendFileSync(join(changed, BUNDLE), 'x');
  assert.match(run(sums, changed).stdout, `${BUNDLE}: FAILED`);
  assert.is.not(run(bundle, changed).status, 0);
});

it('changed sums show', () => {
  const changed = copyOf(good, 'sums');
  appendFileSync(join(changed, 'SHA256SUMS'), '\n');
  const { status, stderr } = run(signature, changed);
  assert.is.not(status, 0);
  assert.match(stderr, 'CMS Verification failure');
  assert.match(stderr, 'content verify error');
});

it('another authority shows', () => {
  const other = release('other');
  cpSync(join(good, 'keys/ca.pem'), join(other, 'keys/ca.pem'));
  const cms = run(signature, other);
  assert.is.not(cms.status, 0);
  assert.match(cms.stderr, 'CMS Verification failure');
  assert.match(cms.stderr, 'certificate verify error');
  const info = run(bundle, other);
  assert.is.not(info.status, 0);
  assert.match(info.stderr, 'signature verification failed');
});

it('with both authorities in one file, releases of the old and of the new key are good', () => {
  const next = release('next');
  const box = copyOf(good, 'both');
  cpSync(join(next, 'keys'), join(box, 'new'), { recursive: true });
  succeed(changeAuthority, box);
  succeed(verify, box);
  cpSync(join(box, 'keys/ca.pem'), join(next, 'keys/ca.pem'));
  succeed(verify, next);
});

test.after(cleanUp);
test.run();
