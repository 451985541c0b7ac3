import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { unpacked } from '../../../kit/fleet/packing.js';
import { boxUser, NatsServer, NO_NATS } from '../../../kit/nats/server.js';
import { cases } from '../../../kit/cases.js';
import { BoxProcess, cleanUp, SALE, temporaryFolder } from '../../../kit/process.js';
import { seededRandom } from '../../../kit/random.js';
import type { SentRecord } from './scene.js';
import { inEnglish } from '../../../kit/inEnglish.js';

const KILLS = cases('KILLS', { ci: 1, all: 4 });

const random = seededRandom();
test.after(cleanUp);

/** Sells one after the other until the box has ended. */
async function sell(box: BoxProcess, key: string): Promise<void> {
  try {
    for (;;) await box.issue(key, SALE);
  } catch {
    // the box was killed
  }
}

/** The receipts of the box in the order of its ledger. */
async function receiptsOf(box: BoxProcess, key: string): Promise<string[]> {
  const uuids: string[] = [];
  for (let [path, more] = ['/events?limit=1000', true]; more;) {
    const { status, text } = await box.send('GET', path, key);
    assert.is(status, 200, text);
    const page = JSON.parse(text) as { events: { type: string; uuid: string }[]; cursor: string; more: boolean };
    uuids.push(...page.events.filter(({ type }) => type === 'invoice.issued').map(({ uuid }) => uuid));
    [path, more] = [`/events?limit=1000&after=${page.cursor}`, page.more];
  }
  return uuids;
}

/** The records in the stream, in order. */
function recordsIn(server: NatsServer): Promise<SentRecord[]> {
  return server.asOwner(async (manager) => {
    const records: SentRecord[] = [];
    const { state } = await manager.streams.info('KASIRBOX');
    for (let seq = 1; seq <= state.last_seq; seq += 1) {
      const message = await manager.streams.getMessage('KASIRBOX', { seq });
      if (message === null || message.subject.endsWith('.state')) continue;
      records.push(...(unpacked(message.data) as { records: SentRecord[] }).records);
    }
    return records;
  });
}

const check = async (): Promise<void> => {
  const folder = join(temporaryFolder(), 'data');
  let box = await BoxProcess.start({ folder });
  const user = boxUser('pijaca', await box.id());
  const server = await NatsServer.start([user]);
  await server.asOwner((manager) =>
    manager.streams.add({ name: 'KASIRBOX', subjects: ['kasirbox.>'], allow_direct: true }),
  );
  const [key = ''] = await box.keys(1);
  const value = { url: server.url, credentials: user.seed, subject: 'kasirbox.pijaca', ca: server.authority.ca };
  const set = await box.ask('settings.set', { name: 'stream', value });
  assert.is(set?.ok, true, JSON.stringify(inEnglish(set)));
  for (let kill = 0; kill < KILLS; kill += 1) {
    const selling = sell(box, key);
    const wanted = (await recordsIn(server)).length + random.int(5, 40);
    while ((await recordsIn(server)).length < wanted);
    if (random.oneIn(2)) {
      await server.kill();
      await box.stop('SIGKILL');
      await server.run();
    } else await box.stop('SIGKILL');
    await selling;
    box = await BoxProcess.start({ folder });
  }
  const receipts = await receiptsOf(box, key);
  let records = await recordsIn(server);
  while (!records.some(({ receipt }) => receipt?.uuid === receipts.at(-1))) records = await recordsIn(server);
  const told = records.flatMap(({ receipt }) => (receipt == null ? [] : [receipt.uuid]));
  assert.equal(told, receipts, `SEED=${random.seed}`);
  for (const [at, { after }] of records.entries()) assert.is(after?.sequence, records[at - 1]?.sequence);
  assert.is((await box.stop()).code, 0);
  await server.kill();
  process.stdout.write(`${KILLS} kills: ${receipts.length} receipts, each once and in order\n`);
};

const name = `kill -9, ${KILLS} times, of the box, and of the server in half of them: each receipt is on the stream once, in order`;
if (NO_NATS === undefined) test(name, check);
else test.skip(name, check);

test.run();
