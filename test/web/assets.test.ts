import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { FONT_FILES, type FontName, fontPath } from '../../src/receipt/fonts.js';
import { PRINT_SCRIPT } from '../../src/receipt/sheet/html.js';
import { TestBox } from '../kit/box.js';

let box: TestBox;
test.before(async () => {
  box = await TestBox.start();
});
test.after(() => box.stop());

const sha = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

test('the fonts of a sheet open without a key, whole, for pages of every origin, and are kept', async () => {
  for (const [name, file] of Object.entries(FONT_FILES)) {
    const expected = readFileSync(fontPath(name as FontName) ?? '');
    const { status, headers, bytes } = await box.stranger.fetch('GET', `/fonts/${file}`);
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
  const { status, headers, text } = await box.stranger.fetch('GET', '/print.js');
  assert.equal([status, text], [200, PRINT_SCRIPT]);
  assert.is(headers['content-type'], 'text/javascript; charset=utf-8');
});

test('HEAD tells the same without the bytes', async () => {
  for (const path of ['/fonts/DejaVuSans.ttf', '/print.js']) {
    const [got, head] = [await box.stranger.fetch('GET', path), await box.stranger.fetch('HEAD', path)];
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
    ...['/fonts/../kasirbox.cjs', '/fonts/%2e%2e/kasirbox.cjs', '/fonts//DejaVuSans.ttf', '/kasirbox.cjs'],
  ]) {
    assert.is((await box.stranger.fetch('GET', path)).status, 401, path);
  }
  assert.is((await box.stranger.fetch('POST', '/print.js')).status, 401);
});

test.run();
