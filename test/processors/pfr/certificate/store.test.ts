import * as fs from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { nodeDisk } from '../../../../src/base/nodeDisk.js';
import type { Disk } from '../../../../src/base/disk.js';
import type { Environment } from '../../../../src/contract/fiscal.js';
import { silentLog } from '../../../../src/base/log.js';
import type { ClientCertificate } from '../../../../src/processors/pfr/certificate/client.js';
import { CertificateStore } from '../../../../src/processors/pfr/certificate/store.js';
import { CHANGING, MemoryDisk } from '../../../kit/disk/memory.js';
import { momentOf, type Moment, promisedOnly, statesAfterCut } from '../../../kit/disk/powerCut.js';
import { newFolder } from '../../../kit/folder.js';
import { TestAuthority } from '../../../kit/pfr/certificates.js';
import { seededRandom } from '../../../kit/random.js';
import { clientOf, COMPANY } from './files.js';

const FOLDER = '/box/pfr';
const random = seededRandom();

let authority: TestAuthority;
let sandbox: ClientCertificate;
let renewed: ClientCertificate;

test.before(async () => {
  authority = await TestAuthority.create();
  const make = async (jid: string): Promise<ClientCertificate> =>
    clientOf(await authority.client({ jid, environment: 'sandbox', company: COMPANY }), [authority.pem]);
  [sandbox, renewed] = [await make('SAND0001'), await make('SAND0002')];
});

const openStore = (disk: Disk, folder = FOLDER): Promise<CertificateStore> =>
  CertificateStore.open(disk, folder, silentLog);

async function newDisk(): Promise<MemoryDisk> {
  const disk = new MemoryDisk();
  await disk.makeDir('/box');
  await disk.syncDir('/');
  return disk;
}

/** JID of what is installed, `none`, or the fault. */
function told(store: CertificateStore, environment: Environment = 'sandbox'): string {
  const installed = store.read(environment);
  return installed.ok ? (installed.value?.identity.jid ?? 'none') : installed.error;
}

test('a box without certificates has none, and reading creates no file', async () => {
  const disk = await newDisk();
  const store = await openStore(disk);
  assert.equal([told(store), told(store, 'production'), store.installed()], ['none', 'none', {}]);
  assert.is(store.tlsOf('sandbox'), undefined);
  assert.equal([...disk.contents().keys()].sort(), [...(await newDisk()).contents().keys()].sort());
});

test('what is installed is there at once and after a restart, with its chain, and only in its environment', async () => {
  const folder = join(newFolder(), 'pfr');
  const store = await openStore(nodeDisk, folder).then(async (opened) => {
    fs.mkdirSync(join(folder, '..'), { recursive: true });
    await opened.install('sandbox', sandbox);
    return opened;
  });
  for (const one of [store, await openStore(nodeDisk, folder)]) {
    assert.equal([told(one), told(one, 'production')], ['SAND0001', 'none']);
    assert.is(one.installed().sandbox?.tin, COMPANY.tin);
    const tls = one.tlsOf('sandbox');
    assert.is(tls?.cert, `${sandbox.certificate.toString()}${authority.pem}`);
    assert.is(tls?.key, sandbox.key.export({ format: 'pem', type: 'pkcs8' }));
    assert.equal([tls?.ca, tls?.url], [null, 'https://vsdc.sandbox.suf.purs.gov.rs']);
    assert.is(one.tlsOf('sandbox'), tls, 'one object as long as nothing changes');
  }
});

test('a certificate with another key is not installed: nothing is written, and the one before stays', async () => {
  const disk = await newDisk();
  const store = await openStore(disk);
  const broken = { ...renewed, key: sandbox.key };
  const installBroken = (): Promise<boolean> =>
    store.install('sandbox', broken).then(
      () => true,
      () => false,
    );
  assert.is(await installBroken(), false);
  assert.equal([told(store), told(await openStore(disk))], ['none', 'none']);
  await store.install('sandbox', sandbox);
  assert.is(await installBroken(), false);
  for (const one of [store, await openStore(disk)]) {
    assert.is(told(one), 'SAND0001');
    assert.is(one.tlsOf('sandbox')?.cert, `${sandbox.certificate.toString()}${authority.pem}`);
  }
});

test('files are for the owner alone, and the certificate lies in none of them in the clear', async () => {
  const folder = join(newFolder(), 'pfr');
  fs.mkdirSync(join(folder, '..'), { recursive: true });
  const store = await openStore(nodeDisk, folder);
  await store.install('sandbox', sandbox);
  await store.trust('sandbox', sandbox.chain);
  assert.is(fs.statSync(folder).mode & 0o777, 0o700);
  assert.equal(fs.readdirSync(folder), ['box.key', 'sandbox.ca.pem', 'sandbox.cert']);
  for (const name of fs.readdirSync(folder)) assert.is(fs.statSync(join(folder, name)).mode & 0o777, 0o600, name);
  assert.is(fs.statSync(join(folder, 'box.key')).size, 32);
  const sealed = fs.readFileSync(join(folder, 'sandbox.cert'), 'latin1');
  for (const word of ['PRIVATE', 'CERTIFICATE', 'SAND0001', '"key"']) assert.not.ok(sealed.includes(word), word);
  await store.install('sandbox', sandbox);
  assert.is.not(fs.readFileSync(join(folder, 'sandbox.cert'), 'latin1'), sealed, 'a nonce of its own every time');
});

test('one replaces another, and a removed one is gone, also after a power cut directly afterwards', async () => {
  const disk = await newDisk();
  const store = await openStore(disk);
  await store.install('sandbox', sandbox);
  const first = store.tlsOf('sandbox');
  await store.install('sandbox', renewed);
  assert.is.not(store.tlsOf('sandbox'), first);
  assert.is(told(await openStore(promisedOnly(disk))), 'SAND0002');
  await store.remove('sandbox');
  assert.is(told(store), 'none');
  assert.is(store.tlsOf('sandbox'), undefined);
  assert.is(told(await openStore(promisedOnly(disk))), 'none');
});

test('TLS options that are asked for while a certificate or its authorities are written are not kept for later', async () => {
  const disk = await newDisk();
  const store = await openStore(disk);
  await store.install('sandbox', sandbox);
  const { cert } = store.tlsOf('sandbox') ?? {};
  disk.before = () => void store.tlsOf('sandbox');
  await store.install('sandbox', renewed);
  assert.is.not(store.tlsOf('sandbox')?.cert, cert);
  await store.trust('sandbox', renewed.chain);
  assert.is(store.tlsOf('sandbox')?.ca, authority.pem);
  await store.remove('sandbox');
  assert.is(store.tlsOf('sandbox'), undefined);
  disk.before = () => undefined;
  await store.install('sandbox', sandbox);
  assert.is(store.tlsOf('sandbox')?.cert, cert);
});

test('a power cut at any step of a renewal leaves the old certificate or the new one', async () => {
  const disk = await newDisk();
  const store = await openStore(disk);
  await store.install('sandbox', sandbox);
  const moments: Moment[] = [];
  disk.before = (operation) => {
    if (CHANGING.includes(operation)) moments.push(momentOf(disk));
  };
  await store.install('sandbox', renewed);
  disk.before = () => undefined;
  const found = new Set<string>();
  for (const moment of moments) {
    for (const state of statesAfterCut(moment, random, 50)) {
      found.add(told(await openStore(new MemoryDisk(state))));
    }
  }
  assert.equal([...found].sort(), ['SAND0001', 'SAND0002']);
});

test('a full disk leaves the certificate that was there', async () => {
  const disk = await newDisk();
  const store = await openStore(disk);
  await store.install('sandbox', sandbox);
  disk.fault = (operation) => (operation === 'write' ? 'ENOSPC' : undefined);
  const failure = await store.install('sandbox', renewed).catch((error: unknown) => error);
  assert.match(String(failure), /ENOSPC/);
  disk.fault = () => undefined;
  assert.equal([told(store), told(await openStore(disk))], ['SAND0001', 'SAND0001']);
});

test('a key of the box that is missing or has a wrong length is reported, and a new installation mends it', async () => {
  for (const change of [() => Buffer.alloc(0), () => Buffer.alloc(31), undefined]) {
    const disk = await newDisk();
    await (await openStore(disk)).install('sandbox', sandbox);
    if (change === undefined) await disk.remove(`${FOLDER}/box.key`);
    else disk.damage(`${FOLDER}/box.key`, change);
    const store = await openStore(disk);
    assert.is(told(store), 'key-missing');
    assert.is(store.tlsOf('sandbox'), undefined);
    assert.equal(store.installed(), {});
    await store.install('sandbox', renewed);
    assert.is(told(await openStore(disk)), 'SAND0002');
  }
});

test('a file with any byte changed, cut off, of another box or of the other environment is damaged', async () => {
  const disk = await newDisk();
  const path = `${FOLDER}/sandbox.cert`;
  await (await openStore(disk)).install('sandbox', sandbox);
  const whole = disk.contents().get(path) as Buffer;
  const damaged = async (bytes: Buffer): Promise<void> => {
    disk.damage(path, () => bytes);
    const store = await openStore(disk);
    assert.is(told(store), 'damaged');
    assert.is(store.tlsOf('sandbox'), undefined);
  };
  for (let count = 0; count < 200; count += 1) {
    const bytes = Buffer.from(whole);
    const at = count < 60 ? count : random.int(0, bytes.length - 1);
    bytes.writeUInt8(bytes.readUInt8(at) ^ random.int(1, 255), at);
    await damaged(bytes);
    await damaged(whole.subarray(0, random.int(0, whole.length - 1)));
  }
  const other = await newDisk();
  await (await openStore(other)).install('sandbox', sandbox);
  await damaged(other.contents().get(path) as Buffer);
  await disk.rename(path, `${FOLDER}/production.cert`);
  disk.damage(`${FOLDER}/production.cert`, () => whole);
  assert.equal([told(await openStore(disk)), told(await openStore(disk), 'production')], ['none', 'damaged']);
});

test('a file that cannot be read at all is reported, and nothing is thrown', async () => {
  const disk = await newDisk();
  const before = await openStore(disk);
  await before.install('sandbox', sandbox);
  await before.trust('sandbox', sandbox.chain);
  for (const code of ['EIO', 'EACCES']) {
    disk.fault = (operation, path) => (operation === 'open' && path.endsWith('.cert') ? code : undefined);
    const store = await openStore(disk);
    assert.is(told(store), 'unreadable');
    assert.equal(store.trustBundle('production'), { ok: true, value: undefined });
    disk.fault = (operation, path) => (operation === 'open' && path.endsWith('.pem') ? code : undefined);
    assert.equal((await openStore(disk)).trustBundle('sandbox'), { ok: false, error: 'unreadable' });
  }
});

test('additional authorities are used with the certificate until they are removed', async () => {
  const disk = await newDisk();
  const store = await openStore(disk);
  await store.install('sandbox', sandbox);
  const without = store.tlsOf('sandbox');
  await store.trust('sandbox', [...sandbox.chain, ...sandbox.chain]);
  for (const one of [store, await openStore(promisedOnly(disk))]) {
    assert.is(one.tlsOf('sandbox')?.ca, authority.pem.repeat(2));
    assert.equal(one.trustBundle('production'), { ok: true, value: undefined });
  }
  assert.is.not(store.tlsOf('sandbox'), without);
  disk.damage(`${FOLDER}/sandbox.ca.pem`, (bytes) => bytes.subarray(0, 900));
  const damaged = await openStore(disk);
  assert.equal(damaged.trustBundle('sandbox'), { ok: false, error: 'damaged' });
  assert.is(damaged.tlsOf('sandbox')?.ca, null, 'it only ever adds trust');
  await damaged.trust('sandbox', []);
  assert.equal((await openStore(promisedOnly(disk))).trustBundle('sandbox'), { ok: true, value: undefined });
  await (await openStore(await newDisk())).trust('production', []);
});

test('a chain is put in order, and what is not above the certificate is left out', async () => {
  const stranger = await TestAuthority.create('Somebody else');
  const disk = await newDisk();
  const store = await openStore(disk);
  const above = clientOf(await authority.client({ jid: 'SAND0001', environment: 'sandbox', company: COMPANY }), [
    stranger.pem,
    authority.pem,
  ]);
  await store.install('sandbox', above);
  assert.is(store.tlsOf('sandbox')?.cert, `${above.certificate.toString()}${authority.pem}`);
});

test('nothing of the certificate but its JID is logged', async () => {
  const lines: string[] = [];
  const store = await CertificateStore.open(await newDisk(), FOLDER, (event, fields) => {
    lines.push(JSON.stringify({ event, ...fields }));
  });
  await store.install('sandbox', sandbox);
  await store.trust('sandbox', sandbox.chain);
  await store.remove('sandbox');
  assert.equal(lines, [
    '{"event":"certificate.installed","environment":"sandbox","jid":"SAND0001"}',
    '{"event":"certificate.trust_changed","environment":"sandbox","authorities":1}',
    '{"event":"certificate.removed","environment":"sandbox"}',
  ]);
});

test.run();
