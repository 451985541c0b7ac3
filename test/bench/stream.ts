import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { BASE_PATH } from '../../src/interfaces/api/router.js';
import { callService } from '../../src/interfaces/admin/socket.js';
import { Relay } from '../kit/nats/relay.js';
import { boxUser, NatsServer, NO_NATS } from '../kit/nats/server.js';
import type { Bench } from './bench.js';
import { type Asked, Customer } from './customer.js';
import { count, judged, median, ms, quantile, type Row, times } from './figures.js';
import { copyOf, type History, historyOf } from './history.js';
import { Service } from './service.js';
import { Shop } from './shop.js';
import { inEnglish } from '../kit/inEnglish.js';

const SHOP = 'bench';
/**
 * Sales of a block; blocks with the stream off, on and hanging take turns, short ones, so that what else the machine
 * does meets all.
 */
const BLOCK = 25;
/** For what a new setting begins, ms. */
const SETTLING = 1000;
/** In memory: what the server flushes is no matter of the disk of the box. */
const MEMORY = '/dev/shm';
const REACH = { seconds: 120, rss: 15 * 1024 * 1024, bytes: 2.5 * 1024, p99: 1.1 };
const KINDS = ['off', 'on', 'hanging'] as const;

/** The cost of publishing the ledger's events on a stream. */
export async function streamRows(bench: Bench): Promise<Row[]> {
  if (NO_NATS !== undefined)
    return [{ what: 'the stream', reach: '', reached: 'not measured', bare: '', note: NO_NATS }];
  const history = await historyOf(bench.size({ full: 100_000, quick: 5_000 }), (line) => bench.say(line));
  const folder = copyOf(history, bench.folder());
  const service = await Service.start(folder);
  const user = boxUser(SHOP, await idOf(folder));
  const store = mkdtempSync(join(existsSync(MEMORY) ? MEMORY : bench.folder(), 'kasirbox-bench-'));
  const server = await NatsServer.start([user], '', { store });
  await server.asOwner((manager) =>
    manager.streams.add({ name: 'KASIRBOX', subjects: ['kasirbox.>'], allow_direct: true }),
  );
  const customer = new Customer();
  const relay = await Relay.start(server.port);
  const url = `tls://127.0.0.1:${relay.port}`;
  const stream = { url, credentials: user.seed, subject: `kasirbox.${SHOP}`, ca: server.authority.ca };
  const box = { folder, service, server, relay, stream };
  try {
    const caught = await catchUp(bench, box, history.size);
    const wire = await wireRow(bench, box, history, customer);
    return [...caught, wire, await salesRow(bench, box, history, customer)];
  } finally {
    customer.end();
    server.signal('SIGCONT');
    await service.stop();
    relay.stop();
    await server.kill();
    rmSync(store, { recursive: true });
  }
}

async function idOf(folder: string): Promise<string> {
  const reply = await callService(folder, 'ledger.end', {});
  if (reply?.ok !== true) throw new Error(JSON.stringify(inEnglish(reply)));
  return reply.value.boxId;
}

interface Streaming {
  readonly folder: string;
  readonly service: Service;
  readonly server: NatsServer;
  readonly relay: Relay;
  readonly stream: object;
}

async function set({ folder }: Streaming, value: object | null): Promise<void> {
  const reply = await callService(folder, 'settings.set', { name: 'stream', value });
  if (reply?.ok !== true) throw new Error(JSON.stringify(inEnglish(reply)));
}

/** The messages in the stream, and what they come to, bytes. */
function streamed(server: NatsServer): Promise<{ readonly messages: number; readonly bytes: number }> {
  return server.asOwner(async (manager) => (await manager.streams.info('KASIRBOX')).state);
}

/** Waits until the stream no longer grows, s. */
async function quiet(server: NatsServer): Promise<number> {
  const begun = performance.now();
  let [last, at] = [-1, begun];
  for (;;) {
    const { messages } = await streamed(server);
    if (messages !== last) [last, at] = [messages, performance.now()];
    else if (performance.now() - at > 3000) return (at - begun) / 1000;
    await delay(200);
  }
}

async function catchUp(bench: Bench, box: Streaming, receipts: number): Promise<Row[]> {
  const { service, server, stream } = box;
  service.collect();
  await delay(1000);
  const before = service.rss;
  bench.say(`a box that was away for ${count(receipts)} receipts catches up`);
  const cpu = service.cpu;
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, service.rss)), 100);
  await set(box, stream);
  const seconds = await quiet(server);
  clearInterval(watch);
  const { messages, bytes } = await streamed(server);
  return [
    {
      what: `a box that was away for ${count(receipts)} receipts has caught up`,
      reach: `≤ ${REACH.seconds} s`,
      reached: judged(`${seconds.toFixed(0)} s`, seconds <= REACH.seconds),
      bare: '',
      note: `${count(messages)} messages, ${count(bytes / receipts)} bytes in the stream for each receipt; ${((service.cpu - cpu) / 1000).toFixed(0)} s of CPU`,
    },
    {
      what: 'memory meanwhile, resident, over that before',
      reach: '≤ 15 MB',
      reached: judged(`${((most - before) / 1024 / 1024).toFixed(1)} MB`, most - before <= REACH.rss),
      bare: `${(before / 1024 / 1024).toFixed(0)} MB before`,
      note: 'with the client, which is loaded with the first connection',
    },
  ];
}

async function sell(
  customer: Customer,
  service: Service,
  history: History,
  shop: Shop,
  sales: number,
): Promise<number[]> {
  const asked = Array.from({ length: sales }, (_, at): Asked => {
    const key = history.keys[at % history.keys.length] ?? '';
    return { method: 'POST', path: `${BASE_PATH}/invoices`, key, body: JSON.stringify(shop.next()) };
  });
  return customer.ask({ port: service.port, ca: service.ca, asked });
}

/** Heads of IPv4 and of TCP with its time stamps (RFC 7323), bytes: of each piece, and of its acknowledgement. */
const HEADS = 2 * (20 + 32);

/** All that goes over the wire for receipts that are sold one after the other, with a pause between them. */
async function wireRow(bench: Bench, box: Streaming, history: History, customer: Customer): Promise<Row> {
  const { service, server, relay } = box;
  const sales = bench.size({ full: 60, quick: 15 });
  bench.say(`${count(sales)} sales, one each two seconds`);
  const shop = new Shop(history.size + 7);
  const [stored, bytes, pieces] = [(await streamed(server)).bytes, relay.bytes, relay.pieces];
  for (let sale = 0; sale < sales; sale += 1) {
    await sell(customer, service, history, shop, 1);
    await delay(2000);
  }
  const each = (relay.bytes - bytes + (relay.pieces - pieces) * HEADS) / sales;
  const message = ((await streamed(server)).bytes - stored) / sales;
  return {
    what: 'bytes on the wire for a receipt that is sold by itself, both ways, with TLS, TCP and IP',
    reach: '≤ 2.5 KB',
    reached: judged(`${(each / 1024).toFixed(2)} KB`, each <= REACH.bytes),
    bare: `${(message / 1024).toFixed(2)} KB in the stream`,
    note: `${count(sales)} receipts, each a message; heads of TCP and IP are reckoned, with an acknowledgement of each segment`,
  };
}

async function salesRow(bench: Bench, box: Streaming, history: History, customer: Customer): Promise<Row> {
  const { service, server, stream } = box;
  const shop = new Shop(history.size + 1);
  const took: Record<(typeof KINDS)[number], number[]> = { off: [], on: [], hanging: [] };
  const rounds = bench.size({ full: 60, quick: 12 });
  for (let round = 0; round <= rounds; round += 1) {
    if (round % 10 === 0) bench.say(`sales with the stream off, on and hanging, round ${round} of ${rounds}`);
    for (const kind of KINDS) {
      await set(box, kind === 'off' ? null : stream);
      // What a connection costs is no matter of each sale.
      await delay(SETTLING);
      if (kind === 'hanging') server.signal('SIGSTOP');
      const sold = await sell(customer, service, history, shop, BLOCK);
      if (kind === 'hanging') server.signal('SIGCONT');
      // The first round warms the code up.
      if (round > 0) took[kind].push(...sold);
    }
  }
  const [off, on, hanging] = KINDS.map((kind) => quantile(took[kind], 0.99)) as [number, number, number];
  const worst = Math.max(on, hanging) / off;
  return {
    what: 'p99 of a sale with the stream on, and with a server that hangs',
    reach: '≤ 1.1 ×',
    reached: judged(`${times(on / off)} and ${times(hanging / off)}`, worst <= REACH.p99),
    bare: `${ms(off)} without`,
    note: `${count(took.off.length)} sales each, in turn; medians ${KINDS.map((kind) => ms(median(took[kind]))).join(', ')}`,
  };
}
