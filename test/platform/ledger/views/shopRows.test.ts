import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Change } from '../../../../src/platform/ledger/changeTypes.js';
import type { Ledger } from '../../../../src/platform/ledger/ledger.js';
import type {
  ReceivedVersion,
  StoredItem,
  StoredKey,
  StoredTablet,
  StoredUser,
} from '../../../../src/platform/ledger/shopRecords.js';
import { MemoryDisk } from '../../../kit/disk/memory.js';
import { FOLDER, NOON, openLedger } from '../../../kit/ledger.js';

type Put = Exclude<Change, { type: 'result' }>;

const SIZES = { segmentBytes: 1 << 20, prefillBytes: 1 << 18, snapshotRecords: 1 };

/** Checks what the ledger shows after these changes: at once, from saved views, and from the log alone. */
async function afterChanges(changes: readonly Put[], check: (ledger: Ledger, when: string) => void): Promise<void> {
  const disk = new MemoryDisk(new Map([[FOLDER, 'folder']]));
  let ledger = await openLedger(disk, { sizes: SIZES });
  for (const change of changes) assert.ok((await ledger.put(change)).ok, change.type);
  check(ledger, 'at once');
  await ledger.runIdleWork();
  await ledger.close();
  for (const views of ['saved views', 'the log']) {
    if (views === 'the log') disk.forget(`${FOLDER}/views`);
    ledger = await openLedger(disk, { sizes: SIZES });
    check(ledger, views);
    await ledger.close();
  }
}

const USER: StoredUser = {
  ...{ id: 2, name: 'Мира', role: 'cashier', secret: 'scrypt', recovery: 'ab'.repeat(32) },
  ...{ createdAt: NOON, removedAt: null },
};
const TABLET: StoredTablet = {
  ...{ id: 1, label: 'шанк', hash: 'cd'.repeat(32), admittedBy: 'Ана' },
  ...{ createdAt: NOON, removedAt: null },
};

test('users and tablets are read back as they were last recorded, removed ones too, by number', async () => {
  const owner: StoredUser = { ...USER, id: 1, name: 'Ана', role: 'owner', recovery: null };
  const removed = { ...USER, name: 'Мира Мирић', removedAt: NOON + 1 };
  const other = { ...TABLET, id: 2, label: 'башта', removedAt: NOON + 2 };
  const changes: readonly Put[] = [
    { type: 'user', user: USER },
    { type: 'user', user: owner },
    { type: 'user', user: removed },
    { type: 'tablet', tablet: other },
    { type: 'tablet', tablet: TABLET },
  ];
  await afterChanges(changes, ({ main }, when) => {
    assert.equal(main.users.users(), [owner, removed], when);
    assert.equal(main.users.tablets(), [TABLET, other], when);
  });
});

test('keys are read back with every member; one that was revoked stays revoked, and only that one', async () => {
  const key: StoredKey = {
    ...{ id: 1, label: 'каса', prefix: 'kasir_123456', hash: 'ab'.repeat(32), createdAt: NOON },
    ...{ revokedAt: null, lastUsedAt: null },
  };
  const used: StoredKey = {
    ...{ ...key, id: 2, label: 'сајт', prefix: 'kasir_654321', hash: 'cd'.repeat(32), lastUsedAt: NOON + 3 },
    ...{ addresses: [{ address: '192.168.1.7', firstAt: NOON + 1, lastAt: NOON + 3 }], acceptedAt: NOON + 2 },
  };
  const revoked = { ...used, id: 3, prefix: 'kasir_ababab', hash: 'ef'.repeat(32), revokedAt: NOON + 5 };
  const changes = [revoked, key, { ...used, lastUsedAt: null }, used].map(
    (one) => ({ type: 'key', key: one }) as const,
  );
  await afterChanges(changes, ({ main }, when) => assert.equal(main.keys(), [key, used, revoked], when));
});

test('items are read back with every member, and found by number and PLU alone', async () => {
  const bare: StoredItem = {
    ...{ id: 1, plu: null, name: 'Хлеб', unit: null, price: 100, label: null, gtin: null, category: null },
    active: false,
  };
  const full: StoredItem = {
    ...{ id: 2, plu: '17', name: 'Млеко', unit: 'l', price: 15_990, label: 'Е', gtin: '8600000000012' },
    ...{ category: 'Пиће', active: true },
  };
  const changes: readonly Put[] = [
    { type: 'item', item: { ...full, name: 'Сок', price: 1 } },
    { type: 'items', items: [bare, full] },
  ];
  await afterChanges(changes, ({ main }, when) => {
    assert.equal(main.itemsAfter(0, 9), [bare, full], when);
    assert.equal([main.item(1), main.item(2), main.itemByPlu('17')], [bare, full, full], when);
    assert.equal([main.item(3), main.itemByPlu('1')], [undefined, undefined], when);
    assert.equal(main.itemsWithoutPlu(), [bare], when);
    assert.equal(main.categories(), ['Пиће'], when);
  });
});

test('a version of the group is in use once its items are recorded; with its value only if it is the received one', async () => {
  const received: ReceivedVersion = {
    ...{ part: 'catalogue', group: 'pekare', version: 4, validFrom: NOON, value: 'eJw=', decision: 'none' },
  };
  const { part, group, version, value } = received;
  const inUse = { part, group, version, value };
  const receipt: Put = { type: 'event', event: { at: NOON, kind: 'group-version', ...received } };
  const use = (of: Partial<ReceivedVersion>): Put => ({
    ...{ type: 'items', items: [], version: { part, group, version, ...of } },
  });
  const cases = [
    { changes: [receipt], shown: { inUse: undefined, next: received } },
    { changes: [receipt, use({})], shown: { inUse, next: undefined } },
    { changes: [use({})], shown: { inUse: { part, group, version }, next: undefined } },
    { changes: [receipt, use({ version: 3 })], shown: { inUse: { part, group, version: 3 }, next: received } },
    { changes: [receipt, use({ group: 'x' })], shown: { inUse: { part, group: 'x', version }, next: received } },
    { changes: [receipt, { type: 'items', items: [] }], shown: { inUse: undefined, next: received } },
  ] as const;
  for (const [at, { changes, shown }] of cases.entries()) {
    await afterChanges(changes, ({ main }, when) => {
      assert.equal({ ...main.group.of('catalogue') }, shown, `${at}, ${when}`);
      assert.equal({ ...main.group.of('settings') }, { inUse: undefined, next: undefined }, `${at}, ${when}`);
    });
  }
});

test('the rates of one environment are not those of the other', async () => {
  await afterChanges([{ type: 'rates', environment: 'sandbox', value: '[1]' }], ({ main }, when) =>
    assert.equal([main.rates('sandbox'), main.rates('production')], ['[1]', undefined], when),
  );
});

test.run();
