// nats-server checks where a message goes, and not where its answer is to go: that one JetStream sends, with all rights.
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { jetstream, type JetStreamManager, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { GroupBucket } from '../../../../src/programs/fleet/group/bucket.js';
import { BoxStream, CONSUMER, STREAM } from '../../../../src/programs/fleet/ingest/stream.js';
import { addBox } from '../../../../src/programs/fleet/server/boxes.js';
import { OwnServer } from '../../../kit/fleet/ownServer.js';
import { NO_NATS } from '../../../kit/nats/server.js';
import { cleanUp } from '../../../kit/process.js';

test.after(cleanUp);
const real = (name: string, work: () => Promise<void>): void => {
  if (NO_NATS === undefined) test(name, work);
  else test.skip(name, work);
};

const [THIEF, OTHER] = ['1'.repeat(32), '2'.repeat(32)];
const SHOP = 'novi-sad-1';
const [OWN, OTHERS] = [`kasirbox.${SHOP}.${THIEF}`, `kasirbox.${SHOP}.${OTHER}`];
const [GET, BUCKET] = ['$JS.API.DIRECT.GET', '$KV.KASIRBOX'];
const PRICES = 'catalogue.kiosks';
/** All that a box may ask for; JetStream answers each. */
const ASKED = [
  ...[OWN, `${OWN}.state`, `${GET}.${STREAM}.${OWN}`],
  ...[`${GET}.KV_KASIRBOX.${BUCKET}.${PRICES}`, `${GET}.KV_KASIRBOX.${BUCKET}.settings.kiosks`],
];
/** Where it would have the answer go: to other boxes, to their inboxes, into the bucket, and to what JetStream does for owners. */
const ANSWERED = [
  ...[OTHERS, `${OTHERS}.state`, `_INBOX.${OTHER}.1`, 'kasirbox-group.catalogue.kiosks', `${BUCKET}.${PRICES}`],
  ...[`$JS.API.STREAM.PURGE.KV_KASIRBOX`, `$JS.API.CONSUMER.DELETE.${STREAM}.${CONSUMER}`],
  ...['PURGE', 'DELETE'].map((verb) => `$JS.API.STREAM.${verb}.${STREAM}`),
];

interface Scene {
  readonly thief: NatsConnection;
  readonly manager: JetStreamManager;
  /** What another box has heard, which listens to its group and to answers. */
  readonly heard: readonly string[];
}

/** Two boxes of a group with the files that commands of the owner have written, and what the owner has set for them. */
async function scene(work: (scene: Scene) => Promise<void>): Promise<void> {
  const server = await OwnServer.start();
  const address = { url: server.url, caFile: join(server.folder, 'ca.pem') };
  await (await BoxStream.open({ ...address, credentialsFile: join(server.folder, 'ingester.seed') })).close();
  const bucket = await GroupBucket.open({ ...address, credentialsFile: join(server.folder, 'owner.seed') });
  for (const key of [PRICES, 'settings.kiosks']) await bucket.put(key, Buffer.from('prices'), undefined);
  const owner = await server.connection(server.seed('owner'));
  const [thief, other] = [await connected(server, THIEF), await connected(server, OTHER)];
  const heard: string[] = [];
  for (const subject of ['kasirbox-group.catalogue.kiosks', `_INBOX.${OTHER}.>`])
    other.subscribe(subject, { callback: (_error, message) => void heard.push(message.subject) });
  await other.flush();
  try {
    await work({ thief, manager: await jetstreamManager(owner), heard });
    // It listens indeed.
    await jetstream(owner).publish(`${BUCKET}.${PRICES}`, 'new prices');
    await other.flush();
    assert.is(heard.at(-1), 'kasirbox-group.catalogue.kiosks');
  } finally {
    await Promise.all([thief, other, owner, bucket].map((connection) => connection.close()));
    await server.kill();
  }
}

async function connected(server: OwnServer, box: string): Promise<NatsConnection> {
  const added = await addBox(server.folder, { shop: SHOP, box, group: 'kiosks' });
  if (!added.ok) throw new Error(added.error.en);
  return server.connection(added.value.value.credentials, `_INBOX.${box}`);
}

/** What the stream, its consumer and the bucket are, once the server has done all that the thief has sent; or why there is none. */
async function standing(it: Scene): Promise<unknown> {
  return look(it).catch(String);
}

async function look({ thief, manager }: Scene): Promise<object> {
  // An answer may be asked for by another answer.
  for (let depth = 0; depth < 3; depth += 1) {
    await jetstream(thief).publish(OWN, 'own');
    await thief.request(`${GET}.${STREAM}.${OWN}`, '', { timeout: 5000 });
    await thief.request(`${GET}.KV_KASIRBOX.${BUCKET}.${PRICES}`, '', { timeout: 5000 });
    await manager.streams.info(STREAM);
  }
  const { state, created } = await manager.streams.info(STREAM, { subjects_filter: '>' });
  const { [OWN]: own, [`${OWN}.state`]: ownState, ...others } = state.subjects ?? {};
  const { created: madeConsumer } = await manager.consumers.info(STREAM, CONSUMER);
  const kept = await manager.streams.info('KV_KASIRBOX');
  return {
    ...{ others, created, madeConsumer, bucket: kept.state.messages, madeBucket: kept.created },
    first: state.first_seq,
    // Nothing was removed, and nothing else came.
    isWhole: (own ?? 0) + (ownState ?? 0) === state.last_seq,
  };
}

real('what a box asks is answered to itself alone, whichever subject it would have the answer go to', () =>
  scene(async (it) => {
    for (const subject of [OWN, `${OWN}.state`]) await jetstream(it.thief).publish(subject, 'first');
    const harmful: string[] = [];
    for (const reply of ANSWERED) {
      const [before, heard] = [await standing(it), it.heard.length];
      for (const asked of ASKED) {
        // What is stored may be an empty message, which is how JetStream is asked to delete.
        if (asked.startsWith('kasirbox')) it.thief.publish(asked, 'x', { reply });
        it.thief.publish(asked, '', { reply });
        // The last message of a box is what is read.
        it.thief.publish(`${GET}.${STREAM}.${OWN}`, '', { reply });
      }
      const after = await standing(it);
      if (!isDeepStrictEqual(before, after) || it.heard.length > heard) harmful.push(reply);
    }
    assert.equal(harmful, []);
  }),
);

test.run();
