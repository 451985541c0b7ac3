import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { KeyRing } from '../../src/access/keys.js';
import type { UtcMs } from '../../src/base/fiscal.js';
import { silentLog } from '../../src/base/log.js';
import type { Ledger } from '../../src/ledger/ledger.js';
import { MemoryDisk } from '../kit/disk/memory.js';
import { DAY_MS, NOON, openLedger } from '../kit/ledger.js';

interface Ring {
  readonly disk: MemoryDisk;
  readonly ledger: Ledger;
  readonly keys: KeyRing;
  readonly clock: { now: UtcMs };
}

async function open(disk = new MemoryDisk(), clock = { now: NOON }): Promise<Ring> {
  const ledger = await openLedger(disk);
  return { disk, ledger, clock, keys: new KeyRing(ledger, () => clock.now, silentLog) };
}

async function reopen({ disk, ledger, clock }: Ring): Promise<Ring> {
  await ledger.close();
  return open(disk, clock);
}

async function create(keys: KeyRing, label = 'каса'): Promise<{ readonly id: number; readonly key: string }> {
  const created = await keys.create(label);
  if (!created.ok) throw new Error(created.error);
  return created.value;
}

test('keys are numbered from 1, differ, and are listed in the order of their making, revoked ones too', async () => {
  let ring = await open();
  const made = [];
  for (const label of ['каса 1', 'каса 2', 'web']) made.push(await create(ring.keys, label));
  assert.equal(
    made.map(({ id }) => id),
    [1, 2, 3],
  );
  assert.is(new Set(made.map(({ key }) => key)).size, 3);
  await ring.keys.revoke(2);
  for (const when of ['at once', 'after a restart']) {
    const list = ring.keys.list();
    assert.equal(
      list.map(({ label }) => label),
      ['каса 1', 'каса 2', 'web'],
      when,
    );
    assert.equal(
      list.map(({ revokedAt }) => revokedAt),
      [null, NOON, null],
      when,
    );
    ring = await reopen(ring);
  }
  assert.is((await create(ring.keys)).id, 4);
});

test('a list holds no key and nothing but its first 12 characters', async () => {
  const { keys } = await open();
  const { key } = await create(keys);
  const [listed] = keys.list();
  assert.is(listed?.prefix, key.slice(0, 12));
  assert.not.ok(JSON.stringify(keys.list()).includes(key.slice(6)));
});

test('keys made at the same time get different numbers', async () => {
  const { keys } = await open();
  const made = await Promise.all(Array.from({ length: 20 }, () => create(keys)));
  assert.equal(
    made.map(({ id }) => id),
    Array.from({ length: 20 }, (_, index) => index + 1),
  );
});

test('a label has 1 to 80 printable characters', async () => {
  const { keys } = await open();
  for (const label of ['', '   ', 'ж'.repeat(81), 'a\nb', 'a\u0000', 'a\u202eb']) {
    const created = await keys.create(label);
    assert.match(created.ok ? '' : created.error, /^The label must be 1 to 80 printable characters/, label);
  }
  assert.equal(keys.list(), []);
  await create(keys, 'ж'.repeat(80));
});

test('a presented key answers as it was before the call, and only in its exact form', async () => {
  const { keys, clock } = await open();
  const { key, id } = await create(keys);
  assert.is(keys.use(key)?.lastUsedAt, null);
  clock.now += 5000;
  assert.is(keys.use(key)?.lastUsedAt, NOON);
  assert.is(keys.use(key)?.lastUsedAt, NOON + 5000);
  assert.is(keys.use(key)?.id, id);
  for (const wrong of ['', `${key} `, key.toUpperCase(), key.slice(1), `${key}0`])
    assert.is(keys.use(wrong), undefined);
});

test('a revoked key is refused at once and for ever; revoking it again changes nothing', async () => {
  let ring = await open();
  const { key } = await create(ring.keys);
  const revoking = ring.keys.revoke(1);
  assert.ok((await revoking).ok);
  assert.is(ring.keys.use(key), undefined);
  ring.clock.now += DAY_MS;
  assert.ok((await ring.keys.revoke(1)).ok);
  ring = await reopen(ring);
  assert.is(ring.keys.use(key), undefined);
  assert.is(ring.keys.list()[0]?.revokedAt, NOON);
  const unknown = await ring.keys.revoke(7);
  assert.match(unknown.ok ? '' : unknown.error, /^There is no key 7/);
});

test('calls write nothing to the disk; the last use is noted once a day and at a clean stop', async () => {
  const ring = await open();
  const { keys, ledger, clock } = ring;
  const { key } = await create(keys);
  const written = () => ledger.end.sequence;
  const before = written();
  for (let call = 0; call < 100; call += 1) keys.use(key);
  assert.is(written(), before);
  await keys.noteUse();
  assert.is(written(), before + 1);
  for (const hours of [1, 12, 23]) {
    clock.now = NOON + hours * 3_600_000;
    keys.use(key);
    await keys.noteUse();
  }
  assert.is(written(), before + 1);
  clock.now = NOON + DAY_MS;
  keys.use(key);
  await keys.noteUse();
  assert.is(written(), before + 2);
  clock.now += 60_000;
  keys.use(key);
  await keys.noteUse(true);
  const again = await reopen(ring);
  assert.is(again.keys.list()[0]?.lastUsedAt, NOON + DAY_MS + 60_000);
});

test('noting the last use never brings back a key that is revoked meanwhile', async () => {
  let ring = await open();
  const made = [await create(ring.keys), await create(ring.keys), await create(ring.keys)];
  for (const { key } of made) ring.keys.use(key);
  await Promise.all([ring.keys.noteUse(true), ring.keys.revoke(3), ring.keys.revoke(2)]);
  for (const when of ['at once', 'after a restart']) {
    assert.equal(
      made.map(({ key }) => ring.keys.use(key)?.id),
      [1, undefined, undefined],
      when,
    );
    ring = await reopen(ring);
  }
});

test('a key that cannot be stored is not given out', async () => {
  const { keys, disk } = await open();
  disk.fault = (operation) => (operation === 'datasync' || operation === 'create' ? 'EIO' : undefined);
  const created = await keys.create('каса');
  assert.match(created.ok ? '' : created.error, /^The key could not be stored \(broken\)\. Run: kasirbox doctor$/);
  assert.equal(keys.list(), []);
});

test.run();
