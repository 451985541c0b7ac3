import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { download, readAddress } from '../../../src/outward/updates/download.js';
import { seededRandom } from '../../kit/random.js';
import { testAuthority } from '../../kit/smtp/certificate.js';
import { inEnglish } from '../../kit/inEnglish.js';

const BUNDLE = seededRandom().bytes(300_000);
const NEVER = new AbortController().signal;

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A server that sends files; answers are for the next requests, and the last one stays. */
class FileServer {
  readonly asked: IncomingMessage['headers'][] = [];
  private constructor(
    private readonly server: Server,
    readonly ca: string,
  ) {}

  static async start(answers: Answer[]): Promise<FileServer> {
    const authority = await testAuthority();
    const server = createServer(await authority.server('127.0.0.1'));
    const files = new FileServer(server, authority.ca);
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      files.asked.push(request.headers);
      (answers.length > 1 ? answers.shift() : answers[0])?.(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return files;
  }

  url(path = '/update.raucb'): URL {
    return new URL(path, `https://127.0.0.1:${(this.server.address() as AddressInfo).port}`);
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}

/** Sends what was asked for, and breaks off after so many bytes. */
function sending(breakAfter = Infinity, tag = '"one"', unit = 'bytes'): Answer {
  return ({ headers }, response) => {
    const [, from] = /^bytes=(\d+)-$/.exec(headers.range ?? '') ?? [];
    const isRest = from !== undefined && headers['if-range'] === tag;
    const at = isRest ? Number(from) : 0;
    response.writeHead(isRest ? 206 : 200, {
      'Content-Length': BUNDLE.length - at,
      ETag: tag,
      ...(isRest && { 'Content-Range': `${unit} ${at}-${BUNDLE.length - 1}/${BUNDLE.length}` }),
    });
    if (at + breakAfter >= BUNDLE.length) response.end(BUNDLE.subarray(at));
    else response.write(BUNDLE.subarray(at, at + breakAfter), () => response.destroy());
  };
}

const absent: Answer = (_, response) => response.writeHead(404).end();

/** What came, and why it ended. `pauses`: how long it rested, ms. */
async function fetched(answers: Answer[]) {
  const server = await FileServer.start(answers);
  const pauses: number[] = [];
  const clock = { sleep: async (ms: number) => pauses.push(ms) > 0 };
  try {
    const opened = await download(server.url(), { clock, ca: server.ca }, NEVER);
    if (!opened.ok) return { bytes: Buffer.alloc(0), error: opened.error, pauses, asked: server.asked };
    const parts: Uint8Array[] = [];
    let error = '';
    try {
      for await (const piece of opened.value.pieces) parts.push(piece);
    } catch (thrown) {
      error = String(thrown);
    }
    return { bytes: Buffer.concat(parts), error, pauses, asked: server.asked };
  } finally {
    server.stop();
  }
}

test('a file arrives whole; an interrupted download continues where it was', async () => {
  const whole = await fetched([sending()]);
  assert.ok(whole.bytes.equals(BUNDLE));
  const broken = await fetched([sending(100_000), sending(100_000), sending()]);
  assert.ok(broken.bytes.equals(BUNDLE), String(inEnglish(broken.error)));
  assert.equal(
    broken.asked.slice(1).map(({ range }) => range?.startsWith('bytes=')),
    [true, true],
  );
  const other = await fetched([sending(100_000), sending(Infinity, '"one"', 'Bytes')]);
  assert.ok(other.bytes.equals(BUNDLE), 'a unit in another case');
  assert.equal(broken.pauses, [1000, 1000], 'what brings something on does not wait longer and longer');
});

test('the rest of another file is not taken, nor of a server that cannot go on', async () => {
  for (const then of [sending(Infinity, '"two"'), absent]) {
    const { bytes, error } = await fetched([sending(100_000), then]);
    assert.ok(bytes.length < BUNDLE.length);
    assert.match(String(inEnglish(error)), /did not arrive completely/);
  }
  const untagged: Answer = (_, response) => {
    response.writeHead(200, { 'Content-Length': BUNDLE.length });
    response.write(BUNDLE.subarray(0, 1000), () => response.destroy());
  };
  const { asked, error } = await fetched([untagged]);
  assert.match(String(inEnglish(error)), /did not arrive completely/);
  assert.is(asked.length, 1);
});

test('a network that is away for long is given up', async () => {
  const gone: Answer = (request) => request.socket.destroy();
  const { error, pauses } = await fetched([sending(1000), gone]);
  assert.match(String(inEnglish(error)), /did not arrive completely/);
  assert.equal(pauses, [1000, 5000, 15_000, 60_000, 120_000]);
});

test('redirects are followed a few times, and only to https', async () => {
  const to =
    (location: string): Answer =>
    (_, response) =>
      response.writeHead(302, { Location: location }).end();
  const { bytes } = await fetched([to('/a'), to('/b'), sending()]);
  assert.ok(bytes.equals(BUNDLE));
  assert.match(String(inEnglish((await fetched([to('/a')])).error)), /redirects too often/);
  assert.match(String(inEnglish((await fetched([to('http://127.0.0.1/')])).error)), /not https/);
  assert.match(String(inEnglish((await fetched([absent])).error)), /the server answers 404/);
});

test('a server that is not there or cannot prove who it is', async () => {
  const server = await FileServer.start([sending()]);
  const clock = { sleep: async () => true };
  const strange = await download(server.url(), { clock }, NEVER);
  assert.match(String(inEnglish(strange.ok ? '' : strange.error)), /did not prove its identity/);
  const url = server.url();
  server.stop();
  const away = await download(url, { clock, ca: server.ca }, NEVER);
  assert.match(String(inEnglish(away.ok ? '' : away.error)), /cannot be reached \(ECONNREFUSED\)/);
});

test('an address is https and names a server', () => {
  assert.is(readAddress('https://example.org/a.raucb')?.hostname, 'example.org');
  for (const no of ['http://example.org/a', 'file:///etc/passwd', 'a.raucb', 'ftp://x/', '']) {
    assert.is(readAddress(no), undefined, no);
  }
});

test.run();
