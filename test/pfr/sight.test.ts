import { systemClock } from '../../src/base/clock.js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { ChannelFault } from '../../src/pfr/channel.js';
import { Sight } from '../../src/pfr/sight.js';
import {
  NO_ADDRESS,
  NO_RATES,
  noCertificate,
  NOT_SEEN,
  otherSide,
  PIN_TEXTS,
  pinRefused,
  READY,
  REFUSALS,
  UNREADABLE,
  unreached,
} from '../../src/pfr/texts.js';
import { type ProcessorState, readStatus } from '../../src/pfr/wire/status.js';
import type { Words } from '../../src/base/words.js';

const TIME = Date.UTC(2026, 10, 21, 10);
const FAULT = unreached({ cause: 'timeout', detail: 'ETIMEDOUT' }, 'lpfr');

function state(change: Readonly<Record<string, unknown>> = {}): ProcessorState {
  const told = readStatus({
    ...{ uid: 'FAKE7PFR', sdcDateTime: '2026-11-21T11:00:00+01:00', gsc: ['0100', '0210'] },
    ...{ lastInvoiceNumber: 'FAKE7PFR-FAKE7PFR-7', isPinRequired: false },
    ...change,
  });
  if (told === undefined) throw new Error('no status');
  return told;
}

function seen(change?: Readonly<Record<string, unknown>>, environment: 'sandbox' | 'production' = 'sandbox'): Sight {
  const sight = new Sight(environment, systemClock);
  sight.saw(state(change));
  return sight;
}

/** No status is that old. */
const DAY_MS = 24 * 60 * 60 * 1000;

const codesOf = (sight: Sight, hasRates = true): (string | null)[] => sight.findings(hasRates).map(({ code }) => code);

test('of a processor that was never seen nothing is known, and that blocks', () => {
  const sight = new Sight('sandbox', systemClock);
  assert.equal(sight.findings(true), [NOT_SEEN]);
  assert.equal([sight.isOlderThan(DAY_MS), sight.isReached, sight.uid, sight.fields], [true, false, '', {}]);
  assert.equal(sight.witness, { uid: '', lastNumber: null, time: null });
});

test('one that is well has no findings; its word is believed until there is doubt', () => {
  const sight = seen();
  assert.equal(sight.findings(true), []);
  assert.equal([sight.isOlderThan(DAY_MS), sight.isReached, sight.uid], [false, true, 'FAKE7PFR']);
  sight.doubt();
  assert.equal([sight.isOlderThan(DAY_MS), sight.isReached], [true, true]);
});

test('findings come in the order in which to mend them: card, PIN, audit; what warns comes last', () => {
  assert.equal(codesOf(seen({ gsc: ['1400', '1500', '1300', '0220'], isPinRequired: true })), [
    '1300',
    '1500',
    '1400',
    '0220',
  ]);
  assert.equal(codesOf(seen({ gsc: [], isPinRequired: true })), ['1500'], 'the flag alone tells it too');
});

test('without rates nothing can be sold; but a card that is out is the reason for that', () => {
  assert.equal(seen().findings(false), [NO_RATES]);
  assert.equal(codesOf(seen({ gsc: ['1400'] }), false), [null, '1400']);
  assert.equal(codesOf(seen({ gsc: ['1300'] }), false), ['1300']);
});

test('one that is not reached is told as that and nothing else, until it answers', () => {
  const sight = seen({ gsc: ['1300'] });
  sight.missed(FAULT);
  assert.equal(sight.findings(true), [FAULT]);
  assert.equal([sight.isOlderThan(DAY_MS), sight.isReached, sight.uid], [true, false, 'FAKE7PFR']);
  sight.saw(state());
  assert.equal(sight.findings(true), []);
});

test('a receipt that it signed shows that it is reached', () => {
  const sight = seen();
  sight.missed(FAULT);
  sight.signed('FAKE7PFR-FAKE7PFR-8', TIME);
  assert.ok(sight.isReached);
  assert.equal(sight.findings(true), []);
});

test('one of the other world blocks before all else, in both directions; other hosts are of none', () => {
  const real = { taxCoreApi: 'https://api.suf.purs.gov.rs/', gsc: ['1300'] };
  const test = { taxCoreApi: 'https://api.sandbox.suf.purs.gov.rs/', gsc: ['1300'] };
  assert.equal(seen(real, 'sandbox').findings(true), [otherSide('sandbox')]);
  assert.equal(seen(test, 'production').findings(true), [otherSide('production')]);
  for (const [told, environment] of [
    [real, 'production'],
    [test, 'sandbox'],
    [{ taxCoreApi: 'http://192.168.1.20/', gsc: ['1300'] }, 'production'],
    [{ taxCoreApi: 'no address', gsc: ['1300'] }, 'production'],
  ] as const) {
    assert.equal(codesOf(seen(told, environment)), ['1300']);
  }
});

test('the witness is its last number, and that of what it has signed since', () => {
  const sight = seen();
  assert.equal(sight.witness, { uid: 'FAKE7PFR', lastNumber: 'FAKE7PFR-FAKE7PFR-7', time: TIME });
  sight.signed('FAKE7PFR-FAKE7PFR-8', TIME + 1);
  assert.is(sight.witness.lastNumber, 'FAKE7PFR-FAKE7PFR-8');
  assert.is(sight.witness.time, TIME + 1);
  assert.is(sight.told.lastNumber, 'FAKE7PFR-FAKE7PFR-7', 'what it said itself');
  const silent = seen({ lastInvoiceNumber: undefined });
  silent.signed('FAKE7PFR-FAKE7PFR-8', TIME);
  assert.is(silent.witness.lastNumber, null, 'one that never tells a number proves nothing by it');
});

test('its codes are shown as 4 digits, in whatever form they came', () => {
  assert.equal(seen({ gsc: [210, '1300'] }).fields['gsc'], ['0210', '1300']);
  assert.not.ok('gsc' in seen({ gsc: undefined }).fields, 'a V-PFR has none');
});

const CAUSES: readonly ChannelFault['cause'][] = [
  ...(['address', 'refused', 'unreachable', 'timeout', 'reset', 'certificate', 'trust', 'protocol'] as const),
];

test('everything said is whole sentences, Serbian in Cyrillic for the seller and English for the technician', () => {
  const findings = [
    ...[NOT_SEEN, UNREADABLE, NO_RATES, NO_ADDRESS, noCertificate('sandbox'), otherSide('sandbox')],
    ...[otherSide('production'), ...CAUSES.map((cause) => unreached({ cause, detail: 'ETIMEDOUT' }, 'lpfr'))],
  ];
  for (const { code, blocks } of findings) assert.equal([code, blocks], [null, true]);
  const forms = { text: { codes: [], isFormWrong: false }, form: { codes: ['2806'], isFormWrong: true } };
  const pins = [...Object.values(PIN_TEXTS), ...Object.values(forms).map((failure) => pinRefused(failure, 'sandbox'))];
  const said: Words[] = [READY, ...findings.flatMap(({ found, action }) => [found, action]), ...pins];
  for (const { sr, en } of said) {
    assert.match(sr, /^[А-ЯЂЈЉЊЋЏ][^A-Za-z]*(?:\(ETIMEDOUT\))?[^A-Za-z]*$/, sr);
    assert.match(en, /^[A-Z][\x20-\x7e…]*$/, en);
  }
  for (const sr of Object.values(REFUSALS)) assert.match(sr, /^[А-ЯЂЈЉЊЋЏ][^A-Za-z]*\.$/);
});

test('a PIN that is refused is told by its code, a form that is not read by the setting that mends it', () => {
  const wrong = pinRefused({ codes: ['2100'], isFormWrong: false }, 'sandbox');
  assert.match(wrong.sr, /^ПИН није исправан\..*закључава\. \(2100\)$/);
  assert.match(pinRefused({ codes: ['2806'], isFormWrong: true }, 'production').en, /has not counted.*pfr\.production/);
  assert.equal(pinRefused({ codes: [], isFormWrong: false }, 'sandbox'), PIN_TEXTS.unknown);
});

test('one that has signed lacks nothing, whatever it said before; what only warns stays', () => {
  const sight = seen({ gsc: ['1300', '1400'], isPinRequired: true });
  assert.equal(codesOf(sight), ['1300', '1500', '1400']);
  sight.signed('FAKE7PFR-FAKE7PFR-1', Date.UTC(2026, 10, 21));
  assert.equal(codesOf(sight), ['1400']);
  assert.equal([sight.fields['isPinRequired'], sight.fields['gsc']], [false, ['1400']]);
});

test.run();
