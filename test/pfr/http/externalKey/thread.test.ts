import { setMaxListeners } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:tls';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ExternalDialer } from '../../../../src/pfr/http/externalKey/dial.js';
import type { ExternalKey } from '../../../../src/pfr/http/externalKey/key.js';
import { TlsThread } from '../../../../src/pfr/http/externalKey/thread.js';
import { newFolder } from '../../../kit/folder.js';
import { during } from '../servers.js';
import { identities } from '../tlsServers.js';
import { keyOf, never } from './keys.js';

const CLOCK = { by: 'clock' } as const;
const ALWAYS = new AbortController().signal;

/** Lets `use` dial a server by this thread, which asks for a certificate. */
async function dialling(
  thread: TlsThread,
  use: (dial: (key?: ExternalKey) => ReturnType<ExternalDialer['dial']>) => Promise<void>,
): Promise<void> {
  const { server, asking, trusting, client } = await identities;
  const listening = createServer({ ...server, ...asking }, (socket) => socket.on('error', () => undefined));
  listening.on('tlsClientError', () => undefined);
  await during(listening, (port) =>
    use((key = keyOf(client)) => {
      const options = { key, host: '127.0.0.1', port, ca: trusting.ca, tellsKey: false, thread };
      return new ExternalDialer(options).dial(CLOCK, ALWAYS);
    }),
  );
  thread.kill();
}

test('it starts with the first connection, and ends when the last one has been closed for a while', async () => {
  const thread = new TlsThread({ idleMs: 0 });
  assert.not.ok(thread.isRunning);
  await dialling(thread, async (dial) => {
    const [one, other] = [await dial(), await dial()];
    assert.ok(one.ok && other.ok && thread.isRunning);
    one.value.destroy();
    other.value.destroy();
    await stopped(thread);
    assert.ok((await dial()).ok, 'and starts again');
  });
});

test('when it dies, its connections end with an error, and the next one has a new thread', async () => {
  const thread = new TlsThread();
  await dialling(thread, async (dial) => {
    const standing = await dial();
    assert.ok(standing.ok);
    const ended = new Promise<Error>((resolve) => standing.value.once('error', resolve));
    thread.kill();
    assert.match((await ended).message, /THREAD_DIED/);
    assert.ok((await dial()).ok);
  });
});

test('when it dies while a key signs, the handshake ends, and the process stays', async () => {
  const { client } = await identities;
  for (let times = 0; times < 10; times += 1) {
    const thread = new TlsThread();
    await dialling(thread, async (dial) => {
      const dying = await dial(keyOf(client, () => (thread.kill(), never())));
      assert.equal(dying, { ok: false, error: { cause: 'reset', detail: 'THREAD_DIED' } });
    });
  }
});

async function stopped(thread: TlsThread): Promise<void> {
  while (thread.isRunning) await new Promise(setImmediate);
}

/** A thread with this program. */
function strange(program: string, patienceMs = 60_000): TlsThread {
  const file = `${newFolder()}.cjs`;
  writeFileSync(file, `const { parentPort } = require('node:worker_threads');\n${program}`);
  return new TlsThread({ program: file, patienceMs });
}

test('one that cannot start, fails, or ends by itself is a fault', async () => {
  const faults: string[] = [];
  for (const thread of [
    new TlsThread({ program: null }),
    new TlsThread({ program: '/nowhere.cjs' }),
    strange('throw new Error("no GnuTLS")'),
    strange('parentPort.once("message", () => process.exit(1))'),
  ]) {
    await dialling(thread, async (dial) => {
      const dialled = await dial();
      faults.push(dialled.ok ? 'none' : `${dialled.error.cause} ${dialled.error.detail}`);
    });
  }
  assert.equal(faults, ['protocol NO_THREAD', 'reset THREAD_DIED', 'reset THREAD_DIED', 'reset THREAD_DIED']);
});

test('one that does not let go of a connection is ended', async () => {
  const thread = strange('parentPort.on("message", () => { for (;;); })', 0);
  const { client, trusting, server } = await identities;
  await during(createServer(server), async (port) => {
    const options = { key: keyOf(client), host: '127.0.0.1', port, ca: trusting.ca, tellsKey: false, thread };
    const stop = new AbortController();
    const dialled = new ExternalDialer(options).dial(CLOCK, stop.signal);
    while (!thread.isRunning) await new Promise(setImmediate);
    stop.abort();
    assert.equal(await dialled, { ok: false, error: { cause: 'timeout', detail: 'ETIMEDOUT' } });
    await stopped(thread);
  });
});

test('more keys than it has places for are refused, and the others sign', async () => {
  const { client } = await identities;
  const thread = new TlsThread();
  await dialling(thread, async (dial) => {
    let asked = 0;
    let release = (): void => undefined;
    const free = new Promise<undefined>((resolve) => (release = () => resolve(undefined)));
    setMaxListeners(0, ALWAYS);
    const all = Array.from({ length: 12 }, () => dial(keyOf(client, () => ((asked += 1), free))));
    while (asked < 12) await new Promise(setImmediate);
    release();
    const ends = (await Promise.all(all)).map((end) => (end.ok ? 'ok' : end.error.detail)).sort();
    assert.equal(ends, [
      ...Array.from({ length: 4 }, () => 'GNUTLS_E_PK_SIGN_FAILED'),
      ...Array.from({ length: 8 }, () => 'ok'),
    ]);
  });
});

test.run();
