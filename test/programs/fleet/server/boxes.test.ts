// turns: 2
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { jetstream, type JetStreamClient, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { GroupBucket } from '../../../../src/programs/fleet/group/bucket.js';
import { BoxStream } from '../../../../src/programs/fleet/ingest/stream.js';
import { addBox, listBoxes, moveBox, revokeBox } from '../../../../src/programs/fleet/server/boxes.js';
import { OwnServer } from '../../../kit/fleet/ownServer.js';
import { NO_NATS } from '../../../kit/nats/server.js';
import { cleanUp } from '../../../kit/process.js';

test.after(cleanUp);
const real = (name: string, work: () => Promise<void>): void => {
  if (NO_NATS === undefined) test(name, work);
  else test.skip(name, work);
};

const [ONE, TWO] = ['1'.repeat(32), '2'.repeat(32)];
const SHOP = 'novi-sad-1';

/** The setting of a box that was just let in. */
async function added(server: OwnServer, box: string, group?: string) {
  const done = await addBox(server.folder, { shop: SHOP, box, group });
  if (!done.ok) throw new Error(done.error.en);
  assert.equal(done.value.reloaded, { ok: true, value: true });
  return done.value.value;
}

/** With the stream that an ingester makes, and two boxes of one shop, of which the first is connected. */
async function scene(
  work: (server: OwnServer, connection: NatsConnection, seeds: readonly string[]) => Promise<void>,
): Promise<void> {
  const server = await OwnServer.start();
  const ingester = { url: server.url, caFile: join(server.folder, 'ca.pem') };
  await (await BoxStream.open({ ...ingester, credentialsFile: join(server.folder, 'ingester.seed') })).close();
  const seeds = [await added(server, ONE, 'kiosks'), await added(server, TWO)].map(({ credentials }) => credentials);
  const connection = await server.connection(seeds[0] ?? '', `_INBOX.${ONE}`);
  try {
    await work(server, connection, seeds);
  } finally {
    await connection.close();
    await server.kill();
  }
}

/** The client wraps what the server has said. */
function nameOf(error: unknown): string {
  const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return reason instanceof Error ? reason.name : '';
}

/** What becomes of a message on this subject: the name of the refusal, or that it was taken. */
async function publish(connection: NatsConnection, subject: string): Promise<string> {
  try {
    await jetstream(connection, { timeout: 2000 }).publish(subject, 'x');
    return 'taken';
  } catch (error) {
    return nameOf(error);
  }
}

/**
 * Publishes one message after another until `signal` is aborted, and returns what the server has confirmed, with the
 * first message, which it must have. While the server reloads, JetStream is not ready, and an answer may be lost: only
 * then a message is published again. Each expects that the one before is the last, so a lost or doubled message fails
 * the next one, and one that was stored without an answer is refused when it is published again.
 */
async function publishUntil(signal: AbortSignal, box: JetStreamClient, subject: string): Promise<readonly string[]> {
  const confirmed = ['first'];
  let isUnanswered = false;
  while (!signal.aborted || isUnanswered) {
    const count = confirmed.length;
    const message = `message ${count + 1}`;
    try {
      const { seq } = await box.publish(subject, message, { expect: { lastSubjectSequence: count } });
      assert.is(seq, count + 1);
    } catch (error) {
      const wasStored = isUnanswered && String(error) === `JetStreamApiError: wrong last sequence: ${count + 1}`;
      const name = error instanceof Error ? error.name : '';
      if (!wasStored && name !== 'JetStreamNotEnabled' && name !== 'TimeoutError') throw error;
      isUnanswered ||= name === 'TimeoutError';
      if (!wasStored) continue;
    }
    isUnanswered = false;
    confirmed.push(message);
  }
  return confirmed;
}

/** All messages of the boxes' stream, as the owner reads them. */
async function storedMessages(server: OwnServer): Promise<readonly string[]> {
  const owner = await server.connection(server.seed('owner'));
  const { streams } = await jetstreamManager(owner);
  const { state } = await streams.info('KASIRBOX');
  const texts: string[] = [];
  for (let seq = 1; seq <= state.last_seq; seq += 1)
    texts.push((await streams.getMessage('KASIRBOX', { seq }))?.string() ?? `${seq} is missing`);
  await owner.close();
  return texts;
}

async function asked(connection: NatsConnection, subject: string, payload = ''): Promise<string> {
  try {
    await connection.request(subject, payload, { timeout: 2000 });
    return 'answered';
  } catch (error) {
    return nameOf(error);
  }
}

async function subscribed(connection: NatsConnection, subject: string): Promise<string> {
  return new Promise((done) => {
    const subscription = connection.subscribe(subject, { callback: (error) => done(error?.name ?? 'heard') });
    // The server has seen the subscription when it answers a ping behind it.
    void connection.flush().then(() => {
      subscription.unsubscribe();
      done('allowed');
    });
  });
}

real('a box may tell on its own subject and read its own last message, and nothing of any other box', () =>
  scene(async (server, connection) => {
    const [own, other] = [`kasirbox.${SHOP}.${ONE}`, `kasirbox.${SHOP}.${TWO}`];
    const get = '$JS.API.DIRECT.GET.KASIRBOX';
    for (const subject of [own, `${own}.state`]) assert.is(await publish(connection, subject), 'taken', subject);
    assert.is(await asked(connection, `${get}.${own}`), 'answered');
    for (const subject of [other, `${other}.state`, `kasirbox.${SHOP}.x`, `kasirbox.other.${ONE}`, `${own}.more`])
      assert.is(await publish(connection, subject), 'PermissionViolationError', subject);
    const owner = await server.connection(server.seed('owner'));
    const { state } = await (await jetstreamManager(owner)).streams.info('KASIRBOX');
    assert.is(state.messages, 2);
    const all = JSON.stringify({ last_by_subj: other });
    const making = JSON.stringify({ name: 'X', subjects: ['x'] });
    const consumer = JSON.stringify({ stream_name: 'KASIRBOX', config: { deliver_subject: `_INBOX.${ONE}.x` } });
    for (const [subject, payload] of [
      ...([[`${get}.${other}`, ''] as const, [get, all], ['$JS.API.STREAM.MSG.GET.KASIRBOX', all]] as const),
      ...([['$JS.API.STREAM.CREATE.X', making] as const, ['$JS.API.CONSUMER.CREATE.KASIRBOX', consumer]] as const),
      ...([['$JS.API.STREAM.INFO.KASIRBOX', ''] as const, ['$JS.API.STREAM.PURGE.KASIRBOX', '']] as const),
      ['$JS.API.STREAM.DELETE.KASIRBOX', ''] as const,
    ])
      assert.is(await asked(connection, subject, payload), 'PermissionViolationError', subject);
    for (const subject of ['>', 'kasirbox.>', other, '_INBOX.>', `_INBOX.${TWO}.>`, '$JS.>', '$KV.KASIRBOX.>'])
      assert.is(await subscribed(connection, subject), 'PermissionViolationError', subject);
    await owner.close();
  }),
);

real('a box reads the prices of its own group, and those of another one when it was moved there', () =>
  scene(async (server, connection, [, seed = '']) => {
    const key = (group: string): string => `$KV.KASIRBOX.catalogue.${group}`;
    const get = (group: string): string => `$JS.API.DIRECT.GET.KV_KASIRBOX.${key(group)}`;
    const owner = await server.connection(server.seed('owner'));
    const name = 'KV_KASIRBOX';
    await (await jetstreamManager(owner)).streams.add({ name, subjects: ['$KV.KASIRBOX.>'], allow_direct: true });
    for (const group of ['kiosks', 'bakeries']) await jetstream(owner).publish(key(group), 'prices');
    assert.is(await asked(connection, get('kiosks')), 'answered');
    assert.is(await subscribed(connection, 'kasirbox-group.catalogue.kiosks'), 'allowed');
    assert.is(await subscribed(connection, 'kasirbox-group.settings.kiosks'), 'allowed');
    assert.is(await asked(connection, get('bakeries')), 'PermissionViolationError');
    for (const subject of ['kasirbox-group.catalogue.bakeries', 'kasirbox-group.>', key('kiosks')])
      assert.is(await subscribed(connection, subject), 'PermissionViolationError', subject);
    for (const subject of [key('kiosks'), 'kasirbox-group.catalogue.kiosks'])
      assert.is(await publish(connection, subject), 'PermissionViolationError', subject);
    const moved = await moveBox(server.folder, TWO, 'bakeries');
    assert.ok(moved.ok && moved.value.isReloaded);
    const second = await server.connection(seed, `_INBOX.${TWO}`);
    assert.is(await asked(second, get('bakeries')), 'answered');
    await second.close();
    await owner.close();
  }),
);

real('a box that is revoked is cut off at once and not let in again; the other one notices nothing', () =>
  scene(async (server, connection, [one = '', two = '']) => {
    const other = await server.connection(two, `_INBOX.${TWO}`);
    const closed = connection.closed();
    const revoked = await revokeBox(server.folder, ONE);
    assert.ok(revoked.ok && revoked.value.isReloaded);
    await closed;
    assert.is(
      await server.connection(one).then(() => 'connected', String),
      'AuthorizationError: Authorization Violation',
    );
    assert.is(await publish(other, `kasirbox.${SHOP}.${TWO}`), 'taken');
    assert.not(other.isClosed());
    const again = await revokeBox(server.folder, ONE);
    assert.equal(again, {
      ok: false,
      error: {
        sr: `${ONE} није уређај који сме да се повеже: већ је опозван, или није ни додат`,
        en: `${ONE} is not a box that may connect: it was already revoked, or never added`,
      },
    });
    const listed = await listBoxes(server.folder);
    assert.equal(listed.ok && listed.value.map(({ box }) => box), [TWO]);
    await other.close();
  }),
);

real('a box works from the moment on at which it was let in, and while others come and go', async () => {
  const server = await OwnServer.start();
  const address = { url: server.url, caFile: join(server.folder, 'ca.pem') };
  await (await BoxStream.open({ ...address, credentialsFile: join(server.folder, 'ingester.seed') })).close();
  const bucket = await GroupBucket.open({ ...address, credentialsFile: join(server.folder, 'owner.seed') });
  await bucket.put('catalogue.kiosks', Buffer.from('1'), undefined);
  const connection = await server.connection((await added(server, ONE, 'kiosks')).credentials, `_INBOX.${ONE}`);
  const box = jetstream(connection, { timeout: 2000 });
  const { direct } = await jetstreamManager(connection, { checkAPI: false });
  const [own, key] = [`kasirbox.${SHOP}.${ONE}`, '$KV.KASIRBOX.catalogue.kiosks'];
  const last = async (stream: string, subject: string): Promise<string | undefined> =>
    (await direct.getMessage(stream, { last_by_subj: subject }))?.string();
  assert.is(await last('KASIRBOX', own), undefined);
  assert.equal(await box.publish(own, 'first', { msgID: '1' }), { stream: 'KASIRBOX', seq: 1, duplicate: false });
  assert.equal(await box.publish(own, 'first', { msgID: '1' }), { stream: 'KASIRBOX', seq: 1, duplicate: true });
  const wrong = box.publish(own, 'x', { expect: { lastSubjectSequence: 7 } });
  assert.is(await wrong.then(() => '', String), 'JetStreamApiError: wrong last sequence: 1');
  assert.is(await last('KASIRBOX', own), 'first');
  assert.is(await last('KV_KASIRBOX', key), '1');
  const heard: string[] = [];
  connection.subscribe('kasirbox-group.catalogue.kiosks', {
    callback: (error, message) => void heard.push(error?.name ?? message.string()),
  });
  await connection.flush();
  const changes = new AbortController();
  const publishing = publishUntil(changes.signal, box, own);
  await added(server, TWO, 'kiosks');
  assert.ok((await moveBox(server.folder, TWO, 'bakeries')).ok);
  assert.ok((await revokeBox(server.folder, TWO)).ok);
  changes.abort();
  const confirmed = await publishing;
  assert.ok(confirmed.length > 1, 'it has published meanwhile');
  assert.equal(await storedMessages(server), confirmed);
  await bucket.put('catalogue.kiosks', Buffer.from('2'), await bucket.last('catalogue.kiosks'));
  assert.is(await last('KV_KASIRBOX', key), '2');
  assert.equal(heard, ['2']);
  await Promise.all([connection.close(), bucket.close()]);
  await server.kill();
});

real('a revocation that the running server has not heard of is told to it by a repeat', () =>
  scene(async (server, connection) => {
    const path = join(server.folder, 'accounts.json');
    const rows = readFileSync(path, 'utf8').split('\n');
    // As after a crash between the file and the signal.
    writeFileSync(path, rows.filter((row) => !row.startsWith(`"${ONE}":`)).join('\n'));
    const closed = connection.closed();
    assert.not((await revokeBox(server.folder, ONE)).ok);
    await closed;
  }),
);

real('a box is let in once, its secret is nowhere on disk, and only the group of the server reads the file', () =>
  scene(async (server, _connection, [one = '']) => {
    const again = await addBox(server.folder, { shop: 'other', box: ONE });
    assert.match(
      again.ok ? '' : again.error.en,
      /already exists, in novi-sad-1; for a new credential, first revoke it/,
    );
    const path = join(server.folder, 'accounts.json');
    assert.is(statSync(path).mode & 0o777, 0o640);
    assert.not.match(readFileSync(path, 'utf8') + readFileSync(server.log, 'utf8'), new RegExp(one));
    assert.match(one, /^SU[A-Z2-7]{56}$/);
  }),
);

real('a file that somebody has broken is left as it is, and a server that refuses it is said', () =>
  scene(async (server) => {
    const path = join(server.folder, 'accounts.json');
    const good = readFileSync(path, 'utf8');
    writeFileSync(path, good.slice(0, -5));
    for (const done of [
      await addBox(server.folder, { shop: SHOP, box: '3'.repeat(32) }),
      await listBoxes(server.folder),
    ])
      assert.match(
        done.ok ? '' : done.error.en,
        /accounts\.json is not as kasirbox fleet writes it; correct it first$/,
      );
    assert.is(readFileSync(path, 'utf8'), good.slice(0, -5));
    // Users and accounts of somebody else's stay.
    const [more, mine] = [
      '{"user":"grafana","password":"$2a$11$x"}',
      '"MINE":{"users":[{"user":"me","password":"x"}]}',
    ];
    writeFileSync(path, good.replace('"users":[', `"users":[${more},`).replace('{\n', `{\n${mine},\n`));
    assert.ok((await revokeBox(server.folder, TWO)).ok);
    const kept = readFileSync(path, 'utf8');
    assert.ok(kept.includes(`"users":[${more},`) && kept.includes(`\n${mine},\n`));
  }),
);

test.run();
