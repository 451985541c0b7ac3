import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Change } from '../../../../src/platform/ledger/changeTypes.js';
import { encodeProfile } from '../../../../src/platform/ledger/processorProfile.js';
import { restatedChanges } from '../../../../src/platform/ledger/repair/restated.js';
import { applyToMain } from '../../../../src/platform/ledger/views/applyToMain.js';
import { MainView } from '../../../../src/platform/ledger/views/main.js';
import { loadSql } from '../../../../src/platform/ledger/views/sql.js';
import { intent, jobOf, profile, queued } from '../../../kit/everyKind.js';
import { NOON } from '../../../kit/ledger.js';

type Put = Exclude<Change, { type: 'result' }>;

const KEY = {
  ...{ label: 'каса', prefix: 'kasir_123456', createdAt: NOON, revokedAt: null, lastUsedAt: null },
};
const USER = { name: 'Мира', role: 'cashier', secret: 'x', recovery: null, createdAt: NOON, removedAt: null } as const;
const TABLET = { label: 'каса', admittedBy: 'Мира', createdAt: NOON, removedAt: null };
const ITEM = { name: 'Хлеб', unit: null, price: 100, label: 'Ђ', gtin: null, category: null, active: true };
const hash = (id: number): string => `${id}`.repeat(64);

/** Two of each kind, since what is restated is found by number. */
const STORED: readonly Put[] = [1, 2].flatMap((id): Put[] => [
  { type: 'setting', name: `setting-${id}`, value: 'true' },
  { type: 'key', key: { ...KEY, id, hash: hash(id) } },
  { type: 'user', user: { ...USER, id: id + 2 } },
  { type: 'tablet', tablet: { ...TABLET, id, hash: hash(id) } },
  { type: 'items', items: [{ ...ITEM, id, plu: `${id}` }] },
  { type: 'job', jobs: [jobOf(hash(id).slice(32), id, NOON)] },
  { type: 'intent', intent: intent(hash(id).slice(32), NOON) },
  { type: 'queued', order: queued(id, NOON) },
  { type: 'queued', order: { ...queued(id + 2, NOON), state: 'removed' } },
]);
const SINGLE: readonly Put[] = [
  { type: 'rates', environment: 'sandbox', value: '[{"groupId":1}]' },
  { type: 'profile', environment: 'production', value: encodeProfile(profile(NOON)) },
  { type: 'notice', cursor: { sequence: 3, alarms: null } },
];
const ALL = [...STORED, ...SINGLE];

test('exactly what the log has lost is recorded again, as the saved views have it', async () => {
  const sql = await loadSql();
  const viewOf = (changes: readonly Put[]): MainView => {
    const view = new MainView(sql);
    for (const [at, change] of changes.entries()) applyToMain(view, change, at + 1);
    return view;
  };
  const saved = viewOf(ALL);
  const restated = (rebuilt: readonly Put[]): readonly Put[] => {
    const view = viewOf(rebuilt);
    const changes = restatedChanges(saved, view).map((change) => ({ ...change }));
    view.close();
    return changes;
  };
  assert.equal(restated(ALL), [], 'nothing was lost');
  for (const [at, lost] of ALL.entries()) {
    const left = ALL.filter((_, index) => index !== at);
    const again = restated(left);
    assert.equal(again, [lost], `${at} ${lost.type}`);
    assert.equal(restated([...left, ...again]), [], `${at} ${lost.type}: once`);
  }
  const newer: Put = { type: 'key', key: { ...KEY, id: 3, hash: hash(3) } };
  assert.equal(restated([...ALL, newer]), [], 'what only the log has stays');
  const setting: Put = { type: 'setting', name: 'later', value: 'true' };
  assert.equal(restated([...ALL, setting]), [{ ...setting, value: null }], 'except a setting, which is put back');
  saved.close();
});

test.run();
