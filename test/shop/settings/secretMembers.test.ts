// Secrets of settings: encrypted in the ledger, by a key outside of it.
import * as fs from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ok, failed } from '../../../src/base/result.js';
import { silentLog } from '../../../src/base/log.js';
import { containsClearSecret, openSettingsKey, StoredSecrets } from '../../../src/shop/settings/storedSecrets.js';
import { runChecks } from '../../../src/interfaces/health/checks.js';
import { healthPartsOf } from '../../../src/programs/box/health.js';
import { TestBox } from '../../kit/box.js';
import { MemoryDisk } from '../../kit/disk/memory.js';
import { FOLDER, openLedger } from '../../kit/ledger.js';
import { bytesBelow, recordTexts } from '../../kit/settingRecords.js';
import { inEnglish } from '../../kit/inEnglish.js';

const MAIL = {
  host: 'mail.example',
  port: 465,
  secure: true,
  user: 'kasa',
  password: 'LOZINKA-7',
  from: 'kasa@example.rs',
};
const VPFR = { mode: 'vpfr', url: 'https://vsdc.sandbox.suf.purs.gov.rs', pac: 'PAC7X9' };
const HOOK = {
  kind: 'webhook',
  url: 'https://example.rs/TAJNA-PUTANJA',
  secret: `whsec_${Buffer.from('TAJNI-KLJUC-ZA-PORUKE-0001').toString('base64')}`,
};
const BOT = { kind: 'bot', token: '123456:TAJNI-TOKEN', chat: 1 };
const SECRETS = [MAIL.password, VPFR.pac, 'TAJNA-PUTANJA', HOOK.secret.slice(6), BOT.token];
const SALE = { items: [{ name: 'Кафа', quantity: 1, unitPrice: 150, label: 'Ђ' }] };

/** The states and texts of the check of secrets. */
async function doctor({ parts }: TestBox): Promise<string[]> {
  const results = await runChecks(healthPartsOf(parts));
  return results.filter(({ name }) => name === 'secrets').map(({ state, found }) => `${state}: ${found.en}`);
}

/** Stores a setting as a release without encryption did. */
async function storeClear({ parts }: TestBox, name: string, value: unknown): Promise<void> {
  assert.ok((await parts.ledger.put({ type: 'setting', name, value: JSON.stringify(value) })).ok);
}

test('no file of the box holds a secret as it is: no record, no view, and not in the key', async () => {
  await TestBox.during(async (box) => {
    await box.set('mail', MAIL);
    await box.set('pfr.sandbox', VPFR);
    await box.set('notify', HOOK);
    await box.set('notify', BOT);
    await box.restart();
    assert.equal(
      [box.parts.settings.now.mail, box.parts.settings.now['pfr.sandbox'], box.parts.settings.now.notify],
      [MAIL, VPFR, BOT],
    );
    for (let n = 0; n < 3100; n += 1) await box.parts.ledger.put({ type: 'open', version: String(n) });
    await box.parts.ledger.runIdleWork();
    await box.stop();
    assert.ok(
      fs.readdirSync(join(box.folder, 'views')).some((name) => name.endsWith('.snap')),
      'a snapshot was made',
    );
    const [bytes, texts] = [bytesBelow(box.folder), recordTexts(box.folder).join('\n')];
    for (const secret of SECRETS) {
      assert.not.ok(bytes.includes(secret), secret);
      assert.not.ok(texts.includes(secret), secret);
    }
    assert.ok(texts.includes('mail.example') && texts.includes('encrypted'));
  });
});

test('the key is made at the first start, 32 random bytes for the owner alone, and stays', async () => {
  await TestBox.during(async (box) => {
    const path = join(box.folder, 'secrets/settings.key');
    const key = fs.readFileSync(path);
    assert.is(key.length, 32);
    assert.is(fs.statSync(path).mode & 0o777, 0o600);
    assert.is(fs.statSync(join(box.folder, 'secrets')).mode & 0o777, 0o700);
    await box.restart();
    assert.equal(fs.readFileSync(path), key);
    await TestBox.during(async (other) => {
      assert.not.equal(fs.readFileSync(join(other.folder, 'secrets/settings.key')), key);
    });
  });
});

test('what an earlier release has stored in clear is encrypted at the next start, and doctor names it until it is changed', async () => {
  await TestBox.during(async (box) => {
    await storeClear(box, 'mail', MAIL);
    await storeClear(box, 'notify', BOT);
    await storeClear(box, 'notify', null);
    await box.restart();
    assert.equal(box.parts.settings.now.mail, MAIL);
    const stored = box.parts.ledger.main.settings.all().get('mail') ?? '';
    assert.not.ok(stored.includes(MAIL.password), stored);
    assert.ok(box.log.some(({ event, name }) => event === 'setting.encrypted' && name === 'mail'));
    const named = [
      'warning: An earlier release .* unencrypted: mail\\.password\\.',
      'ok: The ledger .* unencrypted: notify\\.token\\.',
    ];
    const looks = async (patterns: readonly string[]): Promise<void> => {
      const rows = await doctor(box);
      assert.is(rows.length, patterns.length, rows.join('\n'));
      for (const [index, pattern] of patterns.entries()) assert.match(rows[index] ?? '', new RegExp(pattern));
    };
    await looks(named);
    await box.restart();
    assert.is(box.log.filter(({ event }) => event === 'setting.encrypted').length, 1, 'once');
    await looks(named);

    await box.set('mail', { ...MAIL, port: 587 });
    await looks(named); // the password is the same
    await box.set('mail', { ...MAIL, password: 'DRUGA-LOZINKA' });
    const changed = ['ok: The ledger .* unencrypted: mail\\.password, notify\\.token\\.'];
    await looks(changed);
    await box.restart();
    await looks(changed);
  });
});

test('an image of the views that is saved after that holds the secret no more', async () => {
  const disk = new MemoryDisk();
  const ledger = await openLedger(disk);
  const value = (password: string): string => JSON.stringify({ ...MAIL, password });
  assert.ok((await ledger.put({ type: 'setting', name: 'mail', value: value(MAIL.password) })).ok);
  assert.ok(Buffer.from(ledger.main.image()).includes(MAIL.password));
  await ledger.close();
  const again = await openLedger(disk);
  assert.ok((await again.put({ type: 'setting', name: 'mail', value: null })).ok);
  assert.is(again.main.settings.all().get('mail'), undefined);
  assert.not.ok(Buffer.from(again.main.image()).includes(MAIL.password));
});

test('without its key the box starts and sells, doctor names what must be set anew, and that mends it', async () => {
  await TestBox.during(async (box) => {
    await box.set('mail', MAIL);
    await box.set('notify', BOT);
    await box.set('pfr.production', { mode: 'vpfr', pac: VPFR.pac });
    await box.restart(() => fs.rmSync(join(box.folder, 'secrets'), { recursive: true }));
    const { now } = box.parts.settings;
    assert.is(now.mail, null, 'a user needs the password');
    assert.is(now.notify, null, 'a bot is none without its token');
    assert.equal(now['pfr.production'], { mode: 'vpfr' });
    assert.is((await (await box.client()).post('/invoices', SALE)).status, 201);
    const [row = '', ...more] = await doctor(box);
    assert.match(row, /^warning: .*key of the box is missing: .*mail\.password.*\.$/);
    for (const name of ['notify.token', 'pfr.production.pac']) assert.ok(row.includes(name), row);
    assert.equal(more, []);
    await box.set('mail', MAIL);
    await box.set('notify', BOT);
    await box.set('pfr.production', { mode: 'demo' });
    await box.restart();
    assert.equal(box.parts.settings.now.mail, MAIL);
    assert.equal(await doctor(box), ['ok: The secrets of the settings are encrypted.']);
  });
});

test('a key that comes back opens what was stored with it', async () => {
  await TestBox.during(async (box) => {
    await box.set('mail', MAIL);
    const [inside, aside] = [join(box.folder, 'secrets'), join(box.folder, 'aside')];
    await box.restart(() => fs.renameSync(inside, aside));
    assert.is(box.parts.settings.now.mail, null);
    await box.restart(() => {
      fs.rmSync(inside, { recursive: true });
      fs.renameSync(aside, inside);
    });
    assert.equal(box.parts.settings.now.mail, MAIL);
  });
});

test('a key that the disk does not give is not replaced, and no secret is stored then', async () => {
  const disk = new MemoryDisk();
  const made = await openSettingsKey(disk, FOLDER, true, silentLog);
  assert.ok(made.ok);
  disk.fault = (operation, path) => (operation === 'open' && path.endsWith('.key') ? 'EIO' : undefined);
  const key = await openSettingsKey(disk, FOLDER, true, silentLog);
  assert.equal(key, failed('unreadable'));
  const secrets = new StoredSecrets(key, Buffer.alloc(16));
  assert.not.ok(secrets.canStore);
  assert.not.ok(secrets.write('mail', MAIL, []).ok);
  assert.equal(inEnglish(secrets.write('mail', null, [])), ok(null));
  disk.fault = () => undefined;
  assert.equal(await openSettingsKey(disk, FOLDER, true, silentLog), made);
});

test('without leave to write no key is made', async () => {
  const disk = new MemoryDisk();
  assert.equal(await openSettingsKey(disk, FOLDER, false, silentLog), failed('missing'));
});

test('an encrypted secret is bound to its box, its setting and its member, and every one is encrypted anew', () => {
  const key = Buffer.alloc(32, 1);
  const [box, other] = [Buffer.alloc(16, 1), Buffer.alloc(16, 2)];
  const secrets = new StoredSecrets(ok(key), box);
  const stored = secrets.write('notify', HOOK, []);
  assert.ok(stored.ok);
  const { url, secret } = stored.value as Record<'url' | 'secret', { readonly encrypted: string }>;
  assert.equal(secrets.read('notify', stored.value).value, HOOK);
  assert.equal(secrets.read('notify', { ...HOOK, url: secret, secret: url }).lost, ['secret', 'url']);
  assert.equal(secrets.read('mail', { ...MAIL, password: url }).lost, ['password']);
  assert.equal(new StoredSecrets(ok(key), other).read('notify', stored.value).lost, ['secret', 'url']);
  assert.equal(new StoredSecrets(ok(Buffer.alloc(32, 2)), box).read('notify', stored.value).lost, ['secret', 'url']);
  const again = secrets.write('notify', HOOK, []);
  assert.ok(again.ok);
  assert.is.not((again.value as { url: { encrypted: string } }).url.encrypted, url.encrypted);
  const flipped = Buffer.from(url.encrypted, 'base64');
  flipped.writeUInt8(flipped.readUInt8(20) ^ 1, 20);
  const changed = { ...HOOK, url: { encrypted: flipped.toString('base64') } };
  assert.equal(secrets.read('notify', changed).lost, ['url']);
  for (const encrypted of ['', 'AAAA', '***'])
    assert.equal(secrets.read('mail', { ...MAIL, password: { encrypted } }).lost, ['password']);
});

test('secrets in a list are encrypted too, each bound to the name of its entry', () => {
  const secrets = new StoredSecrets(ok(Buffer.alloc(32, 1)), Buffer.alloc(16, 1));
  const { url, secret } = HOOK;
  const hooks = [
    { name: 'shop', url, secret, events: ['invoice.*'] },
    { name: 'books', url: `${url}/2`, secret },
  ];
  const stored = secrets.write('webhooks', hooks, []);
  assert.ok(stored.ok);
  assert.not.ok(/TAJNA|whsec/.test(JSON.stringify(stored.value)));
  assert.equal(secrets.read('webhooks', stored.value), { value: hooks, lost: [], clear: [], exposed: [] });
  const [shop, books] = stored.value as [Record<string, unknown>, Record<string, unknown>];
  const swapped = secrets.read('webhooks', [{ ...shop, secret: books['secret'] }, books]);
  assert.equal(swapped.lost, ['shop.secret']);
  assert.equal(swapped.value, [{ name: 'shop', url, events: ['invoice.*'] }, hooks[1]]);
});

test('a record is known to hold a secret as it is, or not', () => {
  const encrypted = { encrypted: 'AAAA' };
  for (const [name, value, expected] of [
    ['mail', MAIL, true],
    ['mail', { ...MAIL, password: encrypted }, false],
    ['mail', { host: 'a', port: 25, secure: false, from: 'a@b.rs' }, false],
    ['mail', null, false],
    ['pfr.sandbox', { mode: 'demo' }, false],
    ['pfr.sandbox', VPFR, true],
    ['notify', { ...HOOK, secret: encrypted }, true],
    ['webhooks', [{ name: 'a', url: encrypted, secret: encrypted }], false],
    ['webhooks', [{ name: 'a', url: encrypted, secret: HOOK.secret }], true],
    ['printers', [], false],
    ['environment', 'sandbox', false],
    ['of-a-later-release', 1, true],
  ] as const) {
    assert.is(containsClearSecret(name, JSON.stringify(value)), expected, `${name} ${JSON.stringify(value)}`);
  }
  assert.is(containsClearSecret('mail', null), false);
});

test.run();
