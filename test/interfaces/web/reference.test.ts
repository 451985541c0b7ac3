// The reference of the API that the box shows people.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { gunzipSync } from 'node:zlib';
import { definition } from '../../../src/interfaces/api/registry.js';
import { referencePage } from '../../../src/interfaces/web/reference/page.js';
import { TestBox } from '../../kit/box.js';
import type { Received } from '../../kit/transport.js';
import { assertAccessible } from '../../kit/web/accessibility.js';
import { DESKTOP, hasBrowser, newDevice, newPage, openBrowser, PHONE } from '../../kit/web/browser.js';
import { assertFits } from '../../kit/web/managing.js';
import { Turns } from '../../kit/turns.js';

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly { readonly name: string }[];
  readonly responses: Readonly<Record<string, object>>;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: object; readonly headers: object };
}

let box: TestBox;
let page: Received;
let document: Document;

test.before(async () => {
  box = await TestBox.start();
  page = await box.anonymous.fetch('GET', '/docs');
  document = JSON.parse((await box.anonymous.fetch('GET', '/openapi.json')).text) as Document;
});
test.after(() => box.stop());

const CHARACTERS: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };
const unescaped = (html: string): string =>
  html.replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => CHARACTERS[name] ?? '');

/** The part of the page about an operation, a schema or an error. */
function partOf(id: string, html = page.text): string {
  const [part] = new RegExp(`<article id="${id}".*?</article>`, 's').exec(html) ?? [];
  assert.ok(part !== undefined, id);
  return part;
}

function operations(): { readonly method: string; readonly path: string; readonly operation: Operation }[] {
  return Object.entries(document.paths).flatMap(([path, { servers: _, ...item }]) =>
    Object.entries(item).map(([method, operation]) => ({ method, path, operation })),
  );
}

test('it opens without a key; nothing on it runs, only the icon is loaded, and the one style is named by its hash', async () => {
  assert.is(page.status, 200);
  assert.is(page.headers['content-type'], 'text/html; charset=utf-8');
  assert.is((await box.anonymous.fetch('GET', '/docs/')).text, page.text);
  const [, style = ''] = /<style>(.*?)<\/style>/s.exec(page.text) ?? [];
  assert.equal(String(page.headers['content-security-policy']).split('; '), [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "img-src 'self'",
  ]);
  assert.not.match(page.text, /<(?:script|form|input|img|iframe)|\s(?:src|style|on\w+)="|href="https?:/);
  assert.is((await box.anonymous.fetch('POST', '/docs')).status, 401);
});

test('it is made once: a browser that has it gets 304, one that takes gzip a tenth of the bytes', async () => {
  const etag = String(page.headers['etag']);
  assert.match(etag, /^W\//, 'one tag stands for the plain page and the packed one');
  for (const known of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) {
    const again = await box.anonymous.fetch('GET', '/docs', { headers: { 'If-None-Match': known } });
    assert.equal([again.status, again.text], [304, ''], known);
  }
  const head = await box.anonymous.fetch('HEAD', '/docs');
  assert.equal([head.status, head.headers['etag'], head.text], [200, etag, '']);
  const packed = await box.anonymous.fetch('GET', '/docs', { headers: { 'Accept-Encoding': 'br, gzip' } });
  assert.is(packed.headers['content-encoding'], 'gzip');
  assert.ok(packed.bytes.length < 40_000, `${packed.bytes.length} bytes`);
  assert.is(gunzipSync(packed.bytes).toString(), page.text);
  const plain = await box.anonymous.fetch('GET', '/docs', { headers: { 'Accept-Encoding': 'gzip;q=0' } });
  assert.is(plain.headers['content-encoding'], undefined, 'who refuses gzip gets none');
});

test('every operation of the description is on it, with its parameters, its answers and its errors', () => {
  assert.ok(operations().length > 30);
  for (const { method, path, operation } of operations()) {
    const part = partOf(operation.operationId);
    assert.match(part, `>${method.toUpperCase()}</span> <code>${path}</code>`);
    assert.ok(unescaped(part).includes(operation.summary.replaceAll('`', '').slice(0, 20)), operation.operationId);
    for (const { name } of operation.parameters ?? []) assert.match(part, `<dt><code>${name}</code>`);
    for (const status of Object.keys(operation.responses)) {
      const isError = /^(?:4|500)/.test(status);
      assert.match(part, isError ? `<a href="#error-${status}">${status}</a> <code>` : `<strong>${status}</strong>`);
    }
  }
});

test('every schema is on it with its members, every shared header, and every error as programs read it', () => {
  for (const name of Object.keys(document.components.schemas)) partOf(`schema-${name}`);
  const sale = partOf('schema-InvoiceRequest');
  assert.match(sale, /<code>items<\/code> <span class="type">array of <a href="#schema-InvoiceRequestItem">/);
  assert.match(sale, /at least 1 and at most 500 entries/);
  assert.match(partOf('schema-InvoiceRequestItem'), /<code>label<\/code>.*?<strong>required<\/strong>/);
  for (const name of Object.keys(document.components.headers)) assert.match(page.text, `<dt><code>${name}</code></dt>`);
  for (const name of ['field', 'rule', 'messageEn', 'requestId']) {
    assert.match(unescaped(partOf('error-422')), `"${name}": "`);
  }
});

test('every link of it leads somewhere, and no name is there twice', async () => {
  const ids = Array.from(page.text.matchAll(/ id="([^"]+)"/g), ([, id]) => id);
  assert.is(new Set(ids).size, ids.length);
  for (const [, target = ''] of page.text.matchAll(/href="([^"]+)"/g)) {
    if (target.startsWith('#')) assert.ok(ids.includes(target.slice(1)), target);
    else if (target.startsWith('/')) assert.is((await box.anonymous.fetch('GET', target)).status, 200, target);
  }
});

test('what descriptions hold is text, whatever it is', () => {
  const hostile = `<script>alert(1)</script>&"' \`<b>\``;
  const { getMe: route } = definition.routes;
  assert.ok(route);
  const changed = { ...route, summary: hostile, description: hostile };
  const html = referencePage({ ...definition, routes: { getMe: changed } }, hostile);
  assert.not.match(html, /<script|<b>/);
  assert.match(html, '<code>&lt;b&gt;</code>');
});

/** Both take longer than all others. */
const turns = new Turns(2);

turns.test(
  'the command of every operation runs as it stands, and the box takes its request for what it is',
  async () => {
    const { key } = await box.newKey('commands');
    await box.set('metrics', true);
    const commands = operations().map(({ operation }) => {
      const [, command = ''] = /<h4>Call<\/h4>\s*<pre>(.*?)<\/pre>/s.exec(partOf(operation.operationId)) ?? [];
      return `${unescaped(command)} -sS --max-time 20 -w '\\n%{http_code}\\n'`;
    });
    const script = ['set -eu', ...commands].join('\nprintf "\\n---\\n"\n');
    const env = { ...process.env, BOX: `${box.origin}/api/v1`, CA: join(box.folder, 'tls/ca.pem'), KEY: key };
    const { stdout } = await promisify(execFile)('bash', ['-c', script], { env, encoding: 'utf8' });
    const answers = stdout.split('\n---\n').slice(1);
    assert.is(answers.length, commands.length);
    for (const [at, answer] of answers.entries()) {
      const name = operations()[at]?.operation.operationId;
      assert.not.match(answer, /^\{"error":.*"rule":"(?:request|form|query|key)\./, `${name}: ${answer}`);
      if (name === 'createInvoice' || name === 'createItem') assert.match(answer, /\n201\n/, answer);
    }
  },
);

turns.test(
  'nothing leaves the box, on a phone in the dark and on a desktop, and it is read with the keyboard',
  !hasBrowser
    ? undefined
    : async () => {
        const browser = await openBrowser();
        try {
          for (const options of [{ ...PHONE, colorScheme: 'dark' as const }, DESKTOP]) {
            const device = await newDevice(browser, options);
            const asked: string[] = [];
            device.on('request', (request) => asked.push(request.url()));
            const { page: shown, faults } = await newPage(device);
            await shown.goto(`${box.origin}/docs`);
            await assertFits(shown);
            await shown.keyboard.press('Tab');
            await shown.keyboard.press('Enter');
            assert.match(shown.url(), /#reference$/);
            await shown.getByRole('link', { name: 'Issue an invoice', exact: true }).click();
            const operation = shown.getByRole('article', { name: 'POST /invoices', exact: true });
            assert.ok(await operation.isVisible());
            await operation.getByText('Members').focus();
            await shown.keyboard.press('Enter');
            await operation.getByText('at least 1 and at most 500 entries').waitFor();
            await assertFits(shown);
            // One is made like the other, and all of them would take axe a minute.
            await shown.evaluate(
              `for (const more of document.querySelectorAll('article:nth-of-type(n+3)')) more.remove()`,
            );
            await assertAccessible(shown);
            const known = ['/docs', '/icon.svg'].map((path) => box.origin + path);
            assert.equal(
              asked.filter((url) => !known.includes(url)),
              [],
            );
            assert.equal(faults, []);
            await device.close();
          }
        } finally {
          await browser.close();
        }
      },
);

test.run();
