import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { canSignDemo } from '../../../src/processors/pfr/demo/linkSignature.js';
import type { TrialFault } from '../../../src/outward/updates/state.js';
import { tried, untilStoring } from '../../../src/outward/updates/trial.js';
import { HandClock, settled } from '../../kit/handClock.js';

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

test('a system that is well for two minutes is kept, and not a moment sooner', async () => {
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

test.run();
