import { verbatim } from '../../../src/base/index.js';
// What a setting needs before it holds: that nothing outside speaks against it, and that the disk has taken it.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ok } from '../../../src/base/result.js';
import { Settings } from '../../../src/shop/settings/settings.js';
import { MemoryDisk } from '../../kit/disk/memory.js';
import { openLedger } from '../../kit/ledger.js';
import { SETTINGS_KEY } from '../../kit/settingsKey.js';
import { inEnglish } from '../../kit/inEnglish.js';

const MAIL = { host: 'mail.example', port: 465, secure: true, user: 'kasa', password: 'TAJNA7', from: 'k@example.rs' };

async function open(disk = new MemoryDisk()) {
  const ledger = await openLedger(disk);
  const logged: string[] = [];
  const settings = new Settings(ledger, '1.0', (event) => void logged.push(event), SETTINGS_KEY);
  const changes: string[] = [];
  settings.onChange('simplifiedCash', () => changes.push('simplifiedCash'));
  return { disk, ledger, settings, changes, logged };
}

test('a setting that the disk does not take does not hold, and nobody is told of it', async () => {
  const { disk, ledger, settings, changes, logged } = await open();
  disk.fault = (operation) => (operation === 'write' || operation === 'create' ? 'EIO' : undefined);
  const changed = await settings.set('simplifiedCash', true);
  assert.match(String(inEnglish(changed.ok ? 'changed' : changed.error)), /could not be stored/);
  assert.is(settings.now.simplifiedCash, false);
  assert.equal([changes, logged.includes('setting.changed')], [[], false]);
  await ledger.close();
});

test('a secret that cannot be read any more is lost until it is set again', async () => {
  const { disk, ledger, settings } = await open();
  assert.ok((await settings.set('mail', MAIL)).ok);
  await ledger.close();
  const again = await openLedger(disk);
  const spare = new Settings(again, '1.0', () => undefined, ok(Buffer.alloc(32, 8)));
  assert.equal([spare.secrets.lost, spare.now.mail?.password], [['mail.password'], undefined]);
  assert.ok((await spare.set('mail', { ...MAIL, password: 'NOVA7' })).ok);
  assert.equal([spare.secrets.lost, spare.now.mail?.password], [[], 'NOVA7']);
  await again.close();
});

test('a guard speaks by what would hold then, and a setting that it refuses does not hold', async () => {
  const { ledger, settings, changes } = await open();
  settings.guard('simplifiedCash', ({ simplifiedCash }) => (simplifiedCash ? verbatim('Not here.') : undefined));
  const before = ledger.end.sequence;
  assert.equal(inEnglish(await settings.set('simplifiedCash', true)), { ok: false, error: 'Not here.' });
  assert.equal([settings.now.simplifiedCash, ledger.end.sequence, changes], [false, before, []]);
  assert.ok((await settings.set('simplifiedCash', false)).ok);
  await ledger.close();
});

test('while something is held that must not change under the settings, a change waits', async () => {
  const { ledger, settings } = await open();
  let end = (): void => undefined;
  const held = settings.holding(() => new Promise<void>((resolve) => (end = resolve)));
  let isDone = false;
  const changed = settings.set('simplifiedCash', true).then(() => (isDone = true));
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
  assert.equal([isDone, settings.now.simplifiedCash], [false, false]);
  end();
  await Promise.all([held, changed]);
  assert.is(settings.now.simplifiedCash, true);
  await ledger.close();
});

test('a secret that could not be encrypted anew now is encrypted at a later start', async () => {
  const disk = new MemoryDisk();
  const first = await open(disk);
  assert.ok((await first.ledger.put({ type: 'setting', name: 'mail', value: JSON.stringify(MAIL) })).ok);
  await first.ledger.close();
  const full = await open(disk);
  disk.fault = (operation) => (operation === 'write' || operation === 'create' ? 'EIO' : undefined);
  await full.settings.encryptClear();
  assert.not(full.logged.includes('setting.encrypted'));
  assert.equal(full.settings.secrets.exposed, ['mail.password']);
  disk.fault = () => undefined;
  const mended = await open(new MemoryDisk(disk.contents()));
  await mended.settings.encryptClear();
  assert.ok(mended.logged.includes('setting.encrypted'));
  assert.is(mended.settings.now.mail?.password, MAIL.password);
  const before = mended.ledger.end.sequence;
  await mended.settings.encryptClear();
  assert.is(mended.ledger.end.sequence, before, 'once');
  await mended.ledger.close();
});

test.run();
