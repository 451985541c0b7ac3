import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { changesData, refusalOf } from '../../../src/outward/updates/accept.js';
import { canSignDemo } from '../../../src/processors/pfr/demo/linkSignature.js';
import {
  type StoredUpdateState,
  NOTHING_KEPT,
  type Pending,
  type TrialFault,
} from '../../../src/outward/updates/updateState.js';
import { decideTrial, needsNotice, tried, untilStoring } from '../../../src/outward/updates/trial.js';
import { HandClock, settled } from '../../kit/handClock.js';
import { inEnglish } from '../../kit/inEnglish.js';

const PACE = 5000;

/** A new system that a test makes ill and well again. */
class Patient {
  readonly clock = new HandClock();
  failing: string[] = [];
  isSigning = true;
  isPrinting = true;
  readonly told: string[] = [];
  readonly stop = new AbortController();
  readonly end: Promise<boolean>;
  isOver = false;

  constructor(before: { readonly printers: readonly string[]; readonly failing: readonly string[] }) {
    const parts = {
      clock: this.clock,
      failing: async () => this.failing,
      canSign: () => this.isSigning,
      printers: () => [
        { name: 'kasa', answers: this.isPrinting },
        { name: 'bar', answers: false },
      ],
    };
    const hear = (faults: readonly TrialFault[]): void => void this.told.push(faults.join());
    this.end = tried(parts, before, hear, this.stop.signal).finally(() => (this.isOver = true));
  }

  /** Lets time pass in steps, each with what is done then. */
  async pass(seconds: number): Promise<void> {
    await settled();
    for (let left = seconds * 1000; left > 0; left -= PACE) {
      this.clock.pass(PACE);
      await settled();
    }
  }
}

const BEFORE = { printers: ['kasa'], failing: [] };

test('a system that works for two minutes is confirmed, and not a moment sooner', async () => {
  const patient = new Patient(BEFORE);
  await patient.pass(115);
  assert.not.ok(patient.isOver);
  await patient.pass(5);
  assert.ok(await patient.end);
});

const ILLNESSES: readonly (readonly [TrialFault, (patient: Patient, isIll: boolean) => void])[] = [
  ['not ready', (patient, isIll) => (patient.failing = isIll ? ['pfr'] : [])],
  ['not stored', (patient, isIll) => (patient.failing = isIll ? ['ledger'] : [])],
  ['no signature', (patient, isIll) => (patient.isSigning = !isIll)],
  ['printer', (patient, isIll) => (patient.isPrinting = !isIll)],
];

for (const [fault, make] of ILLNESSES) {
  test(`${fault}: it is told, and the two minutes begin anew`, async () => {
    const patient = new Patient(BEFORE);
    await patient.pass(110);
    make(patient, true);
    await patient.pass(5);
    assert.is(patient.told.at(-1), fault);
    make(patient, false);
    await patient.pass(120);
    assert.not.ok(patient.isOver);
    await patient.pass(5);
    assert.ok(await patient.end);
  });
}

test('what did not work before the update is not held against it; what is stored is', async () => {
  const patient = new Patient({ printers: [], failing: ['pfr', 'ledger'] });
  patient.failing = ['pfr'];
  patient.isPrinting = false;
  await patient.pass(60);
  assert.is(patient.told.at(-1), '');
  patient.failing = ['pfr', 'ledger'];
  await patient.pass(5);
  assert.is(patient.told.at(-1), 'not stored');
});

test('a trial that never gets well has no end of its own, but can be given up', async () => {
  const patient = new Patient(BEFORE);
  patient.failing = ['pfr'];
  await patient.pass(3600);
  assert.not.ok(patient.isOver);
  patient.stop.abort();
  assert.not.ok(await patient.end);
});

test('a system that was well before waits only for its own storage', async () => {
  const clock = new HandClock();
  let failing = ['pfr', 'disk'];
  let isStoring = false;
  const done = untilStoring({ clock, failing: async () => failing }, new AbortController().signal).then(
    (value) => (isStoring = value),
  );
  await settled();
  assert.not.ok(isStoring);
  failing = ['pfr'];
  clock.pass(PACE);
  assert.ok(await done);
});

test('the demo signature is made and known again; nothing is issued', () => {
  assert.ok(canSignDemo(Buffer.alloc(16, 7), Date.UTC(2027, 0, 1)));
});

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

function verdictOf(kept: Partial<StoredUpdateState>, booted: string, isFresh = false) {
  return decideTrial(
    { ...NOTHING_KEPT, ...kept },
    { booted, version: booted === 'A' ? '1.2.0' : '1.3.0', isFresh, now: NOW },
  );
}

function outcomeOf(verdict: ReturnType<typeof decideTrial>): string | undefined {
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

test('an interrupted install is reported once, and stays pending: RAUC may have finished', () => {
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

test('a confirmed system that no longer starts has fallen back too', () => {
  const fallen = verdictOf({ confirmed: { slot: 'B', version: '1.3.0' } }, 'A');
  assert.is(outcomeOf(fallen), 'fell-back');
  assert.equal(fallen.kind === 'as before' ? fallen.kept.confirmed : null, CONFIRMED);
});

test('a fault is shown until a person has acknowledged it', () => {
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
    /of the type kasirbox-amd64/,
  );
  assert.match(String(inEnglish(refusalOf({ ...bundle, version: '1.2.0' }, own) ?? '')), /already has version 1\.2\.0/);
  assert.is(inEnglish(refusalOf({ ...bundle, version: '1.2.0' }, { ...own, again: true })), undefined);
  assert.match(String(inEnglish(refusalOf({ ...bundle, dataFormat: null }, own) ?? '')), /does not state which data/);
  assert.match(
    String(inEnglish(refusalOf({ ...bundle, version: '1.1.0', dataFormat: 2 }, own) ?? '')),
    /^Version 1\.1\.0 could not read/,
  );
  assert.not.ok(changesData(bundle, own));
  assert.ok(changesData({ ...bundle, dataFormat: 4 }, own));
});

test.run();
