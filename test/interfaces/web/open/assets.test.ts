import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { FONT_FILES, type FontName, fontPath } from '../../../../src/paper/documents/fonts.js';
import { PRINT_SCRIPT } from '../../../../src/paper/documents/sheet/html.js';
import { TestBox } from '../../../kit/box.js';
import { serveWithoutSocket } from '../../../kit/serve.js';

let box: TestBox;
test.before(async () => {
  box = await TestBox.start({ serve: serveWithoutSocket });
});
test.after(() => box.stop());

const sha = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

test('the fonts of a sheet open without a key, for pages of every origin, and may be cached', async () => {
  for (const [name, file] of Object.entries(FONT_FILES)) {
    const expected = readFileSync(fontPath(name as FontName) ?? '');
    const { status, headers, bytes } = await box.anonymous.fetch('GET', `/fonts/${file}`);
    assert.is(status, 200);
    assert.is(sha(bytes), sha(expected));
    assert.is(headers['content-type'], 'font/ttf');
    assert.is(headers['content-length'], String(expected.length));
    assert.is(headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.is(headers['access-control-allow-origin'], '*');
    assert.is(headers['x-content-type-options'], 'nosniff');
  }
});

test('the print script opens without a key', async () => {
  const { status, headers, text } = await box.anonymous.fetch('GET', '/print.js');
  assert.equal([status, text], [200, PRINT_SCRIPT]);
  assert.is(headers['content-type'], 'text/javascript; charset=utf-8');
});

test('the documents of the help page and their pictures open without a key, and no other file beside them', async () => {
  const { status, headers, text } = await box.anonymous.fetch('GET', '/help.json');
  assert.equal([status, headers['content-type']], [200, 'application/json']);
  const [picture = ''] = /\/help-[a-z0-9-]+\.png/.exec(text) ?? [];
  const image = await box.anonymous.fetch('GET', picture);
  assert.equal([image.status, image.headers['content-type']], [200, 'image/png']);
  assert.is((await box.anonymous.fetch('GET', '/help-none.png')).status, 404);
  for (const path of ['/help.json.gz', '/help-..%2fapp.png', '/help-app.js', '/help-/icon-192.png']) {
    assert.is((await box.anonymous.fetch('GET', path)).status, 401, path);
  }
});

test('HEAD has the same headers without the bytes', async () => {
  for (const path of ['/fonts/Inter_400Regular.ttf', '/print.js']) {
    const [got, head] = [await box.anonymous.fetch('GET', path), await box.anonymous.fetch('HEAD', path)];
    assert.is(head.status, 200);
    assert.is(head.bytes.length, 0);
    for (const name of ['content-type', 'content-length', 'cache-control']) {
      assert.is(head.headers[name], got.headers[name], `${path} ${name}`);
    }
  }
});

test('nothing else of those folders is there, however it is asked for', async () => {
  for (const path of [
    ...['/fonts', '/fonts/', '/fonts/LICENSE', '/fonts/dejavusans.ttf', '/fonts/DejaVuSerif.ttf'],
    ...['/fonts/../kasirbox.cjs', '/fonts/%2e%2e/kasirbox.cjs', '/fonts//Inter_400Regular.ttf', '/kasirbox.cjs'],
  ]) {
    assert.is((await box.anonymous.fetch('GET', path)).status, 401, path);
  }
  assert.is((await box.anonymous.fetch('POST', '/print.js')).status, 401);
});

/** Fonts that this process has open. */
function openFonts(): string[] {
  return readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).endsWith('.ttf');
    } catch {
      return false; // closed since
    }
  });
}

test('a font that nobody reads holds no open file, and is not copied for each who asks', async () => {
  await TestBox.during(async (served) => {
    const ca = readFileSync(join(served.folder, 'tls', 'ca.pem'));
    const ask = async (): Promise<TLSSocket> => {
      const socket = connect({ host: '127.0.0.1', port: Number(new URL(served.origin).port), ca });
      await once(socket, 'secureConnect');
      socket.write('GET /fonts/Inter_400Regular.ttf HTTP/1.1\r\nHost: localhost\r\n\r\n');
      await once(socket, 'data');
      socket.pause();
      return socket;
    };
    const before = process.memoryUsage().arrayBuffers;
    const sockets = await Promise.all(Array.from({ length: 30 }, ask));
    assert.equal(openFonts(), []);
    // Beside the one shared font each connection holds what it was handed, at both ends.
    const held = process.memoryUsage().arrayBuffers - before;
    const { length } = readFileSync(fontPath('text') ?? '');
    assert.ok(held < length + (30 * length) / 2, `${held} bytes`);
    for (const socket of sockets) socket.destroy();
  });
});

test.run();
