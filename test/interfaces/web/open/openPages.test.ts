import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import { suite, test } from 'uvu';
import * as assert from 'uvu/assert';
import { FONT_FILES, type FontName, fontPath } from '../../../../src/paper/documents/fonts.js';
import { PRINT_SCRIPT } from '../../../../src/paper/documents/sheet/html.js';
import { body, line } from '../../../sales/invoicing/bodies.js';
import type { Invoice } from '../../../kit/answers.js';
import { TestBox } from '../../../kit/box.js';
import { type Client, read, type Reply } from '../../../kit/client.js';
import { serveWithoutSocket } from '../../../kit/serve.js';

const HOSTILE = `<script>alert(1)</script>&"'<img src=x onerror=alert(1)>`;

/** The checksum at the end of a payload, which anybody can make. */
const MD5_BYTES = 16;

let box: TestBox;
let client: Client;
let sold: Invoice;
let page: Reply;

test.before(async () => {
  box = await TestBox.start({ serve: serveWithoutSocket });
  client = await box.client();
  sold = read('Invoice', 201, await client.post('/invoices', body()));
  page = await open(sold.pfr.verificationUrl);
});
test.after(() => box.stop());

/** Opens a link as a customer's phone does: without a key. */
async function open(link: string, on: TestBox = box): Promise<Reply> {
  const { pathname, search } = new URL(link);
  return on.anonymous.fetch('GET', pathname + search);
}

/** The link with another payload. */
function withPayload(link: string, change: (payload: Buffer) => Buffer): string {
  const url = new URL(link);
  const payload = change(Buffer.from(url.searchParams.get('vl') ?? '', 'base64'));
  return `${url.origin}/v/?vl=${encodeURIComponent(payload.toString('base64'))}`;
}

function flipped(payload: Buffer, at: number): Buffer {
  const changed = Buffer.from(payload);
  changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
  return changed;
}

/** With the MD5 at its end corrected. */
function withChecksum(payload: Buffer): Buffer {
  const head = payload.subarray(0, -MD5_BYTES);
  return Buffer.concat([head, createHash('md5').update(head).digest()]);
}

function text(html: string): string {
  const characters: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };
  return html.replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => characters[name] ?? '');
}

test('the link of the QR code opens without a key and shows the receipt', () => {
  assert.is(page.status, 200);
  assert.is(page.headers['content-type'], 'text/html; charset=utf-8');
  assert.ok(text(page.text).includes(sold.journal.trimEnd()));
  assert.match(page.text, `<dd>${sold.pfr.invoiceNumber}</dd>`);
  const [, year, month, day, time = ''] = /(\d+)-(\d+)-(\d+) (.+)/.exec(sold.pfr.sdcDateTime) ?? [];
  assert.match(page.text, `<dd>${day}.${month}.${year}. ${time.replace(/^0/, '')}</dd>`);
});

test('the page says that the receipt is a demo without fiscal validity', () => {
  assert.match(page.text, /<h1>Демо рачун<\/h1>/);
  assert.match(page.text, /Ово је демо рачун без фискалне важности/);
});

test('nothing is loaded, nothing runs, no frame is allowed, and the only style is named by its hash', () => {
  const policy = String(page.headers['content-security-policy']).split('; ');
  const [, style = ''] = /<style>(.*?)<\/style>/s.exec(page.text) ?? [];
  assert.equal(policy.sort(), [
    "base-uri 'none'",
    "default-src 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  ]);
  assert.not.match(page.text, /<script|<img|<link|<iframe|\sstyle=|\son\w+=|https?:\/\//i);
  assert.is(page.headers['x-content-type-options'], 'nosniff');
  assert.is(page.headers['referrer-policy'], 'no-referrer');
  assert.is(page.headers['cache-control'], 'no-store');
});

test('every value is escaped', async () => {
  const hostile = { name: HOSTILE, unit: '<b>', cashier: HOSTILE.slice(0, 50), adText: HOSTILE, buyerId: '10:<b>"&\'' };
  const { cashier, adText, buyerId, ...item } = hostile;
  const premises = { location: '1234567-<b>', address: '"><b>', district: "'" };
  await box.set('company', { name: HOSTILE, tin: '100000049', ...premises });
  const request = body({ items: [line(item)], cashier, adText, buyerId, referentDocumentNumber: '<i>&amp;' });
  const invoice = read('Invoice', 201, await client.post('/invoices', request));
  const shown = await open(invoice.pfr.verificationUrl);
  assert.is(shown.status, 200);
  assert.ok(text(shown.text).includes(invoice.journal.trimEnd()));
  assert.not.match(shown.text, /<(script|img|b|i)\b/);
  assert.match(shown.text, /&lt;script&gt;/);
});

test('one changed byte anywhere in the link: a page 404 that gives nothing away', async () => {
  const payload = Buffer.from(new URL(sold.pfr.verificationUrl).searchParams.get('vl') ?? '', 'base64');
  const unknown = await open(`${box.origin}/v/?vl=x`);
  const refused = async (link: string, at: number): Promise<void> => {
    const reply = await open(link);
    assert.equal([reply.status, reply.text], [404, unknown.text], `byte ${at}`);
  };
  for (let at = 0; at < payload.length; at += 1) {
    await refused(
      withPayload(sold.pfr.verificationUrl, (bytes) => flipped(bytes, at)),
      at,
    );
    const isChecksum = at >= payload.length - MD5_BYTES;
    if (!isChecksum)
      await refused(
        withPayload(sold.pfr.verificationUrl, (bytes) => withChecksum(flipped(bytes, at))),
        at,
      );
  }
});

test('an unknown link: a page 404 that gives nothing away, under the same policy', async () => {
  for (const query of [
    '',
    '?',
    '?vl',
    '?vl=',
    '?vl=%',
    '?vl=AAAA',
    `?vl=${'A'.repeat(900)}`,
    `?x=${'A'.repeat(900)}`,
  ]) {
    const reply = await box.anonymous.fetch('GET', `/v/${query}`);
    assert.is(reply.status, 404, query);
    assert.is(reply.headers['content-type'], 'text/html; charset=utf-8');
    assert.match(reply.text, /<h1>Рачун није пронађен<\/h1>/);
    assert.is(reply.headers['content-security-policy'], page.headers['content-security-policy']);
    for (const secret of [sold.pfr.invoiceNumber, sold.pfr.requestedBy, 'ДЕМО'])
      assert.not.ok(reply.text.includes(secret));
  }
});

test("another box's link: 404", async () => {
  await TestBox.during(
    async (other) => {
      const theirs = read('Invoice', 201, await (await other.client()).post('/invoices', body()));
      assert.is((await open(theirs.pfr.verificationUrl, other)).status, 200);
      assert.is((await open(theirs.pfr.verificationUrl, box)).status, 404);
      assert.is((await open(sold.pfr.verificationUrl, other)).status, 404);
    },
    { serve: serveWithoutSocket },
  );
});

test('the link works with and without the slash, with plus signs that a phone has turned into blanks, and after a restart', async () => {
  const [, query = ''] = sold.pfr.verificationUrl.split('/v/');
  assert.is((await box.anonymous.fetch('GET', `/v${query}`)).status, 200);
  assert.is((await box.anonymous.fetch('GET', `/v/${query.replaceAll('%2B', '+')}`)).status, 200);
  await box.restart();
  assert.is((await box.anonymous.fetch('GET', `/v/${query}`)).text, page.text);
});

test('the page of a receipt of the other environment still opens', async () => {
  await box.set('environment', 'production');
  assert.is((await open(sold.pfr.verificationUrl)).status, 200);
  await box.set('environment', 'sandbox');
});

test('HEAD answers without a body; other methods have no page', async () => {
  const { pathname, search } = new URL(sold.pfr.verificationUrl);
  const head = await box.anonymous.fetch('HEAD', pathname + search);
  assert.equal([head.status, head.text], [200, '']);
  assert.is((await box.anonymous.fetch('POST', pathname + search)).status, 401);
});

test('the link points at publicUrl when one is set', async () => {
  await box.set('publicUrl', 'https://kasa.example:8443');
  const invoice = read('Invoice', 201, await (await box.client()).post('/invoices', body()));
  assert.ok(invoice.pfr.verificationUrl.startsWith('https://kasa.example:8443/v/?vl='));
  assert.is((await open(invoice.pfr.verificationUrl)).status, 200);
});

const assetsTest = suite('assets');

assetsTest.before(async () => {
  box = await TestBox.start({ serve: serveWithoutSocket });
});
assetsTest.after(() => box.stop());

const sha = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

assetsTest('the fonts of a sheet open without a key, for pages of every origin, and may be cached', async () => {
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

assetsTest('the print script opens without a key', async () => {
  const { status, headers, text } = await box.anonymous.fetch('GET', '/print.js');
  assert.equal([status, text], [200, PRINT_SCRIPT]);
  assert.is(headers['content-type'], 'text/javascript; charset=utf-8');
});

assetsTest(
  'the documents of the help page and their pictures open without a key, and no other file beside them',
  async () => {
    const { status, headers, text } = await box.anonymous.fetch('GET', '/help.json');
    assert.equal([status, headers['content-type']], [200, 'application/json']);
    const [picture = ''] = /\/help-[a-z0-9-]+\.png/.exec(text) ?? [];
    const image = await box.anonymous.fetch('GET', picture);
    assert.equal([image.status, image.headers['content-type']], [200, 'image/png']);
    assert.is((await box.anonymous.fetch('GET', '/help-none.png')).status, 404);
    for (const path of ['/help.json.gz', '/help-..%2fapp.png', '/help-app.js', '/help-/icon-192.png']) {
      assert.is((await box.anonymous.fetch('GET', path)).status, 401, path);
    }
  },
);

assetsTest('HEAD has the same headers without the bytes', async () => {
  for (const path of ['/fonts/Inter_400Regular.ttf', '/print.js']) {
    const [got, head] = [await box.anonymous.fetch('GET', path), await box.anonymous.fetch('HEAD', path)];
    assert.is(head.status, 200);
    assert.is(head.bytes.length, 0);
    for (const name of ['content-type', 'content-length', 'cache-control']) {
      assert.is(head.headers[name], got.headers[name], `${path} ${name}`);
    }
  }
});

assetsTest('nothing else of those folders is there, however it is asked for', async () => {
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

assetsTest('a font that nobody reads holds no open file, and is not copied for each who asks', async () => {
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

assetsTest.run();

test.run();
