import { english } from '../../../src/base/index.js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { KeyRing, type KeyUse } from '../../../src/shop/access/keys.js';
import type { UtcMs } from '../../../src/base/time.js';
import { silentLog } from '../../../src/base/log.js';
import type { Ledger } from '../../../src/platform/ledger/ledger.js';
import { MemoryDisk } from '../../kit/disk/memory.js';
import { wrapped } from '../../kit/disk/wrapped.js';
import { settled } from '../../kit/handClock.js';
import { DAY_MS, NOON, openLedger, ReceiptMaker } from '../../kit/ledger.js';
import { Random } from '../../kit/random.js';
import { inEnglish } from '../../kit/inEnglish.js';

/** Of a ledger that holds some hundred receipts. */
const MANY_RECEIPTS = { segmentBytes: 256 * 1024, prefillBytes: 16 * 1024, snapshotRecords: 1000 };

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
  if (!created.ok) throw new Error(english(created.error));
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
  const { hash = '', ...shown } = listed ?? {};
  const times = { createdAt: NOON, revokedAt: null, lastUsedAt: null };
  assert.equal(shown, { id: 1, label: 'каса', prefix: key.slice(0, 12), ...times });
  assert.is(hash.length, 64);
  assert.equal(keys.judged('sandbox')[0]?.addresses, []);
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
    assert.match(
      String(inEnglish(created.ok ? '' : created.error)),
      /^The label must be 1 to 80 printable characters/,
      label,
    );
  }
  assert.equal(keys.list(), []);
  await create(keys, 'ж'.repeat(80));
});

test('a presented key answers as it was before the call, and only in its exact form', async () => {
  const { keys, clock } = await open();
  const { key, id } = await create(keys);
  assert.is(keys.authenticate(key)?.lastUsedAt, null);
  clock.now += 5000;
  assert.is(keys.authenticate(key)?.lastUsedAt, NOON);
  assert.is(keys.authenticate(key)?.lastUsedAt, NOON + 5000);
  assert.is(keys.authenticate(key)?.id, id);
  for (const wrong of ['', `${key} `, key.toUpperCase(), key.slice(1), `${key}0`, `kasir_${'0'.repeat(48)}`])
    assert.is(keys.authenticate(wrong), undefined);
});

test('a revoked key is refused at once and for ever; revoking it again changes nothing', async () => {
  let ring = await open();
  const { key } = await create(ring.keys);
  const told: number[] = [];
  ring.keys.onRevoked = (id) => told.push(id);
  const revoking = ring.keys.revoke(1);
  assert.ok(ring.keys.isActive(key));
  assert.ok((await revoking).ok);
  assert.not.ok(ring.keys.isActive(key));
  assert.is(ring.keys.authenticate(key), undefined);
  ring.clock.now += DAY_MS;
  assert.ok((await ring.keys.revoke(1)).ok);
  assert.equal(told, [1]);
  ring = await reopen(ring);
  assert.is(ring.keys.authenticate(key), undefined);
  assert.is(ring.keys.list()[0]?.revokedAt, NOON);
  const unknown = await ring.keys.revoke(7);
  assert.match(String(inEnglish(unknown.ok ? '' : unknown.error)), /^There is no key 7/);
});

test('calls write nothing to the disk; the last use is noted once a day and at a clean stop', async () => {
  const ring = await open();
  const { keys, ledger, clock } = ring;
  const { key } = await create(keys);
  const written = () => ledger.end.sequence;
  const before = written();
  for (let call = 0; call < 100; call += 1) keys.authenticate(key);
  assert.is(written(), before);
  await keys.saveLastUse();
  assert.is(written(), before + 1);
  for (const hours of [1, 12, 23]) {
    clock.now = NOON + hours * 3_600_000;
    keys.authenticate(key);
    await keys.saveLastUse();
  }
  assert.is(written(), before + 1);
  clock.now = NOON + DAY_MS;
  keys.authenticate(key);
  await keys.saveLastUse();
  assert.is(written(), before + 2);
  clock.now += 60_000;
  keys.authenticate(key);
  await keys.saveLastUse(true);
  const again = await reopen(ring);
  assert.is(again.keys.list()[0]?.lastUsedAt, NOON + DAY_MS + 60_000);
});

test('noting the last use never brings back a key that is revoked meanwhile', async () => {
  let ring = await open();
  const made = [await create(ring.keys), await create(ring.keys), await create(ring.keys)];
  for (const { key } of made) ring.keys.authenticate(key);
  await Promise.all([ring.keys.saveLastUse(true), ring.keys.revoke(3), ring.keys.revoke(2)]);
  for (const when of ['at once', 'after a restart']) {
    assert.equal(
      made.map(({ key }) => ring.keys.authenticate(key)?.id),
      [1, undefined, undefined],
      when,
    );
    ring = await reopen(ring);
  }
});

test('the use that nobody made, or that is recorded already, is not recorded; what comes meanwhile is, by the next round', async () => {
  let ring = await open();
  const { key } = await create(ring.keys);
  const written = async (all = false): Promise<number> => {
    const before = ring.ledger.end.sequence;
    await ring.keys.saveLastUse(all);
    return ring.ledger.end.sequence - before;
  };
  const use = (address?: string): void => {
    ring.clock.now += 60_000;
    ring.keys.authenticate(key, address);
  };
  assert.is(await written(true), 0, 'never used');
  use('10.0.0.1');
  ring.disk.before = (operation) => {
    if (operation !== 'write') return;
    ring.disk.before = () => undefined;
    use('10.0.0.2');
  };
  assert.is(await written(), 1);
  assert.is(await written(), 1, 'the address that came meanwhile');
  assert.is(await written(true), 0, 'it is recorded');
  use('10.0.0.2');
  assert.is(await written(), 0, 'no new address');
  await written(true);
  ring = await reopen(ring);
  use();
  assert.is(await written(), 0, 'used just before the restart');
});

test('who waits for the use to be recorded waits for the disk', async () => {
  let release: () => void = () => undefined;
  let held = Promise.resolve();
  const disk = wrapped(new MemoryDisk(), { file: (inner) => ({ datasync: () => held.then(() => inner.datasync()) }) });
  const keys = new KeyRing(await openLedger(disk), () => NOON, silentLog);
  const { key } = await create(keys);
  keys.authenticate(key);
  held = new Promise((resolve) => (release = resolve));
  let isRecorded = false;
  const saving = keys.saveLastUse().then(() => (isRecorded = true));
  await settled();
  assert.is(isRecorded, false);
  release();
  await saving;
});

test('four records for addresses are left each day: records for other reasons, or of the day before, take none', async () => {
  const { keys, ledger, clock } = await open();
  const { key } = await create(keys);
  let device = 0;
  const rounds = async (count: number, all = false): Promise<number> => {
    const before = ledger.end.sequence;
    for (let round = 0; round < count; round += 1) {
      keys.authenticate(key, all ? undefined : `10.0.0.${(device += 1)}`);
      await keys.saveLastUse(all);
      clock.now += 60_000;
    }
    return ledger.end.sequence - before;
  };
  assert.is(await rounds(6, true), 6);
  const first = clock.now;
  assert.is(await rounds(8), 4);
  assert.is(await rounds(1, true), 1, 'the last record is less than a day old tomorrow');
  clock.now = first + DAY_MS - 1;
  assert.is(await rounds(1), 0);
  clock.now = first + DAY_MS;
  assert.is(await rounds(1), 1);
});

test('the addresses in use are those of active keys, the last used one last', async () => {
  const { keys, clock } = await open();
  const [one, other, revoked] = [await create(keys), await create(keys), await create(keys)];
  await create(keys);
  for (const [{ key }, address] of [
    [one, '10.0.0.3'],
    [other, '10.0.0.1'],
    [revoked, '10.0.0.9'],
    [one, '10.0.0.2'],
  ] as const) {
    clock.now += 1;
    keys.authenticate(key, address);
  }
  await keys.revoke(revoked.id);
  assert.equal(keys.addressesInUse(), ['10.0.0.3', '10.0.0.1', '10.0.0.2']);
});

test('a key is not made for a caller who has left, and a revoked one is not accepted', async () => {
  const { keys, ledger } = await open();
  await create(keys);
  await keys.revoke(1);
  const before = ledger.end.sequence;
  assert.is((await keys.create('каса', AbortSignal.abort())).ok, false);
  const accepted = await keys.accept(1);
  assert.match(
    String(inEnglish(accepted.ok ? '' : accepted.error)),
    /^Key 1 \(каса\) was revoked on .*; there is nothing to accept\.$/,
  );
  assert.is(ledger.end.sequence, before);
});

test('a key that cannot be stored is not given out, revoked or accepted', async () => {
  const { keys, disk } = await open();
  const { key } = await create(keys);
  const told: number[] = [];
  keys.onRevoked = (id) => told.push(id);
  disk.fault = (operation) => (operation === 'datasync' || operation === 'create' ? 'EIO' : undefined);
  const created = await keys.create('каса');
  assert.match(
    String(inEnglish(created.ok ? '' : created.error)),
    /^The key could not be stored \(broken\)\. Run: kasirbox doctor$/,
  );
  for (const change of [keys.revoke(1), keys.accept(1)]) {
    const changed = await change;
    assert.match(
      String(inEnglish(changed.ok ? '' : changed.error)),
      /could not be (?:revoked|recorded) \(broken\)\. Run: kasirbox doctor$/,
    );
  }
  assert.equal(told, []);
  assert.ok(keys.isActive(key));
  assert.is(keys.list().length, 1);
  assert.is(keys.list()[0]?.acceptedAt, undefined);
});

test('a new address is recorded by the next round, at most four times a day for one key, and survives a crash', async () => {
  const ring = await open();
  const { keys, ledger, clock } = ring;
  const { key } = await create(keys);
  const before = ledger.end.sequence;
  const written = (): number => ledger.end.sequence - before;
  keys.authenticate(key, '::ffff:192.168.1.20');
  assert.is(written(), 0, 'no sale waits for it');
  await keys.saveLastUse();
  assert.is(written(), 1);
  for (let call = 0; call < 50; call += 1) keys.authenticate(key, '192.168.1.20');
  await keys.saveLastUse();
  assert.is(written(), 1, 'it is known');
  for (let device = 1; device < 200; device += 1) {
    clock.now += 60_000;
    keys.authenticate(key, `10.0.0.${device}`);
    await keys.saveLastUse();
  }
  assert.is(written(), 4);
  clock.now += DAY_MS;
  keys.authenticate(key, '10.0.1.1');
  await keys.saveLastUse();
  assert.is(written(), 5);
  // No clean stop: what is read back is what was recorded.
  const [read] = new KeyRing(ledger, () => clock.now, silentLog).list();
  assert.is(read?.addresses?.[0]?.address, '10.0.1.1');
  assert.ok((read?.addresses?.length ?? 0) <= 16);
});

/** What is judged of the first key. */
function judged({ keys }: Ring): KeyUse {
  const [first] = keys.judged('sandbox');
  if (first === undefined) throw new Error('there is no key');
  return first;
}

const newOnes = (ring: Ring): string[] => judged(ring).newAddresses.map(({ address }) => address);

test('an address is new when its key was used for a day from elsewhere; it is told for a day, over a restart', async () => {
  let ring = await open();
  const { key } = await create(ring.keys);
  ring.keys.authenticate(key, '192.168.1.20');
  ring.clock.now += 3_600_000;
  ring.keys.authenticate(key, '192.168.1.21');
  assert.equal(newOnes(ring), [], 'a key of today has no past');
  ring.clock.now += DAY_MS;
  for (const address of ['192.168.1.20', '::ffff:192.168.1.21', '192.168.1.66']) ring.keys.authenticate(key, address);
  assert.equal(newOnes(ring), ['192.168.1.66']);
  await ring.keys.saveLastUse();
  ring = await reopen(ring);
  assert.equal(newOnes(ring), ['192.168.1.66']);
  ring.clock.now += DAY_MS - 1;
  assert.equal(newOnes(ring), ['192.168.1.66']);
  ring.clock.now += 1;
  assert.equal(newOnes(ring), []);
  assert.is(judged(ring).addresses.length, 3);
  ring.clock.now += 30 * DAY_MS;
  assert.equal(judged(ring).addresses, [], 'forgotten after thirty days');
});

test('an address that another key of the shop has used for a day is not new, one of a revoked key is', async () => {
  const ring = await open();
  const [own, other, gone] = [await create(ring.keys), await create(ring.keys), await create(ring.keys)];
  ring.keys.authenticate(own.key, '192.168.1.20');
  ring.keys.authenticate(other.key, '192.168.1.21');
  ring.keys.authenticate(gone.key, '192.168.1.22');
  await ring.keys.revoke(gone.id);
  ring.clock.now += DAY_MS;
  for (const address of ['192.168.1.21', '192.168.1.22']) ring.keys.authenticate(own.key, address);
  assert.equal(newOnes(ring), ['192.168.1.22']);
  await ring.keys.revoke(own.id);
  assert.equal(newOnes(ring), [], 'a revoked key opens nothing');
});

test('accepting what a key was used for ends it, for what was before and not for what comes', async () => {
  let ring = await open();
  const { key, id } = await create(ring.keys);
  ring.keys.authenticate(key, '192.168.1.20');
  ring.clock.now += DAY_MS;
  ring.keys.authenticate(key, '192.168.1.66');
  assert.ok((await ring.keys.accept(id)).ok);
  assert.equal(newOnes(ring), []);
  ring.clock.now += 60_000;
  ring.keys.authenticate(key, '192.168.1.67');
  await ring.keys.saveLastUse();
  ring = await reopen(ring);
  assert.equal(newOnes(ring), ['192.168.1.67']);
  const unknown = await ring.keys.accept(9);
  assert.match(String(inEnglish(unknown.ok ? '' : unknown.error)), /There is no key 9/);
});

test('who uses a key from ever other addresses neither makes it forget those of the shop nor takes memory', async () => {
  const ring = await open();
  const { key } = await create(ring.keys);
  ring.keys.authenticate(key, '192.168.1.20');
  ring.clock.now += DAY_MS;
  for (let device = 0; device < 1000; device += 1) {
    ring.clock.now += 1;
    ring.keys.authenticate(key, `10.0.${device >> 8}.${device & 255}`);
  }
  const { addresses } = judged(ring);
  assert.is(addresses.length, 16);
  assert.is(addresses[0]?.address, '10.0.3.231');
  assert.ok(addresses.some(({ address }) => address === '192.168.1.20'));
  assert.is(newOnes(ring).length, 15);
});

test('an IPv6 address beyond the link counts by its network, one of the link by itself; both are shown whole', async () => {
  const ring = await open();
  const { key } = await create(ring.keys);
  ring.keys.authenticate(key, '2001:db8:1:2:aaaa::1');
  ring.keys.authenticate(key, 'fe80::1%wlan0');
  ring.clock.now += DAY_MS;
  for (const address of ['2001:db8:1:2:bbbb:1:2:3', '2001:db8:1:2::', 'fe80::1%eth0']) {
    ring.keys.authenticate(key, address);
    assert.equal(newOnes(ring), [], address);
  }
  assert.equal(
    judged(ring)
      .addresses.map(({ address }) => address)
      .sort(),
    ['2001:db8:1:2::', 'fe80::1'],
  );
  for (const address of ['fe80::2', '2001:db8:1::1', '::1', '2001:db8::2:0:0:0:1'])
    ring.keys.authenticate(key, address);
  assert.equal(newOnes(ring).sort(), ['2001:db8:1::1', '2001:db8::2:0:0:0:1', '::1', 'fe80::2']);
});

test('noting addresses does not bring back a key that is revoked meanwhile', async () => {
  const ring = await open();
  const { key } = await create(ring.keys);
  ring.keys.authenticate(key, '192.168.1.20');
  await Promise.all([ring.keys.saveLastUse(), ring.keys.revoke(1), ring.keys.accept(1)]);
  assert.is((await reopen(ring)).keys.authenticate(key), undefined);
});

test('the refunds of a young key are compared with those of keys that are in use, not of one that was revoked', async () => {
  const clock = { now: NOON };
  const ledger = await openLedger(new MemoryDisk(), { sizes: MANY_RECEIPTS });
  const keys = new KeyRing(ledger, () => clock.now, silentLog);
  const maker = new ReceiptMaker(new Random(1));
  const gone = await create(keys);
  const refund = async (apiKey: number, count: number): Promise<void> => {
    for (let left = count; left > 0; left -= 1) {
      const refunded = maker.next(ledger, { apiKey, transactionType: 'Refund', at: clock.now });
      assert.ok((await ledger.issue(refunded)).ok);
    }
  };
  for (let day = 0; day < 8; day += 1) {
    await refund(gone.id, 7);
    clock.now += DAY_MS;
  }
  const young = await create(keys);
  clock.now += DAY_MS;
  await refund(young.id, 20);
  const unusual = (): unknown => keys.judged('sandbox').find(({ key }) => key.id === young.id)?.unusualRefunds?.usual;
  assert.is(unusual(), (8 * 7) / 9, 'more than three times what the other key refunds in a day');
  assert.ok((await keys.revoke(gone.id)).ok);
  assert.is(unusual(), null, 'no key has a past');
});

test('judging many keys sums up the past of each once, also where none has one to be compared with', async () => {
  const { ledger, keys } = await open();
  const maker = new ReceiptMaker(new Random(1));
  for (let count = 0; count < 6; count += 1) {
    const { id: apiKey } = await create(keys);
    const issued = await ledger.issue(maker.next(ledger, { apiKey, transactionType: 'Refund' }));
    assert.ok(issued.ok);
  }
  const { keyActivity } = ledger.main;
  const asked: number[] = [];
  const past = keyActivity.past.bind(keyActivity);
  keyActivity.past = (environment, key, now) => {
    asked.push(key);
    return past(environment, key, now);
  };
  assert.is(keys.judged('sandbox').length, 6);
  assert.equal(asked.sort(), [1, 2, 3, 4, 5, 6]);
});

test.run();
