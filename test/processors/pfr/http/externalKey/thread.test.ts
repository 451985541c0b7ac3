// turns: 2
import { writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { createServer } from 'node:tls';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ExternalDialer } from '../../../../../src/processors/pfr/http/externalKey/dial.js';
import type { ExternalKey } from '../../../../../src/processors/pfr/http/externalKey/messages.js';
import { TlsThread } from '../../../../../src/processors/pfr/http/externalKey/thread.js';
import { newFolder } from '../../../../kit/folder.js';
import { during } from '../servers.js';
import { identities } from '../tlsServers.js';
import { keyOf, never } from './keys.js';

const CLOCK = { by: 'clock' } as const;

/** Lets `use` dial a server by this thread, which asks for a certificate. */
async function dialling(
  thread: TlsThread,
  use: (dial: (key?: ExternalKey) => ReturnType<ExternalDialer['dial']>, heard: () => number) => Promise<void>,
): Promise<void> {
  const { server, asking, trusting, client } = await identities;
  const listening = createServer({ ...server, ...asking }, (socket) => socket.on('error', () => undefined));
  listening.on('tlsClientError', () => undefined);
  const sockets: Socket[] = [];
  listening.on('connection', (socket: Socket) => sockets.push(socket));
  await during(listening, (port) =>
    use(
      (key = keyOf(client)) => {
        const options = { key, host: '127.0.0.1', port, ca: trusting.ca, reportsKey: false, thread };
        return new ExternalDialer(options).dial(CLOCK, new AbortController().signal);
      },
      () => sockets.reduce((sum, { bytesRead }) => sum + bytesRead, 0),
    ),
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

test('a connection that opens in its idle time keeps it running', async () => {
  const thread = new TlsThread({ idleMs: 0 });
  await dialling(thread, async (dial) => {
    await thread.check();
    assert.ok((await dial()).ok);
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

test('one that cannot start names what is missing, and the server hears nothing; one that ends later is a broken connection', async () => {
  const faults: string[] = [];
  for (const thread of [
    new TlsThread({ program: null }),
    new TlsThread({ program: '/nowhere.cjs' }),
    new TlsThread({ library: 'libgnutls-that-is-not-there.so.30' }),
    new TlsThread({ library: 'libc.so.6' }),
    strange('throw new Error("no koffi\\nRequire stack: …")'),
    strange('process.exit(1)'),
    strange('parentPort.postMessage({ kind: "ready" }); parentPort.once("message", () => process.exit(1))'),
  ]) {
    await dialling(thread, async (dial, heard) => {
      const dialled = await dial();
      assert.ok(!dialled.ok);
      const { cause, detail } = dialled.error;
      assert.equal(thread.fault, cause === 'library' ? dialled.error : undefined);
      if (cause === 'library') assert.is(heard(), 0);
      faults.push(`${cause} ${detail}`);
    });
  }
  assert.match(faults[1] ?? '', /^library .*\/nowhere\.cjs/);
  assert.match(faults[2] ?? '', /^library .*libgnutls-that-is-not-there\.so\.30/);
  assert.match(faults[3] ?? '', /^library libc\.so\.6: .*gnutls_/);
  const plain = faults.filter((_, at) => ![1, 2, 3].includes(at));
  assert.equal(plain, ['library tls-worker.cjs', 'library no koffi', 'library THREAD_DIED', 'reset THREAD_DIED']);
});

test('whether it can be started is found out without a connection, and again once it was mended', async () => {
  const missing = new TlsThread({ library: 'libgnutls-that-is-not-there.so.30' });
  await Promise.all([missing.check(), missing.check()]);
  assert.is(missing.fault?.cause, 'library');
  assert.not.ok(missing.isRunning);

  const file = `${newFolder()}.cjs`;
  const thread = new TlsThread({ program: file, idleMs: 0 });
  await thread.check();
  assert.is(thread.fault?.cause, 'library');
  writeFileSync(
    file,
    "require('node:worker_threads').parentPort.on('message', () => {}).postMessage({ kind: 'ready' });",
  );
  await thread.check();
  assert.is(thread.fault, undefined);
  await stopped(thread);
});

test('one that does not let go of a connection is ended', async () => {
  const thread = strange('parentPort.on("message", () => { for (;;); })', 0);
  const { client, trusting, server } = await identities;
  await during(createServer(server), async (port) => {
    const options = { key: keyOf(client), host: '127.0.0.1', port, ca: trusting.ca, reportsKey: false, thread };
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
