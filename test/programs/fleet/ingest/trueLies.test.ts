import { nanos } from '@nats-io/transport-node';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { IssuedInvoice } from '../../../../src/platform/ledger/invoice.js';
import { StreamScene } from '../../../outward/delivery/stream/scene.js';
import { PostgresServer } from '../../../kit/fleet/postgres.js';
import { NO_SERVERS } from '../../../kit/fleet/scene.js';
import { takeInFrom } from '../../../kit/fleet/takeIn.js';
import { forged } from '../../../kit/forged.js';
import { cleanUp } from '../../../kit/process.js';
import { seededRandom } from '../../../kit/random.js';
import { Turns } from '../../../kit/turns.js';

/** Each has servers of its own. */
const turns = new Turns(2);

/** Lies with the ledger and the stream of a box, from its bytes on the disk to the alarm of its owner. */
const random = seededRandom();
test.after(cleanUp);
const onServers = (name: string, work: (scene: StreamScene, postgres: PostgresServer) => Promise<void>): void => {
  const check = async (): Promise<void> => {
    const postgres = await PostgresServer.start();
    await StreamScene.during(random, (scene) => work(scene, postgres));
  };
  turns.test(name, NO_SERVERS === undefined ? check : undefined);
};
if (NO_SERVERS !== undefined) console.log(`skipped: ${NO_SERVERS}`);

async function rows<R extends object>(postgres: PostgresServer, query: string): Promise<R[]> {
  const client = await postgres.client();
  const found = await client.query<R>(query);
  await client.end();
  return found.rows;
}

/** Kind, what comes first in the message, and the PFR numbers of each alarm; each names the box. */
async function alarms(scene: StreamScene, postgres: PostgresServer): Promise<unknown[]> {
  const found = await rows<{ box: string; kind: string; message: string; receipts: string[] }>(
    postgres,
    'SELECT box, kind, message, receipts FROM kasirbox.alarms ORDER BY id',
  );
  return found.map(({ box, kind, message, receipts }) => {
    assert.is(box, scene.ledger.boxId.toString('hex'));
    return [kind, message.replace(/ (?:has come|was taken in|on,|and).*$/, ''), receipts];
  });
}

const numbers = (receipts: readonly IssuedInvoice[]): string[] =>
  receipts.map(({ signature }) => signature.invoiceNumber);

/** Para that the owner has of all receipts, and what they came to when they were issued. */
async function assertTotal(postgres: PostgresServer, receipts: readonly IssuedInvoice[]): Promise<void> {
  const total = receipts.reduce((sum, { draft }) => sum + draft.total, 0);
  assert.equal(await rows(postgres, 'SELECT sum(total)::float8 AS total FROM kasirbox.receipt'), [{ total }]);
}

onServers(
  'a receipt that was lowered on the disk after it was told is named when it is told again',
  async (scene, postgres) => {
    await scene.server.asOwner((manager) => manager.streams.update('KASIRBOX', { duplicate_window: nanos(1000) }));
    await scene.issue(5);
    await scene.told();
    await takeInFrom(scene.server, postgres.url());
    const { issued } = scene;
    // The stream has forgotten the box, which tells all that its ledger has.
    await scene.server.asOwner((manager) => manager.streams.purge('KASIRBOX'));
    await scene.restart(forged(scene.image(), issued[2]?.uuid ?? '', 1));
    await scene.told();
    await takeInFrom(scene.server, postgres.url());
    const third = (await scene.records())[2]?.sequence;
    assert.equal(await alarms(scene, postgres), [['changed', `record ${third}`, numbers(issued.slice(2, 3))]]);
    await assertTotal(postgres, issued);
  },
);

onServers(
  'a receipt that was lowered on the disk before it was told is named by the one behind it',
  async (scene, postgres) => {
    await scene.issue(2);
    await scene.told();
    await scene.server.kill();
    await scene.issue(4);
    await scene.restart(forged(scene.image(), scene.issued[3]?.uuid ?? '', 1));
    await scene.server.run();
    await scene.told();
    await takeInFrom(scene.server, postgres.url());
    const shows = (await scene.records())[4]?.sequence;
    assert.equal(await alarms(scene, postgres), [['changed', `record ${shows}`, numbers(scene.issued.slice(3, 5))]]);
  },
);

onServers(
  'a box that was restored, and sells on beside what it had told, is named with what it has sold',
  async (scene, postgres) => {
    await scene.issue(3);
    await scene.told();
    const backup = scene.image();
    await scene.issue(2);
    await scene.told();
    await takeInFrom(scene.server, postgres.url());
    const before = [...scene.issued];
    await scene.restart(backup);
    await scene.issue(4);
    await scene.told();
    await takeInFrom(scene.server, postgres.url());
    const [forkedAt] = await rows<{ sequence: string }>(
      postgres,
      'SELECT min(sequence) AS sequence FROM kasirbox.conflict',
    );
    const message = `from record ${forkedAt?.sequence}`;
    assert.equal(await alarms(scene, postgres), [['fork', message, numbers(scene.issued.slice(5))]]);
    await assertTotal(postgres, before);
  },
);

onServers(
  'messages that are gone from the stream are a hole, with the numbers that are missing',
  async (scene, postgres) => {
    for (let left = 6; left > 0; left -= 1) {
      await scene.issue(1);
      await scene.told();
    }
    await scene.server.asOwner(async (manager) => {
      const { state } = await manager.streams.info('KASIRBOX');
      for (const back of [3, 2]) await manager.streams.deleteMessage('KASIRBOX', state.last_seq - back);
    });
    await takeInFrom(scene.server, postgres.url());
    assert.equal(await alarms(scene, postgres), [], 'they may still come');
    await takeInFrom(scene.server, postgres.url(), { graceMs: 0 });
    const [fifth] = numbers(scene.issued.slice(4));
    const [first] = await scene.records();
    const message = `records between ${(first?.sequence ?? 0) + 2}`;
    assert.equal(await alarms(scene, postgres), [['hole', message, [fifth]]]);
    assert.equal(await rows(postgres, 'SELECT first_number, last_number FROM kasirbox.numbers_missing'), [
      { first_number: '3', last_number: '4' },
    ]);
  },
);

test.run();
