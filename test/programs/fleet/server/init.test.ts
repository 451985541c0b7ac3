import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { addBox, listBoxes } from '../../../../src/programs/fleet/server/boxes.js';
import { OwnServer } from '../../../kit/fleet/ownServer.js';
import { NO_NATS } from '../../../kit/nats/server.js';
import { cleanUp } from '../../../kit/process.js';

test.after(cleanUp);
const real = (name: string, work: () => Promise<void>): void => {
  if (NO_NATS === undefined) test(name, work);
  else test.skip(name, work);
};

/** One that this process is not in. */
const GROUP = 65_534;
const read = (server: OwnServer, name: string): string => readFileSync(join(server.folder, name), 'utf8');

/** What init has done; whose group the files are is a matter of who runs the test. */
function done(result: Awaited<ReturnType<OwnServer['init']>>): object {
  if (!result.ok) throw new Error(result.error.en);
  const { isForRootOnly, ...rest } = result.value;
  assert.is(isForRootOnly, process.getgid?.() === 0);
  return rest;
}

/** The number of the certificate that the server shows, which speaks first, and then by TLS. */
async function shown(server: OwnServer): Promise<string> {
  const socket = connect(server.port, '127.0.0.1');
  await new Promise((done) => socket.once('data', done));
  const secure = connectTls({ socket, ca: read(server, 'ca.pem'), host: '127.0.0.1' });
  await new Promise((done, fail) => secure.once('secureConnect', done).once('error', fail));
  const { serialNumber } = secure.getPeerCertificate();
  secure.destroy();
  return serialNumber;
}

real('what init makes lets a server start, and what a thief wants is read by nobody but the owner', async () => {
  const server = await OwnServer.start();
  for (const name of ['owner.seed', 'ingester.seed', 'authority/ca.key'])
    assert.is(statSync(join(server.folder, name)).mode & 0o777, 0o600, name);
  for (const name of ['server.pem', 'accounts.json', 'nats-server.conf'])
    assert.is(statSync(join(server.folder, name)).mode & 0o777, 0o640, name);
  const connection = await server.connection(server.seed('owner'));
  assert.not(connection.isClosed());
  await connection.close();
  assert.is(
    await server.connection(server.seed('ingester'), '_INBOX').then((one) => one.close().then(() => 'connected')),
    'connected',
  );
  await server.kill();
});

real('again, init changes nothing that is good, and boxes and what the owner has written stay', async () => {
  const server = await OwnServer.start();
  assert.ok((await addBox(server.folder, { shop: 'a', box: '1'.repeat(32) })).ok);
  writeFileSync(join(server.folder, 'nats-server.conf'), `${read(server, 'nats-server.conf')}# mine\n`);
  const names = ['ca.pem', 'server.pem', 'accounts.json', 'nats-server.conf', 'server.json', 'owner.seed'];
  const before = names.map((name) => read(server, name));
  const again = await server.init({});
  assert.equal(done(again), { made: [], isRenewed: false, isReloaded: false });
  assert.equal(
    names.map((name) => read(server, name)),
    before,
  );
  await server.kill();
});

real('a certificate that is due is renewed under the same authority, and the running server shows it', async () => {
  const server = await OwnServer.start();
  const [authority, first] = [read(server, 'ca.pem'), await shown(server)];
  for (const name of ['server.pem', 'server.key']) rmSync(join(server.folder, 'authority', name));
  const renewed = await server.init({});
  assert.equal(done(renewed), { made: [], isRenewed: true, isReloaded: true });
  assert.is(read(server, 'ca.pem'), authority);
  assert.is.not(await shown(server), first);
  await server.kill();
});

test('a stop in the middle is mended by another call', async () => {
  const server = await OwnServer.prepared();
  assert.ok((await server.init()).ok);
  const names = ['server.pem', 'ca.pem', 'accounts.json', 'nats-server.conf', 'server.json'];
  for (const name of names) {
    rmSync(join(server.folder, name));
    assert.ok((await server.init()).ok, name);
    assert.ok(existsSync(join(server.folder, name)), name);
  }
  assert.equal(
    readdirSync(server.folder).filter((name) => name.endsWith('.tmp')),
    [],
  );
});

test('without an address, and for a name that the authority was not made for, it says what to do', async () => {
  const server = await OwnServer.prepared();
  const none = await server.init({});
  assert.is(
    none.ok ? '' : none.error.en,
    'give the address at which boxes reach the server: --url tls://nats.example.rs:4222',
  );
  assert.is(existsSync(server.folder), false, 'nothing is made');
  assert.ok((await server.init({ url: 'tls://nats.example.rs:4222' })).ok);
  const other = await server.init({ url: 'tls://nats.other.rs:4222' });
  assert.match(
    other.ok ? '' : other.error.en,
    /was created for other names, not for nats\.other\.rs.*remove that folder/,
  );
});

test('what is replaced keeps the group of its folder, by which nats-server reads it', async () => {
  // Only root may give a folder to a group.
  if (process.getuid?.() !== 0) return;
  const server = await OwnServer.prepared();
  mkdirSync(server.folder);
  chownSync(server.folder, 0, GROUP);
  chmodSync(server.folder, 0o2750);
  assert.ok((await server.init()).ok);
  assert.ok((await addBox(server.folder, { shop: 'a', box: '1'.repeat(32) })).ok);
  for (const name of ['accounts.json', 'server.pem', 'nats-server.conf', 'server.json', 'ca.pem'])
    assert.is(statSync(join(server.folder, name)).gid, GROUP, name);
});

test('of two commands at once one waits for nobody, and what the other has written stays', async () => {
  const server = await OwnServer.prepared();
  assert.ok((await server.init()).ok);
  const done = await Promise.all(
    ['1', '2', '3'].map((digit) => addBox(server.folder, { shop: 'a', box: digit.repeat(32) })),
  );
  const listed = await listBoxes(server.folder);
  assert.is(listed.ok && listed.value.length, done.filter(({ ok }) => ok).length);
  for (const one of done) if (!one.ok) assert.match(one.error.en, /^another command is running in .*; try again$/);
});

test('where nothing was made yet, and where no server runs, it is said', async () => {
  const server = await OwnServer.prepared();
  const list = await listBoxes(server.folder);
  assert.is(list.ok ? '' : list.error.en, `${server.folder} has no server; first run: kasirbox fleet init`);
  const add = await addBox(server.folder, { shop: 'a', box: '1'.repeat(32) });
  assert.is(add.ok ? '' : add.error.en, `${server.folder} has no server; first run: kasirbox fleet init`);
  assert.ok((await server.init()).ok);
  const added = await addBox(server.folder, { shop: 'a', box: '1'.repeat(32) });
  assert.equal(added.ok && added.value.reloaded, { ok: true, value: false });
});

test.run();
