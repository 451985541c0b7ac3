// proof: attacks
// time limit: 240 s
// Attacks on the box from the Wi-Fi while a tablet sells.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type TLSSocket } from 'node:tls';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { BASE, BoxProcess, cleanUp, residentMegabytes, SALE } from '../../kit/process.js';
import { Turns } from '../../kit/turns.js';

const MAX_CONNECTIONS = 200;

/** All at once take a minute. */
const turns = new Turns(3);

/** Far more than the box holds. */
const IDLE = 1000;
/** Connections that are made at a time. */
const BATCH = 40;
const KEY_LENGTH = 48;

let box: BoxProcess;
let ca: Buffer;
let key: string;
/** Another box, for the slow attacks, which begin before all others, as each takes as long as the box lets it. */
let slowBox: BoxProcess | undefined;
let slow: { readonly received: readonly Promise<string>[] } | undefined;

test.before(async () => {
  box = await BoxProcess.start();
  ca = readFileSync(box.caFile);
  [key = ''] = await box.keys(1);
  if (!isSlowNow) return;
  slowBox = await BoxProcess.start();
  slow = await dripping(slowBox);
});
test.after(cleanUp);

async function open(port = box.port, authority = ca): Promise<TLSSocket> {
  const socket = connect({ host: '127.0.0.1', port, ca: authority });
  socket.on('error', () => undefined);
  await Promise.race([once(socket, 'secureConnect'), once(socket, 'close')]);
  return socket;
}

function head(start: string, ...headers: readonly string[]): string {
  return [`${start} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n');
}

const bearer = (secret: string): string => `Authorization: Bearer ${secret}`;

/** A sale as it goes over the wire. */
function saleOf(secret: string, id: string): string {
  const body = JSON.stringify({ ...SALE, clientRequestId: id });
  return head(`POST ${BASE}/invoices`, bearer(secret), `Content-Length: ${Buffer.byteLength(body)}`) + body;
}

/** All that comes over a connection, until `enough` or its end. */
function receive(socket: TLSSocket, enough: (text: string) => boolean = () => false): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const finish = (): void => {
      socket.off('data', take).off('close', finish);
      resolve(text);
    };
    const take = (piece: string): void => {
      text += piece;
      if (enough(text)) finish();
    };
    socket.setEncoding('utf8').on('data', take).once('close', finish);
  });
}

const statuses = (text: string): number[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
const answers = (count: number) => (text: string) => statuses(text).length === count && text.endsWith('}');

/** Clients that send a piece each second and never finish: all that each of them receives. */
async function dripping(on: BoxProcess): Promise<typeof slow> {
  const [secret = ''] = await on.keys(1);
  const authority = readFileSync(on.caFile);
  const begins = [
    ['GET / HTTP/1.1\r\nX-Slow: ', 'a'],
    [head(`POST ${BASE}/invoices`, bearer(secret), 'Content-Length: 100000'), ' '],
    [head(`POST ${BASE}/invoices`, bearer(secret), 'Transfer-Encoding: chunked'), '1\r\n \r\n'],
    ['', ''],
  ] as const;
  const received = begins.map(async ([begin, piece]) => {
    const socket = await open(on.port, authority);
    socket.write(begin);
    const timer = setInterval(() => socket.writable && socket.write(piece), 1000);
    return receive(socket).finally(() => clearInterval(timer));
  });
  return { received };
}

turns.test('a thousand idle connections neither stop a sale nor fill the memory', async () => {
  const tablet = await open();
  tablet.write(saleOf(key, 'idle-before'));
  await receive(tablet, answers(1));
  const before = residentMegabytes(box.pid);
  const idle: TLSSocket[] = [];
  while (idle.length < IDLE) idle.push(...(await Promise.all(Array.from({ length: BATCH }, () => open()))));
  for (const socket of idle) socket.resume();
  const held = residentMegabytes(box.pid) - before;

  tablet.write(saleOf(key, 'idle-during'));
  assert.equal(statuses(await receive(tablet, answers(1))), [201], 'over the connection of before');
  assert.is((await box.issue(key)).total, 300, 'over a new connection');
  // Closed connections notice it only after a while.
  for (const socket of idle.filter(({ destroyed }) => !destroyed).slice(0, -MAX_CONNECTIONS)) {
    if (!socket.destroyed) await once(socket, 'close');
  }
  const open200 = idle.filter((socket) => !socket.destroyed).length;
  assert.ok(open200 > MAX_CONNECTIONS / 2 && open200 <= MAX_CONNECTIONS, `${open200} are held`);
  assert.ok(held < 64, `${held} MB more`);
  for (const socket of [...idle, tablet]) socket.destroy();
});

turns.test('pipelined requests are answered in their order, each once', async () => {
  const socket = await open();
  const wire = Array.from({ length: 3 }, (_, at) => [
    saleOf(key, `pipelined-${at}`),
    head(`GET ${BASE}/me`, bearer(key)),
    head('GET /nowhere'),
  ]).flat();
  socket.write(wire.join(''));
  const text = await receive(socket, answers(wire.length));
  socket.destroy();
  assert.equal(statuses(text), Array.from({ length: 3 }, () => [201, 200, 401]).flat());
  const ids = [...text.matchAll(/"clientRequestId":"([^"]+)"/g)].map(([, id]) => id);
  assert.equal(
    ids,
    Array.from({ length: 3 }, (_, at) => `pipelined-${at}`),
  );
});

turns.test('far too many pipelined requests end the connection, and nothing else', async () => {
  const socket = await open();
  socket.write(Array.from({ length: 250 }, () => saleOf('nobody', 'without-a-key')).join(''));
  const answered = statuses(await receive(socket, answers(250)));
  socket.destroy();
  assert.ok(answered.every((status) => status === 401));
  assert.is((await box.issue(key)).total, 300);
});

turns.test('many header lines are accepted up to the largest size of a head', async () => {
  for (const [lines, status] of [
    [1500, 200],
    [4000, 431],
  ] as const) {
    const socket = await open();
    const many = Array.from({ length: lines }, (_, at) => `x${at}:`);
    socket.write(head(`GET ${BASE}/me`, bearer(key), ...many));
    assert.equal(statuses(await receive(socket, answers(1))), [status], `${lines} lines`);
    socket.destroy();
  }
});

turns.test('floods of wrong keys are all refused, hardly logged, and stop no sale', async () => {
  const [flooders, calls] = [4, 100];
  const flood = async (): Promise<number[]> => {
    const socket = await open();
    const refused: number[] = [];
    while (refused.length < calls) {
      const wrong = Array.from({ length: 10 }, (_, at) => `kasir_${String(at).padStart(KEY_LENGTH, '0')}`);
      socket.write(wrong.map((secret) => saleOf(secret, 'without-a-key')).join(''));
      refused.push(...statuses(await receive(socket, answers(wrong.length))));
    }
    socket.destroy();
    return refused;
  };
  const floods = Array.from({ length: flooders }, flood);
  const sales: number[] = [];
  for (let sale = 0; sale < 10; sale += 1) sales.push((await box.issue(key)).total);
  const refused = (await Promise.all(floods)).flat();
  assert.equal(
    sales,
    Array.from({ length: 10 }, () => 300),
  );
  assert.is(refused.length, flooders * calls);
  assert.equal([...new Set(refused)], [401]);
  const lines = box.log.split('\n').filter((line) => line.includes('"request.unauthorized"'));
  assert.ok(lines.length > 0 && lines.length < 60, `${lines.length} lines`);
});

const isSlowNow = turns.test('slow heads, slow bodies and silent connections are closed in the end', async () => {
  const received = await Promise.all(slow?.received ?? []);
  assert.equal(received.map(statuses), [[408], [408], [408], [408]]);
  const [secret = ''] = (await slowBox?.keys(1)) ?? [];
  assert.is((await slowBox?.issue(secret))?.total, 300);
});

test('after all of this the box stops as it should, and no request has failed', async () => {
  for (const one of [box, slowBox]) {
    if (one === undefined) continue;
    const { code, stdout } = await one.stop();
    assert.is(code, 0);
    assert.not.match(stdout, /"event":"request\.failed"/);
  }
});

test.run();
