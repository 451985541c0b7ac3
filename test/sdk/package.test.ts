// turns: 4
// time limit: 300 s
// The client as a shop gets it, and the plug-in of one file that uses it, against a box.
import { spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { blocksOf } from '../house/documents.js';
import { TestBox } from '../kit/box.js';
import { read } from '../kit/client.js';
import { cleanUp } from '../kit/process.js';
import { Installed } from './installed.js';
import { Plugin, SECRET, signed } from './plugin.js';
import { Wire } from './wire.js';
import { Turns } from '../kit/turns.js';

/** The compiler and each program take longer than the box. */
const turns = new Turns(3);

let box: TestBox;
let wire: Wire;
let shop: Installed;
let ca: string;
let env: NodeJS.ProcessEnv;

test.before(async () => {
  [box, shop] = await Promise.all([TestBox.start(), Installed.make()]);
  wire = await Wire.to(box.origin);
  const { key } = await box.newKey();
  ca = join(box.folder, 'tls/ca.pem');
  env = { KASIRBOX_URL: wire.baseUrl, KASIRBOX_API_KEY: key, KASIRBOX_CA: ca };
  shop.take('examples/shop-plugin.mjs', 'shop-plugin.mjs');
});
test.after(async () => {
  cleanUp();
  wire.stop();
  await box.stop();
});

/** The receipts of this test's box. */
async function receipts(): Promise<number> {
  const { invoices } = read('InvoiceList', 200, await (await box.client()).get('/invoices'));
  return invoices.length;
}

/** Each line is refused by the compiler. */
const WRONG = [
  "await kasirbox.POST('/invoices', { body: {} });",
  "await kasirbox.POST('/invoices', { body: { items: [{ name: 1, quantity: 2, unitPrice: 150, label: 'Ђ' }] } });",
  "await kasirbox.GET('/healthz');",
  "const { error } = await kasirbox.GET('/me'); const rule: number = error!.error.rule;",
  'for await (const event of kasirbox.events()) { const cursor: number = event.cursor; }',
  "const error: ApiError = { code: 'unknown_code' };",
];

/** The programs that are shown, and what each prints. */
const SHOWN = { 'src/sdk/README.md': /^\S+-\S+-1 300\n$/, 'docs/api.md': /^300\n$/ };

/** With this test's box in place of that of the reader. */
function programOf(document: string): string {
  const program = blocksOf(document).find(({ kind }) => kind === 'ts')?.text ?? '';
  return program.replace(/'https:[^']+'/, `'${wire.baseUrl}'`).replace(/'[^']*ca\.pem'/, `'${ca}'`);
}

turns.test('the programs that are shown compile strictly, mistakes do not, and they sell by plain Node', async () => {
  const programs = Object.entries(SHOWN).map(([document, prints], n) => ({ name: `shown${n}`, document, prints }));
  for (const { name, document } of programs) {
    for (const ending of ['ts', 'mjs']) shop.write(`${name}.${ending}`, programOf(document));
  }
  const head = `import { createKasirbox, type ApiError } from '@kasirbox/client';
const kasirbox = createKasirbox({ baseUrl: '', apiKey: '' });`;
  const mistakes = WRONG.map((line) => `{\n// @ts-expect-error It is refused.\n${line}\n}`);
  shop.write('wrong.ts', [head, ...mistakes].join('\n'));
  const compiled = await shop.compile('wrong.ts', ...programs.map(({ name }) => `${name}.ts`));
  assert.is(compiled.stdout, '');
  for (const { name, document, prints } of programs) {
    const { stdout, stderr } = await shop.run(process.execPath, [`${name}.mjs`], shop.folder, env);
    assert.match(stdout, prints, `${document}: ${stderr}`);
  }
});

turns.test('it has the licences of what it holds, and needs no other package', () => {
  const notices = shop.read('THIRD-PARTY-NOTICES.txt');
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers'])
    assert.match(notices, new RegExp(`^${name} [\\d.]+ \\(MIT\\)\n\nMIT License`, 'm'));
  assert.not.match(shop.read('package.json'), /dependencies/i);
  assert.match(shop.read('LICENSE'), /Apache License/);
});

turns.test('a key is made for each operation that takes one', () => {
  const code = shop.read('index.js');
  const keyed = /\["POST [^\]]*\]/.exec(code)?.[0] ?? '[]';
  assert.equal(JSON.parse(keyed), [
    'POST /invoices',
    'POST /invoices/{uuid}/refund',
    'POST /invoices/{uuid}/close-advance',
    'POST /earlier-advances/close',
    'POST /invoices/{uuid}/copy',
  ]);
});

const lines = [
  { name: 'Кафа', quantity: 2, price: 150, label: 'Ђ' },
  { name: 'Јабуке', unit: 'kg', quantity: 1.005, price: 1.1, label: 'Е' },
];
const order = (id: string, more: object = {}): string =>
  JSON.stringify({ type: 'order.paid', data: { id, lines, ...more } });

const secondsAgo = (seconds: number): number => Math.floor(Date.now() / 1000) - seconds;

turns.test('the plug-in names a setting that it cannot use, without a stack', async () => {
  for (const [wrong, reason] of [
    [{ KASIRBOX_CA: '/nowhere/ca.pem' }, /KASIRBOX_CA cannot be used: ENOENT.*\/nowhere\/ca\.pem/],
    [{ KASIRBOX_URL: 'localhost' }, /KASIRBOX_URL.* cannot be used: baseUrl must begin with https/],
    [{ WEBHOOK_SECRET: 'whsec_YWJj' }, /WEBHOOK_SECRET is shorter/],
  ] as const) {
    const secret = { SHOP_URL: 'https://shop.example', WEBHOOK_SECRET: SECRET };
    const { status, stderr } = spawnSync(process.execPath, ['shop-plugin.mjs'], {
      cwd: shop.folder,
      encoding: 'utf8',
      env: { ...process.env, PORT: '0', ...secret, ...env, ...wrong },
    });
    assert.is(status, 1);
    assert.match(stderr, reason);
    assert.not.match(stderr, /^ {4}at /m);
  }
});

turns.test('an order gives a receipt, its repeat the same one, and another content is refused', async () => {
  const plugin = await Plugin.start(shop.folder, env);
  const before = await receipts();
  const first = await plugin.post(order('1001'));
  assert.is(first.status, 200);
  assert.equal([first.body.orderId, first.body.total], ['1001', 301.11]);
  assert.match(first.body.verificationUrl ?? '', /^https:.*vl=/);
  const again = await plugin.post(order('1001'), signed(order('1001'), { id: 'msg_2', at: secondsAgo(200) }));
  assert.equal(again, first);
  assert.is((await plugin.post(order('1001', { buyerId: '10:100000049' }))).status, 422);
  assert.is(await receipts(), before + 1);
  await plugin.stop();
});

turns.test('what the shop has not signed just now, or what is too large, issues nothing', async () => {
  const plugin = await Plugin.start(shop.folder, env);
  const before = await receipts();
  const body = order('1002');
  const good = signed(body);
  const refused = [
    {},
    { ...good, 'webhook-signature': 'v1,' },
    { ...good, 'webhook-signature': signed(order('1003'))['webhook-signature'] ?? '' },
    { ...good, 'webhook-id': 'msg_2' },
    signed(body, { at: secondsAgo(400) }),
    signed(body, { at: secondsAgo(-400) }),
  ];
  for (const headers of refused) {
    assert.is((await plugin.post(body, headers)).status, 401, JSON.stringify(headers));
  }
  assert.is((await plugin.post('x'.repeat(300_000))).status, 413);
  const broken = order('1002', { lines: [null] });
  assert.is((await plugin.post(broken, signed(broken))).status, 400);
  assert.is((await plugin.post('{}')).status, 200, 'webhooks of other kinds are taken');
  assert.is(await receipts(), before);
  const turned = { ...good, 'webhook-signature': `v1,AAAA ${good['webhook-signature'] ?? ''}` };
  assert.is((await plugin.post(body, turned)).status, 200, 'one of several signatures is enough');
  await plugin.stop();
});

turns.test('while the box is away the shop is told to come again, and gets its receipt when it does', async () => {
  const plugin = await Plugin.start(shop.folder, env);
  const { box: port } = wire;
  wire.box = undefined;
  assert.is((await plugin.post(order('1004'))).status, 503);
  wire.box = port;
  assert.is((await plugin.post(order('1004'))).status, 200);
  await plugin.stop();
});

turns.test(
  'the callback gets the receipt, signed; one that fails makes the shop come again, for the same receipt',
  async () => {
    const got: { readonly body: string; readonly isSigned: boolean }[] = [];
    const callback = createServer((request, response) => {
      void text(request).then((body) => {
        const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = request.headers;
        const isSigned = signature === signed(body, { id: String(id), at: Number(at) })['webhook-signature'];
        got.push({ body, isSigned });
        response.writeHead(got.length === 1 ? 500 : 204).end();
      });
    });
    await new Promise<void>((listening) => callback.listen(0, '127.0.0.1', listening));
    const CALLBACK_URL = `http://127.0.0.1:${(callback.address() as AddressInfo).port}/`;
    const plugin = await Plugin.start(shop.folder, { ...env, CALLBACK_URL });
    assert.is((await plugin.post(order('1005'))).status, 503);
    const { status, body } = await plugin.post(order('1005'));
    assert.is(status, 200);
    assert.is(got.length, 2);
    for (const one of got) {
      assert.ok(one.isSigned);
      assert.equal(JSON.parse(one.body), { type: 'receipt.issued', data: body });
    }
    await plugin.stop();
    callback.closeAllConnections();
    await new Promise((closed) => callback.close(closed));
  },
);

test.run();
