import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { decodeProfile, encodeProfile, isProfileOf } from '../../../src/platform/ledger/processorProfile.js';
import { MemoryDisk } from '../../kit/disk/memory.js';
import { profile } from '../../kit/everyKind.js';
import { FOLDER, NOON, openLedger } from '../../kit/ledger.js';

const SIZES = { segmentBytes: 1 << 20, prefillBytes: 1 << 18, snapshotRecords: 1 };
const PROFILE = profile(NOON);

test('what was learned of a processor is known after a start with and without saved views, the last of each environment', async () => {
  const disk = new MemoryDisk(new Map([[FOLDER, 'folder']]));
  const ledger = await openLedger(disk, { sizes: SIZES });
  assert.is(ledger.main.profile('sandbox'), undefined);
  const later = { ...PROFILE, keepsAnswers: 'several' } as const;
  for (const each of [PROFILE, later]) {
    const value = encodeProfile(each);
    assert.ok((await ledger.put({ type: 'profile', environment: 'sandbox', value })).ok);
  }
  await ledger.runIdleWork();
  const value = encodeProfile(PROFILE);
  assert.ok((await ledger.put({ type: 'profile', environment: 'production', value })).ok);
  await ledger.close();
  for (const views of ['saved', 'none']) {
    if (views === 'none') disk.forget(`${FOLDER}/views`);
    const again = await openLedger(disk, { sizes: SIZES });
    assert.equal([again.main.profile('sandbox'), again.main.profile('production')], [later, PROFILE], views);
    await again.close();
  }
});

test('a profile is written and read back as it is, and what is none is no profile', () => {
  const { quirks: _, ...withoutQuirks } = PROFILE;
  for (const one of [PROFILE, withoutQuirks, { ...PROFILE, signingTime: null, uid: '' }]) {
    assert.equal(decodeProfile(encodeProfile(one)), one);
  }
  for (const change of [
    { at: '1' },
    { at: -1 },
    { mode: 'demo' },
    { mode: 'toString' },
    { uid: null },
    { keepsAnswers: 'all' },
    { unknownId: '' },
    { signingTime: undefined },
    { signingTime: '840' },
    { quirks: [1] },
    { quirks: null },
    { versions: null },
    { versions: { make: 1 } },
  ]) {
    assert.is(decodeProfile(JSON.stringify({ ...PROFILE, ...change })), undefined, JSON.stringify(change));
  }
  for (const json of ['', 'null', '[]', '{', '7']) assert.is(decodeProfile(json), undefined, json);
});

test('a profile is of one mode and one uid; a processor that does not tell its uid may be the one', () => {
  const isOf = (mode: string, uid: string): boolean => isProfileOf(PROFILE, { mode, uid });
  assert.equal(
    [isOf('lpfr', 'FAKE7PFR'), isOf('lpfr', ''), isOf('lpfr', 'OTHER777'), isOf('vpfr', 'FAKE7PFR')],
    [true, true, false, false],
  );
});

test.run();
