import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { changesData, refusalOf } from '../../../src/outward/updates/accept.js';
import { type KeptState, NOTHING_KEPT, type Pending } from '../../../src/outward/updates/state.js';
import { judge, needsNotice } from '../../../src/outward/updates/verdict.js';
import { inEnglish } from '../../kit/inEnglish.js';

const NOW = Date.UTC(2027, 0, 15);
const CONFIRMED = { slot: 'A', version: '1.2.0' };
const PENDING: Pending = {
  version: '1.3.0',
  from: '1.2.0',
  fromSlot: 'A',
  isInstalled: true,
  printers: [],
  failing: [],
};

function verdictOf(kept: Partial<KeptState>, booted: string, isFresh = false) {
  return judge(
    { ...NOTHING_KEPT, ...kept },
    { booted, version: booted === 'A' ? '1.2.0' : '1.3.0', isFresh, now: NOW },
  );
}

function outcomeOf(verdict: ReturnType<typeof judge>): string | undefined {
  return verdict.kind === 'as before' ? verdict.kept.outcome?.kind : undefined;
}

test('a new card, and a start like the one before, change nothing', () => {
  assert.equal(verdictOf({}, 'A'), { kind: 'as before', kept: NOTHING_KEPT });
  const kept = { ...NOTHING_KEPT, confirmed: CONFIRMED };
  assert.equal(verdictOf(kept, 'A'), { kind: 'as before', kept });
});

test('the other slot runs while an update is pending: it is tried, also when the power went before the end was noted', () => {
  for (const isInstalled of [true, false]) {
    const pending = { ...PENDING, isInstalled };
    assert.equal(verdictOf({ confirmed: CONFIRMED, pending }, 'B'), { kind: 'trial', pending });
  }
});

test('the slot before runs: until the restart it waits, after it the new one was given up', () => {
  const kept = { confirmed: CONFIRMED, pending: PENDING };
  assert.is(verdictOf(kept, 'A', true).kind, 'wait');
  const fallen = verdictOf(kept, 'A');
  assert.is(outcomeOf(fallen), 'fell-back');
  assert.is(fallen.kind === 'as before' ? fallen.kept.pending : 0, null);
});

test('an install that was cut off is told once, and stays pending: RAUC may have come to its end', () => {
  const pending = { ...PENDING, isInstalled: false };
  const cut = verdictOf({ confirmed: CONFIRMED, pending }, 'A');
  assert.is(outcomeOf(cut), 'interrupted');
  const kept = cut.kind === 'as before' ? cut.kept : NOTHING_KEPT;
  assert.equal(kept.pending, pending);
  const again = verdictOf(kept, 'A');
  assert.equal(again.kind === 'as before' ? again.kept : undefined, kept);
  assert.is(again.kind === 'as before' ? again.kept.outcome : undefined, kept.outcome, 'told once');
  assert.is(verdictOf(kept, 'B').kind, 'trial');
});

test('a system that was kept and does not start any more has fallen back too', () => {
  const fallen = verdictOf({ confirmed: { slot: 'B', version: '1.3.0' } }, 'A');
  assert.is(outcomeOf(fallen), 'fell-back');
  assert.equal(fallen.kind === 'as before' ? fallen.kept.confirmed : null, CONFIRMED);
});

test('what went wrong is shown until somebody has seen it', () => {
  for (const kind of ['fell-back', 'interrupted', 'failed'] as const) {
    assert.ok(needsNotice({ kind, isAcknowledged: false }));
    assert.not.ok(needsNotice({ kind, isAcknowledged: true }));
  }
  assert.not.ok(needsNotice({ kind: 'updated', isAcknowledged: false }));
});

test('a bundle is refused for another board, for the same version, and where its program could not read the data', () => {
  const own = { compatible: 'kasirbox-arm64', version: '1.2.0', dataFormat: 3, again: false };
  const bundle = { compatible: 'kasirbox-arm64', version: '1.3.0', build: null, dataFormat: 3 };
  assert.is(inEnglish(refusalOf(bundle, own)), undefined);
  assert.is(inEnglish(refusalOf({ ...bundle, version: '1.1.0' }, own)), undefined, 'an older one that reads the data');
  assert.match(
    String(inEnglish(refusalOf({ ...bundle, compatible: 'kasirbox-amd64' }, own) ?? '')),
    /of the kind kasirbox-amd64/,
  );
  assert.match(String(inEnglish(refusalOf({ ...bundle, version: '1.2.0' }, own) ?? '')), /has version 1\.2\.0 already/);
  assert.is(inEnglish(refusalOf({ ...bundle, version: '1.2.0' }, { ...own, again: true })), undefined);
  assert.match(String(inEnglish(refusalOf({ ...bundle, dataFormat: null }, own) ?? '')), /does not say which data/);
  assert.match(
    String(inEnglish(refusalOf({ ...bundle, version: '1.1.0', dataFormat: 2 }, own) ?? '')),
    /^Version 1\.1\.0 could not read/,
  );
  assert.not.ok(changesData(bundle, own));
  assert.ok(changesData({ ...bundle, dataFormat: 4 }, own));
});

test.run();
