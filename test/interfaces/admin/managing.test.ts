import { english } from '../../../src/base/index.js';
import { mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Input, OperationName, Reply } from '../../../src/interfaces/admin/operations.js';
import { perform } from '../../../src/interfaces/admin/perform.js';
import { ALL_PERMISSIONS } from '../../../src/interfaces/admin/operation.js';
import { adminDepsOf } from '../../../src/programs/box/admin.js';
import { TestBox } from '../../kit/box.js';
import { serveWithoutSocket } from '../../kit/serve.js';
import { SmtpServer } from '../../kit/smtp/server.js';
import { inEnglish } from '../../kit/inEnglish.js';

const test = suite<{ box: TestBox }>('operations that pages brought');

test.before(async (context) => {
  context.box = await TestBox.start({ serve: serveWithoutSocket });
});

test.after(async ({ box }) => {
  await box.stop();
});

function ask<N extends OperationName>(box: TestBox, name: N, question: Input<N>): Promise<Reply<N>> {
  return perform(adminDepsOf(box.parts), ALL_PERMISSIONS, name, question);
}

async function answer<N extends OperationName>(box: TestBox, name: N, question: Input<N>) {
  const reply = await ask(box, name, question);
  if (!reply.ok) throw new Error(english(reply.error));
  // The compiler does not follow one name through the check.
  return reply.value;
}

test('items are found by words in either script, by PLU, GTIN and category, a page at a time', async ({ box }) => {
  const { catalogue } = box.parts;
  const names = ['Ћевапи', 'Чај од нане', 'Жива вода', 'Џем од кајсије', 'Ђевреk'];
  for (const [at, name] of names.entries()) {
    const item = {
      name,
      plu: `P${at}`,
      price: 10 + at,
      label: 'Ђ',
      gtin: `1234567${at}`,
      category: at < 2 ? 'Храна' : 'Остало',
    };
    assert.ok((await catalogue.create(item)).ok);
  }
  await catalogue.deactivate(3);
  const find = async (text: string, more: Partial<Input<'items.find'>> = {}) => {
    const query = { text, category: null, state: 'all', offset: 0, limit: 10, ...more } as const;
    return (await answer(box, 'items.find', query)).items.map(({ name }) => name);
  };
  for (const text of ['cevapi', 'Ćevapi', 'ћевапи', 'ЋЕВ', 'p0', '12345670', 'hrana cev']) {
    assert.equal(await find(text), ['Ћевапи'], text);
  }
  assert.equal(await find('dzem'), ['Џем од кајсије']);
  assert.equal(await find('djevrek'), ['Ђевреk']);
  assert.equal(await find('нема га'), []);
  assert.equal(await find('', { category: 'Храна' }), ['Ћевапи', 'Чај од нане']);
  assert.equal(await find('', { state: 'inactive' }), ['Жива вода']);
  const all = ['Ђевреk', 'Жива вода', 'Ћевапи', 'Чај од нане', 'Џем од кајсије'];
  assert.equal(await find(''), all);
  assert.equal(await find('', { offset: 3, limit: 1 }), ['Чај од нане']);
  const page = await answer(box, 'items.find', { text: '', category: null, state: 'active', offset: 0, limit: 1 });
  assert.is(page.count, 4);
  assert.is(page.items[0]?.price, 14);
});

test('a test mail is sent by the setting, and the answer is shown', ({ box }) =>
  SmtpServer.during({}, async (server) => {
    assert.match(
      JSON.stringify(inEnglish(await ask(box, 'mail.test', { to: 'v@example.rs' }))),
      /No mail server is set/,
    );
    await box.set('mail', { host: '127.0.0.1', port: server.port, secure: false, from: 'Kasa <kasa@pekara.rs>' });
    assert.equal(await answer(box, 'mail.test', { to: 'v@example.rs' }), { failure: null });
    assert.equal(
      server.received.map(({ to }) => to),
      [['v@example.rs']],
    );
    server.faults.RCPT = { reply: '550 no such user' };
    const { failure } = await answer(box, 'mail.test', { to: 'nema@example.rs' });
    assert.equal([failure?.kind, failure?.reply], ['recipient', 550]);
    const nonsense = await answer(box, 'mail.test', { to: 'a@b.rs, c@d.rs' });
    assert.is(nonsense.failure?.kind, 'recipient');
  }));

test('secrets stay when they are kept, and only where they go to the same place', async ({ box }) => {
  const mail = { host: 'mail.example.rs', port: 587, secure: false, from: 'kasa@pekara.rs' };
  const password = 'tajna pekare';
  await box.set('mail', { ...mail, password });
  const set = (value: object | null, keep?: string[]) =>
    ask(box, 'settings.set', { name: 'mail', value, ...(keep !== undefined && { keep }) });
  assert.ok((await set({ ...mail, from: 'nova@pekara.rs' }, ['password'])).ok);
  assert.equal(box.parts.settings.now.mail, { ...mail, from: 'nova@pekara.rs', password });
  for (const moved of [{ host: 'zlo.example.com' }, { port: 25 }, { secure: true }]) {
    const reply = await set({ ...mail, ...moved }, ['password']);
    assert.match(
      String(inEnglish(reply.ok ? '' : reply.error)),
      /^mail: password must be given again, because (?:host|port|secure) has changed\./,
    );
  }
  for (const keep of [['host'], ['__proto__'], ['token']]) assert.not.ok((await set(mail, keep)).ok, keep.join());
  assert.equal(box.parts.settings.now.mail?.password, password);
  assert.ok((await set(mail)).ok);
  assert.is(box.parts.settings.now.mail?.password, undefined);
  assert.not.ok((await set(mail, ['password'])).ok);
});

test('the token of a bot is not sent elsewhere, the address of a webhook stays with its secret', async ({ box }) => {
  await box.set('notify', { kind: 'bot', token: '123:abc', chat: 5 });
  const set = (value: object, keep: string[]) => ask(box, 'settings.set', { name: 'notify', value, keep });
  const elsewhere = await set({ kind: 'bot', chat: 5, url: 'https://zlo.example.com' }, ['token']);
  assert.match(
    String(inEnglish(elsewhere.ok ? '' : elsewhere.error)),
    /token must be given again, because url has changed/,
  );
  assert.ok((await set({ kind: 'bot', chat: 6 }, ['token'])).ok);
  const webhook = await set({ kind: 'webhook', url: 'https://zlo.example.com' }, ['token']);
  assert.not.ok(webhook.ok);
  await box.set('notify', { kind: 'webhook', url: 'https://example.rs/tajna' });
  assert.ok((await set({ kind: 'webhook', alarms: false }, ['url'])).ok);
  assert.equal(box.parts.settings.now.notify, { kind: 'webhook', url: 'https://example.rs/tajna', alarms: false });
  await box.set('notify', null);
});

test('printers keep the logos that were never shown, each its own, and no other', async ({ box }) => {
  const logo = readFileSync(
    resolve(import.meta.dirname, '../../../src/interfaces/web/client/static/icon-192.png'),
  ).toString('base64');
  const printer = { name: 'sank', address: 'tcp://127.0.0.1:9', width: 80, dpi: 203, mode: 'raster' } as const;
  await box.set('printers', [{ ...printer, logo }]);
  const set = (keep: string[]) =>
    ask(box, 'settings.set', { name: 'printers', value: [{ ...printer, copies: 2 }], keep });
  assert.ok((await set(['sank'])).ok);
  assert.equal(box.parts.settings.now.printers, [{ ...printer, copies: 2, logo }]);
  assert.ok((await set([])).ok);
  assert.is(box.parts.settings.now.printers[0]?.logo, undefined);

  const other = { ...printer, name: 'kuhinja', address: 'tcp://127.0.0.1:10' };
  await box.set('printers', [
    { ...printer, logo },
    { ...other, logo },
  ]);
  assert.ok((await ask(box, 'settings.set', { name: 'printers', value: [printer, other], keep: ['kuhinja'] })).ok);
  assert.equal(box.parts.settings.now.printers, [printer, { ...other, logo }], 'its owner has taken one away');
});

test('the folder for backups is looked into now', async ({ box }) => {
  assert.match(JSON.stringify(inEnglish(await ask(box, 'backup.probe', {}))), /No folder for backups is set/);
  const deps = adminDepsOf(box.parts);
  assert.equal(await deps.probeFolder('/no/such/folder'), { state: 'absent' });
  const folder = join(box.folder, 'same');
  mkdirSync(folder);
  assert.equal(await deps.probeFolder(folder), { state: 'same-disk' });
});

test('only a box that something starts again can be restarted', async ({ box }) => {
  assert.is((await answer(box, 'service.show', {})).canRestart, false);
  assert.not.ok((await ask(box, 'service.restart', {})).ok);
  let asked = 0;
  const deps = { ...adminDepsOf(box.parts), restart: () => void (asked += 1) };
  assert.equal(inEnglish(await perform(deps, ALL_PERMISSIONS, 'service.restart', {})), { ok: true, value: null });
  assert.is(asked, 1);
});

test('the authority of the box is shown with its fingerprint', async ({ box }) => {
  const { pem, fingerprint, until } = await answer(box, 'certificate.authority', {});
  assert.match(pem, /^-----BEGIN CERTIFICATE-----/);
  assert.match(fingerprint, /^(?:[0-9A-F]{2}:){31}[0-9A-F]{2}$/);
  assert.match(until, /^\d{4}-\d\d-\d\d /);
});

test.run();
