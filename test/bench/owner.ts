import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { userKeyText } from '../../src/base/index.js';
import { ingest } from '../../src/programs/fleet/ingest/ingest.js';
import { boxAccount, readAccounts, writeAccounts } from '../../src/programs/fleet/server/accounts.js';
import { addBox, revokeBox } from '../../src/programs/fleet/server/boxes.js';
import { OwnServer } from '../kit/fleet/ownServer.js';
import { PostgresServer } from '../kit/fleet/postgres.js';
import { NO_SERVERS } from '../kit/fleet/scene.js';
import { boxUser, NatsServer } from '../kit/nats/server.js';
import { BoxProcess, cleanUp } from '../kit/process.js';
import type { Bench } from './bench.js';
import { count, ms, type Row, timed } from './figures.js';
import { copyOf, historyOf } from './history.js';
import { inEnglish } from '../kit/inEnglish.js';

const SHOP = 'bench';

/** What an owner's server needs for each box and receipt: the figures of docs/fleet.md. */
export async function ownerRows(bench: Bench): Promise<Row[]> {
  if (NO_SERVERS !== undefined) throw new Error(NO_SERVERS);
  try {
    const rows = [await diskRow(bench)];
    for (const boxes of [1000, 10_000, bench.size({ full: 100_000, quick: 20_000 })])
      rows.push(await usersRow(bench, boxes));
    return rows;
  } finally {
    cleanUp();
  }
}

/** What a receipt of a real box comes to in the stream and in PostgreSQL. */
async function diskRow(bench: Bench): Promise<Row> {
  const history = await historyOf(bench.size({ full: 10_000, quick: 2000 }), (line) => bench.say(line));
  const { server, streamed } = await streamOf(bench, history);
  bench.say(`${count(history.size)} receipts go into PostgreSQL`);
  const postgres = await PostgresServer.start([]);
  const folder = bench.folder();
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text, { mode: 0o600 });
    return join(folder, name);
  };
  const nats = {
    url: server.url,
    caFile: file('ca.pem', server.authority.ca),
    credentialsFile: file('owner.seed', server.owner.seed),
  };
  const used = process.cpuUsage();
  const { signal } = new AbortController();
  const done = await ingest({ nats, postgres: postgres.url(), once: true, signal, say: (line) => bench.say(line) });
  if (!done.ok) throw new Error(done.error.en);
  const { user, system } = process.cpuUsage(used);
  const bytes = await bytesIn(postgres);
  await postgres.stop();
  await server.kill();
  return {
    what: 'a receipt in PostgreSQL, with lines, taxes, payments, record and indexes',
    reach: '',
    reached: `${(bytes / history.size / 1024).toFixed(1)} KB`,
    bare: `${(streamed / history.size / 1024).toFixed(1)} KB in the stream`,
    note: `${count(history.size)} receipts of a box, a hundred in a message; ${((user + system) / 1000 / history.size).toFixed(2)} ms of CPU of the ingester each`,
  };
}

/** A real server to which a box has published its whole history; the size of the stream in bytes. */
async function streamOf(bench: Bench, history: Parameters<typeof copyOf>[0]) {
  const folder = copyOf(history, bench.folder());
  const box = await BoxProcess.start({ folder });
  const user = boxUser(SHOP, await box.id());
  const server = await NatsServer.start([user]);
  await server.asOwner((manager) =>
    manager.streams.add({ name: 'KASIRBOX', subjects: ['kasirbox.>'], allow_direct: true }),
  );
  const value = { url: server.url, credentials: user.seed, subject: `kasirbox.${SHOP}`, ca: server.authority.ca };
  const set = await box.ask('settings.set', { name: 'stream', value });
  if (set?.ok !== true) throw new Error(JSON.stringify(inEnglish(set)));
  for (let last = 0; ;) {
    await delay(3000);
    const { state } = await server.asOwner((manager) => manager.streams.info('KASIRBOX'));
    if (state.bytes === last && last > 10_000) {
      await box.stop();
      return { server, streamed: last };
    }
    last = state.bytes;
  }
}

async function bytesIn(postgres: PostgresServer): Promise<number> {
  const client = await postgres.client();
  await client.query('VACUUM ANALYZE');
  const { rows } = await client.query<{ bytes: string }>(
    `SELECT sum(pg_total_relation_size(oid)) AS bytes FROM pg_class
     WHERE relnamespace = 'kasirbox'::regnamespace AND relkind = 'r'`,
  );
  await client.end();
  return Number(rows[0]?.bytes);
}

/** How long it takes until a box is let in or shut out, among so many. */
async function usersRow(bench: Bench, boxes: number): Promise<Row> {
  bench.say(`a nats-server with ${count(boxes)} boxes`);
  const server = await OwnServer.prepared();
  await server.init();
  const others = Array.from({ length: boxes }, (_, at) => {
    const box = at.toString(16).padStart(32, '0');
    return boxAccount(nobody(), { shop: `shop-${at % 500}`, box, group: 'kiosks' });
  });
  const made = await readAccounts(server.folder);
  if (!made.ok || made.value === null) throw new Error('it was not made');
  await writeAccounts(server.folder, new Map([...made.value, ...others]));
  const started = await timed(() => server.run());
  const box = 'f'.repeat(32);
  const added = await timed(() => must(addBox(server.folder, { shop: SHOP, box })));
  const revoked = await timed(() => must(revokeBox(server.folder, box)));
  const pid = readFileSync(join(server.store, 'nats-server.pid'), 'utf8').trim();
  const [, kilobytes = ''] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  await server.kill();
  return {
    what: `until a box is let in, and shut out, on a nats-server with ${count(boxes)} boxes`,
    reach: '',
    reached: `${ms(added)}, ${ms(revoked)}`,
    bare: `${ms(started)} for its start`,
    note: `none of them connected; ${count(Number(kilobytes) / 1024)} MB resident`,
  };
}

async function must(done: Promise<{ readonly ok: boolean }>): Promise<void> {
  if (!(await done).ok) throw new Error('the server did not take it');
}

/** The public key of a user that has no seed: real ones in such numbers take minutes. */
function nobody(): string {
  return userKeyText(randomBytes(32));
}
