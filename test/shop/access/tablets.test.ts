import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Tablets } from '../../../src/shop/access/tablets.js';
import { silentLog } from '../../../src/base/log.js';
import { MemoryDisk } from '../../kit/disk/memory.js';
import { NOON, openLedger } from '../../kit/ledger.js';
import { inEnglish } from '../../kit/inEnglish.js';

test('a tablet is known by its token alone, also after a restart, until it is removed', async () => {
  const disk = new MemoryDisk();
  const ledger = await openLedger(disk);
  const tablets = new Tablets(ledger, () => NOON, silentLog);
  const admitted = await tablets.admit(' Таблет ', 'Ана');
  assert.ok(admitted.ok);
  const { tablet, token } = admitted.value;
  assert.equal([tablet.id, tablet.label, tablet.admittedBy], [1, 'Таблет', 'Ана']);
  assert.not.ok(JSON.stringify(ledger.main.users.tablets()).includes(token), 'only its hash is kept');
  await ledger.close();

  const again = new Tablets(await openLedger(disk), () => NOON, silentLog);
  assert.is(again.find(token)?.id, 1);
  for (const other of ['', 'x', token.slice(1), tablet.hash]) assert.is(again.find(other), undefined);
  const removed: number[] = [];
  again.onRemoved = (id) => removed.push(id);
  assert.ok((await again.remove(1)).ok);
  assert.equal(removed, [1]);
  assert.is(again.find(token), undefined);
  assert.equal(inEnglish(await again.remove(1)), { ok: false, error: 'There is no tablet 1.' });
  const next = await again.admit('Таблет', 'Ана');
  assert.is(next.ok && next.value.tablet.id, 2, 'no number is used twice');
});

test('a label must be printable, and a box lets in a hundred', async () => {
  const tablets = new Tablets(await openLedger(new MemoryDisk()), () => NOON, silentLog);
  for (const label of ['', '  ', 'x'.repeat(81), 'a\u0007b']) assert.is((await tablets.admit(label, 'Ана')).ok, false);
  assert.is((await tablets.admit('Таблет', 'Ана', AbortSignal.abort())).ok, false, 'who asked has left');
  assert.equal(tablets.list(), []);
  assert.ok((await tablets.admit('x'.repeat(80), 'Ана')).ok);
  for (let count = 1; count < 100; count += 1) assert.ok((await tablets.admit(`Таблет ${count}`, 'Ана')).ok);
  const refused = await tablets.admit('Таблет', 'Ана');
  assert.match(String(inEnglish(refused.ok ? '' : refused.error)), /at most 100 tablets/);
});

test('two tablets may not have one label, in either alphabet, until one of them is removed', async () => {
  const tablets = new Tablets(await openLedger(new MemoryDisk()), () => NOON, silentLog);
  assert.ok((await tablets.admit('Таблет 1', 'Ана')).ok);
  for (const label of ['Таблет 1', ' tablet 1'])
    assert.equal(inEnglish(await tablets.admit(label, 'Ана')), {
      ok: false,
      error: 'A tablet "Таблет 1" already exists. Give it another name.',
    });
  assert.ok((await tablets.admit('Таблет 2', 'Ана')).ok);
  assert.is((await tablets.remove(3)).ok, false);
  assert.ok((await tablets.remove(2)).ok);
  assert.equal(
    tablets.list().map(({ label }) => label),
    ['Таблет 1'],
  );
  assert.ok((await tablets.remove(1)).ok);
  assert.ok((await tablets.admit('Таблет 1', 'Ана')).ok);
});

test('of two tablets that are admitted under one label at once one is', async () => {
  const tablets = new Tablets(await openLedger(new MemoryDisk()), () => NOON, silentLog);
  const admitted = await Promise.all(['Таблет', 'Tablet'].map((label) => tablets.admit(label, 'Ана')));
  assert.equal([admitted.map(({ ok }) => ok), tablets.list().length], [[true, false], 1]);
});

test('on a disk that takes nothing no tablet is let in or removed', async () => {
  const disk = new MemoryDisk();
  const tablets = new Tablets(await openLedger(disk), () => NOON, silentLog);
  const admitted = await tablets.admit('Таблет', 'Ана');
  assert.ok(admitted.ok);
  const removed: number[] = [];
  tablets.onRemoved = (id) => removed.push(id);
  disk.fault = (operation) => (operation === 'write' || operation === 'create' ? 'EIO' : undefined);
  assert.is((await tablets.admit('Други', 'Ана')).ok, false);
  assert.is((await tablets.remove(admitted.value.tablet.id)).ok, false);
  assert.equal(removed, []);
  assert.is(tablets.find(admitted.value.token)?.id, admitted.value.tablet.id);
});

test.run();
