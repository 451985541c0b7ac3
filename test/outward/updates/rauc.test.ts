import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Rauc } from '../../../src/outward/updates/rauc.js';
import { readInstallRow, readSlotStatus } from '../../../src/outward/updates/raucOutput.js';
import { newFolder } from '../../kit/folder.js';
import { seededRandom } from '../../kit/random.js';
import { FakeRauc } from '../../kit/updates/rauc.js';

/** Another one than that of the machine may be named, such as that of the image. */
const PROGRAM = process.env['RAUC'] ?? 'rauc';
const isThere = spawnSync(PROGRAM, ['--version']).status === 0;

const MANIFEST = `[update]
compatible=kasirbox-arm64
version=1.2.3
build=0123456789ab
description=data-format=7

[bundle]
format=verity

[image.rootfs]
filename=slot.ext4
`;

/** A key that signs, with its own certificate. */
function signer(folder: string, name: string): { readonly key: string; readonly cert: string } {
  const [key, cert] = [join(folder, `${name}.key`), join(folder, `${name}.pem`)];
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '30', '-subj', `/CN=${name}`];
  execFileSync('openssl', [...made, '-keyout', key, '-out', cert], { stdio: 'pipe' });
  return { key, cert };
}

function makeBundle(): { readonly bundle: string; readonly own: string; readonly other: string } {
  const folder = newFolder('bundle');
  const content = join(folder, 'content');
  mkdirSync(content, { recursive: true });
  writeFileSync(join(content, 'slot.ext4'), seededRandom().bytes(100_000));
  writeFileSync(join(content, 'manifest.raucm'), MANIFEST);
  const own = signer(folder, 'own');
  const bundle = join(folder, 'update.raucb');
  execFileSync('rauc', [`--cert=${own.cert}`, `--key=${own.key}`, `--keyring=${own.cert}`, 'bundle', content, bundle], {
    stdio: 'pipe',
  });
  return { bundle, own: own.cert, other: signer(folder, 'other').cert };
}

test('a real bundle has its description; one of another signer, a damaged and a cut one have none', async () => {
  // The tools of the image bring it; where they are not, the stand-in below is all there is.
  if (!isThere) return;
  const { bundle, own, other } = makeBundle();
  const trusting = new Rauc({ program: PROGRAM, keyring: own });
  assert.equal(await trusting.info(bundle), {
    ok: true,
    value: { compatible: 'kasirbox-arm64', version: '1.2.3', build: '0123456789ab', dataFormat: 7 },
  });
  const strange = await new Rauc({ program: PROGRAM, keyring: other }).info(bundle);
  assert.match(strange.ok ? '' : strange.error, /^signature verification failed: /);
  truncateSync(bundle, 50_000);
  const cut = await trusting.info(bundle);
  assert.not.ok(cut.ok);
});

test('the slots: which one runs, and which one starts next', async () => {
  const fake = new FakeRauc();
  const rauc = new Rauc(fake.options);
  assert.equal(await rauc.status(), { ok: true, value: { compatible: 'kasirbox-arm64', booted: 'A', primary: 'A' } });
  assert.equal((await rauc.markGood()).ok, true);
  assert.equal(fake.calls, ['status --output-format=json', 'status mark-good booted']);
  // With both counters at 0 RAUC knows of no next one.
  const text = '{"compatible":"k","boot_primary":null,"slots":[{"rootfs.0":{"state":"booted","bootname":"B"}}]}';
  assert.equal(readSlotStatus(text), { ok: true, value: { compatible: 'k', booted: 'B', primary: null } });
  for (const odd of [
    '',
    '[]',
    '{"slots":{}}',
    '{"compatible":"k","slots":[{"rootfs.0":{"state":"booted"}}]}',
    'null',
  ]) {
    assert.not.ok(readSlotStatus(odd).ok, odd);
  }
});

test('an install reports its progress, and why it failed', async () => {
  const fake = new FakeRauc();
  const rauc = new Rauc(fake.options);
  const told: number[] = [];
  assert.ok((await rauc.install('/x/a.raucb', ({ percent }) => told.push(percent))).ok);
  assert.equal(told, [0, 20, 40, 99, 100]);
  fake.failing('Failed updating slot rootfs.1: failed to copy image: Input/output error');
  assert.equal(await rauc.install('/x/a.raucb', () => undefined), {
    ok: false,
    error: 'Failed updating slot rootfs.1: failed to copy image: Input/output error',
  });
  assert.equal(readInstallRow('100% Installing done.'), {
    kind: 'progress',
    percent: 100,
    message: 'Installing done.',
  });
  assert.equal(readInstallRow('idle'), { kind: 'other' });
});

test('a program that is not there or hangs is given up', async () => {
  const absent = await new Rauc({ program: '/nowhere/rauc' }).status();
  assert.equal(absent, { ok: false, error: 'ENOENT' });
  const gone = new AbortController();
  const hanging = new Rauc({ program: '/usr/bin/yes' }).install('x', () => undefined, gone.signal);
  gone.abort();
  assert.equal(await hanging, { ok: false, error: 'it took too long and was stopped' });
});

test.run();
