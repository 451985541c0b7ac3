import { constants, randomBytes } from 'node:crypto';
import { createServer, type Server, type TlsOptions } from 'node:tls';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { HttpChannel } from '../../../../../src/processors/pfr/http/channel.js';
import { afterRequest, ANSWER, base, during, INVOICE, outcomeText } from '../servers.js';
import { identities } from '../tlsServers.js';
import { keyOf } from './keys.js';

/** Sales of a day. */
const SALES = 100;
const HOUR = 3_600_000;
const NO_TICKET = { secureOptions: constants.SSL_OP_NO_TICKET };

/** How often the key has signed after each of so many sales, each on a connection of its own; `before` is called before each. */
async function signatures(
  options: TlsOptions,
  prepare: (server: Server) => (sale: number) => void = () => () => undefined,
  sales = SALES,
  monotonic?: () => number,
): Promise<number[]> {
  const { client, asking, server, trusting } = await identities;
  const key = keyOf(client);
  const listening = createServer({ ...server, ...asking, sessionTimeout: 24 * 3600, ...options }, (socket) => {
    socket.on('error', () => undefined);
    afterRequest(socket, () => socket.end(ANSWER));
  });
  const before = prepare(listening);
  const seen: number[] = [];
  await during(listening, async (port) => {
    const tls = { ...trusting, client: key, ...(monotonic !== undefined && { monotonic }) };
    const channel = new HttpChannel({ base: base(`https://127.0.0.1:${port}`), tls });
    for (let sale = 0; sale < sales; sale += 1) {
      before(sale);
      assert.is(outcomeText(await channel.exchange(INVOICE)), '200 0100');
      seen.push(key.asked.length);
    }
  });
  return seen;
}

/** A server that keeps its sessions itself, until it forgets them. */
function remembering(server: Server): () => void {
  const kept = new Map<string, Buffer>();
  server.on('newSession', (id, data, done) => {
    kept.set(id.toString('hex'), data);
    done();
  });
  server.on('resumeSession', (id, done) => done(null, kept.get(id.toString('hex')) ?? null));
  return () => kept.clear();
}

test('a server that gives tickets has one signature for a hundred sales', async () => {
  assert.is((await signatures({})).at(-1), 1);
});

test('so has one that knows its sessions by their ids alone', async () => {
  assert.is((await signatures(NO_TICKET, (server) => (remembering(server), () => undefined))).at(-1), 1);
});

test('after the key of its tickets was changed it has one more', async () => {
  const seen = await signatures({}, (server) => (sale) => {
    if (sale === SALES / 2) server.setTicketKeys(randomBytes(48));
  });
  assert.equal([seen[SALES / 2 - 1], seen[SALES / 2], seen.at(-1)], [1, 2, 2]);
});

test('after it has forgotten its sessions it has one more', async () => {
  const seen = await signatures(NO_TICKET, (server) => {
    const forget = remembering(server);
    return (sale) => {
      if (sale === SALES / 2) forget();
    };
  });
  assert.equal([seen[SALES / 2 - 1], seen[SALES / 2], seen.at(-1)], [1, 2, 2]);
});

test('one that resumes nothing has one for each', async () => {
  assert.is((await signatures(NO_TICKET, undefined, 10)).at(-1), 10);
});

/** The same for sales at these hours, of a server that resumes any session, however old. */
function signaturesAt(...hours: readonly number[]): Promise<number[]> {
  let now = 0;
  const set = (sale: number): void => void (now = hours[sale]! * HOUR);
  return signatures(
    {},
    () => set,
    hours.length,
    () => now,
  );
}

test('a session is resumed after the hours of a working day, and not after a whole one', async () => {
  assert.equal(await signaturesAt(100, 109), [1, 1]);
  assert.equal(await signaturesAt(100, 123), [1, 1]);
  assert.equal(await signaturesAt(100, 124), [1, 2]);
});

test('a session that is used is not younger for that, and the next one lives as long', async () => {
  assert.equal(await signaturesAt(0, 8, 16, 23, 25, 33, 41, 48, 50), [1, 1, 1, 1, 2, 2, 2, 2, 3]);
});

test('one that was refused makes way for the new one, which lives a whole day from then', async () => {
  const hours = [0, 20, 25, 43, 45];
  let now = 0;
  const renew = (server: Server) => (sale: number) => {
    now = hours[sale]! * HOUR;
    if (sale === 1) server.setTicketKeys(randomBytes(48));
  };
  assert.equal(await signatures({}, renew, hours.length, () => now), [1, 2, 2, 2, 3]);
});

test.run();
