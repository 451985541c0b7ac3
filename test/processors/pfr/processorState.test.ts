import { systemClock } from '../../../src/base/clock.js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { ChannelFault } from '../../../src/processors/pfr/channel.js';
import { ProcessorState } from '../../../src/processors/pfr/processorState.js';
import {
  misleadingLink,
  NO_RATES,
  STATE_UNKNOWN,
  wrongEnvironment,
  READY,
  PFR_REFUSALS,
  UNREADABLE,
  unreached,
} from '../../../src/processors/pfr/pfrTexts.js';
import {
  certificateRefused,
  noAddress,
  noCertificate,
  noPac,
  strangeAddress,
  wrongPac,
} from '../../../src/processors/pfr/accessTexts.js';
import { PIN_TEXTS, pinRefused } from '../../../src/processors/pfr/pinEntry.js';
import { type ProcessorStatus, readStatus } from '../../../src/processors/pfr/wire/status.js';
import type { Bilingual } from '../../../src/base/bilingual.js';
import { HandClock } from '../../kit/handClock.js';
import { withoutCommands } from '../../kit/serbian.js';

const TIME = Date.UTC(2026, 10, 21, 10);
const FAULT = unreached({ cause: 'timeout', detail: 'ETIMEDOUT' }, 'lpfr');

function statusWith(change: Readonly<Record<string, unknown>> = {}): ProcessorStatus {
  const told = readStatus({
    ...{ uid: 'FAKE7PFR', sdcDateTime: '2026-11-21T11:00:00+01:00', gsc: ['0100', '0210'] },
    ...{ lastInvoiceNumber: 'FAKE7PFR-FAKE7PFR-7', isPinRequired: false },
    ...change,
  });
  if (told === undefined) throw new Error('no status');
  return told;
}

function stateWith(
  change?: Readonly<Record<string, unknown>>,
  environment: 'sandbox' | 'production' = 'sandbox',
): ProcessorState {
  const state = new ProcessorState(environment, systemClock);
  state.applyStatus(statusWith(change));
  return state;
}

/** No status is that old. */
const DAY_MS = 24 * 60 * 60 * 1000;

const codesOf = (state: ProcessorState, hasRates = true): (string | null)[] =>
  state.findings(hasRates).map(({ code }) => code);

test('before its first status nothing is known of a processor, and that blocks', () => {
  const state = new ProcessorState('sandbox', systemClock);
  assert.equal(state.findings(true), [STATE_UNKNOWN]);
  assert.equal([state.isOlderThan(DAY_MS), state.reach, state.uid, state.fields], [true, 'faulty', '', {}]);
  assert.equal(state.counterBaseline, { uid: '', lastNumber: null, time: null });
});

test('one that is ready has no findings; its status is used until it may have changed', () => {
  const state = stateWith();
  assert.equal(state.findings(true), []);
  assert.equal([state.isOlderThan(DAY_MS), state.reach, state.uid], [false, 'answers', 'FAKE7PFR']);
  state.expire();
  assert.equal([state.isOlderThan(DAY_MS), state.reach], [true, 'answers']);
});

test('the age of a status counts from when it came, however long the box has been running', () => {
  const clock = new HandClock();
  const state = new ProcessorState('sandbox', clock);
  clock.pass(20_000);
  state.applyStatus(statusWith());
  clock.pass(15_000);
  assert.not(state.isOlderThan(15_000));
  clock.pass(1);
  assert.ok(state.isOlderThan(15_000));
});

test('findings come in the order in which to mend them: card, PIN, audit; what warns comes last', () => {
  assert.equal(codesOf(stateWith({ gsc: ['1400', '1500', '1300', '0220'], isPinRequired: true })), [
    '1300',
    '1500',
    '1400',
    '0220',
  ]);
  assert.equal(codesOf(stateWith({ gsc: [], isPinRequired: true })), ['1500'], 'the flag alone tells it too');
});

test('without rates nothing can be sold; but a card that is out is the reason for that', () => {
  assert.equal(stateWith().findings(false), [NO_RATES]);
  assert.equal(codesOf(stateWith({ gsc: ['1400'] }), false), [null, '1400']);
  assert.equal(codesOf(stateWith({ gsc: ['1300'] }), false), ['1300']);
});

test('one that is not reached has this finding alone, until it answers', () => {
  const state = stateWith({ gsc: ['1300'] });
  state.recordFault(FAULT);
  assert.equal(state.findings(true), [FAULT]);
  assert.equal([state.isOlderThan(DAY_MS), state.reach, state.uid], [true, 'outOfReach', 'FAKE7PFR']);
  state.applyStatus(statusWith());
  assert.equal(state.findings(true), []);
});

test('a receipt that it signed shows that it is reached', () => {
  const state = stateWith();
  state.recordFault(FAULT);
  state.recordSignature('FAKE7PFR-FAKE7PFR-8', TIME);
  assert.is(state.reach, 'answers');
  assert.equal(state.findings(true), []);
});

test('who waits for it is told when it answers again, by its status or by a receipt, and not before', () => {
  let told = 0;
  const state = new ProcessorState('sandbox', systemClock, () => (told += 1));
  state.applyStatus(statusWith());
  state.applyStatus(statusWith({ gsc: ['1300'] }));
  assert.is(told, 1, 'its first answer');
  state.recordFault(FAULT);
  state.recordFault(UNREADABLE);
  assert.equal([state.reach, told], ['faulty', 1]);
  state.applyStatus(statusWith());
  assert.is(told, 2);
  state.recordFault(FAULT);
  state.recordSignature('FAKE7PFR-FAKE7PFR-8', TIME);
  state.applyStatus(statusWith());
  assert.is(told, 3);
});

test('the time of a processor that tells no number is that of its last answer: its clock may have been set back', () => {
  const state = stateWith({ lastInvoiceNumber: undefined });
  const ahead = TIME + 86_400_000;
  state.recordSignature('FAKE7PFR-FAKESEO0-8', ahead);
  assert.is(state.counterBaseline.time, ahead);
  state.applyStatus(statusWith({ lastInvoiceNumber: undefined }));
  assert.is(state.counterBaseline.time, TIME);
});

test('a processor of the other environment blocks before all else, in both directions; other hosts belong to neither', () => {
  const real = { taxCoreApi: 'https://api.suf.purs.gov.rs/', gsc: ['1300'] };
  const test = { taxCoreApi: 'https://api.sandbox.suf.purs.gov.rs/', gsc: ['1300'] };
  assert.equal(stateWith(real, 'sandbox').findings(true), [wrongEnvironment('sandbox')]);
  assert.equal(stateWith(test, 'production').findings(true), [wrongEnvironment('production')]);
  for (const [told, environment] of [
    [real, 'production'],
    [test, 'sandbox'],
    [{ taxCoreApi: 'http://192.168.1.20/', gsc: ['1300'] }, 'production'],
    [{ taxCoreApi: 'no address', gsc: ['1300'] }, 'production'],
  ] as const) {
    assert.equal(codesOf(stateWith(told, environment)), ['1300']);
  }
});

test('a link that leads elsewhere blocks until a right one comes; after ten minutes one receipt may show whether it does', () => {
  const clock = new HandClock();
  const state = new ProcessorState('production', clock);
  state.applyStatus(statusWith());
  assert.is(state.unusable, undefined);
  state.recordLinkElsewhere('evil.example');
  const wrong = misleadingLink('evil.example');
  assert.equal(state.findings(true), [wrong]);
  assert.equal(state.unusable, wrong);
  state.applyStatus(statusWith());
  assert.equal(state.unusable, wrong, 'a status says nothing of links');
  clock.pass(10 * 60_000);
  assert.equal(state.unusable, wrong);
  clock.pass(1);
  assert.is(state.unusable, undefined);
  assert.equal(state.findings(true), [wrong], 'the doctor still says it');
  state.recordLinkElsewhere('evil.example');
  assert.equal(state.unusable, wrong);
  state.recordSignature('FAKE7PFR-FAKE7PFR-8', TIME);
  assert.is(state.unusable, undefined);
  assert.equal(codesOf(state), []);
});

test('the counter baseline is its last number, or that of what it has signed since', () => {
  const state = stateWith();
  assert.equal(state.counterBaseline, { uid: 'FAKE7PFR', lastNumber: 'FAKE7PFR-FAKE7PFR-7', time: TIME });
  state.recordSignature('FAKE7PFR-FAKE7PFR-8', TIME + 1);
  assert.is(state.counterBaseline.lastNumber, 'FAKE7PFR-FAKE7PFR-8');
  assert.is(state.counterBaseline.time, TIME + 1);
  assert.is(state.reported.lastNumber, 'FAKE7PFR-FAKE7PFR-7', 'what it said itself');
  const silent = stateWith({ lastInvoiceNumber: undefined });
  silent.recordSignature('FAKE7PFR-FAKE7PFR-8', TIME);
  assert.is(silent.counterBaseline.lastNumber, null, 'one that never tells a number proves nothing by it');
});

test('a status without receipts is older than one that its card has signed; that of another card is not', () => {
  const state = stateWith();
  state.recordSignature('FAKE7PFR-FAKE7PFR-8', TIME + 1);
  state.applyStatus(statusWith({ lastInvoiceNumber: '' }));
  assert.is(state.counterBaseline.lastNumber, 'FAKE7PFR-FAKE7PFR-8');
  state.applyStatus(statusWith({ uid: 'OTHER777', lastInvoiceNumber: '' }));
  assert.equal(state.counterBaseline, { uid: 'OTHER777', lastNumber: '', time: TIME });
});

test('a status that names what was signed last has the time that counts', () => {
  const state = stateWith();
  state.recordSignature('FAKE7PFR-FAKE7PFR-8', TIME + 1);
  state.applyStatus(statusWith({ lastInvoiceNumber: 'FAKE7PFR-FAKE7PFR-8' }));
  assert.equal(state.counterBaseline, { uid: 'FAKE7PFR', lastNumber: 'FAKE7PFR-FAKE7PFR-8', time: TIME });
});

test('one that has signed before its first status has no fault', () => {
  const state = new ProcessorState('sandbox', systemClock);
  state.recordSignature('FAKE7PFR-FAKE7PFR-8', TIME);
  assert.equal([state.findings(true), state.reach, state.isOlderThan(DAY_MS)], [[], 'answers', true]);
});

test('of two receipts whose answers come in reverse order the later one is the baseline', () => {
  const state = stateWith();
  state.recordSignature('FAKE7PFR-FAKE7PFR-9', TIME + 2);
  state.recordSignature('FAKE7PFR-FAKE7PFR-8', TIME + 1);
  assert.equal(state.counterBaseline, { uid: 'FAKE7PFR', lastNumber: 'FAKE7PFR-FAKE7PFR-9', time: TIME + 2 });
  state.recordSignature('FAKE7PFR-FAKE7PFR-10', TIME + 3);
  state.recordSignature('OTHER777-OTHER777-1', TIME + 4);
  assert.equal([state.counterBaseline.lastNumber, state.counterBaseline.time], ['OTHER777-OTHER777-1', TIME + 4]);
});

test('one that has signed in the other environment is not used again, whatever its status says', () => {
  const state = stateWith();
  state.recordSignedElsewhere();
  state.applyStatus(statusWith());
  assert.equal([state.findings(true), state.unusable], [[wrongEnvironment('sandbox')], wrongEnvironment('sandbox')]);
});

test('a status that knows what was signed is the baseline again; one from before that is not', () => {
  const state = stateWith();
  const lastNumber = (): string | null => state.counterBaseline.lastNumber;
  state.recordSignature('FAKE7PFR-FAKE7PFR-8', TIME);
  state.applyStatus(statusWith({ lastInvoiceNumber: 'FAKE7PFR-FAKE7PFR-7' }));
  assert.is(lastNumber(), 'FAKE7PFR-FAKE7PFR-8');
  state.applyStatus(statusWith({ lastInvoiceNumber: 'FAKE7PFR-FAKE7PFR-9' }));
  assert.is(lastNumber(), 'FAKE7PFR-FAKE7PFR-9', 'another till has signed');
  state.recordSignature('FAKE7PFR-FAKE7PFR-10', TIME);
  state.applyStatus(statusWith({ uid: 'OTHER777', lastInvoiceNumber: 'OTHER777-OTHER777-3' }));
  assert.is(lastNumber(), 'OTHER777-OTHER777-3', 'another card');
});

test('its codes are shown as 4 digits, in whatever form they came', () => {
  assert.equal(stateWith({ gsc: [210, '1300'] }).fields['gsc'], ['0210', '1300']);
  assert.not.ok('gsc' in stateWith({ gsc: undefined }).fields, 'a V-PFR has none');
});

const CAUSES: readonly ChannelFault['cause'][] = [
  ...(['address', 'refused', 'unreachable', 'timeout', 'reset', 'certificate', 'trust', 'pin', 'protocol'] as const),
];

test('all texts are whole sentences, Serbian in Cyrillic for the seller and English for the technician', () => {
  const findings = [
    ...[
      STATE_UNKNOWN,
      UNREADABLE,
      NO_RATES,
      ...[noAddress('sandbox'), noAddress('sandbox', true)],
      ...[false, true].map((isByCard) => wrongPac({ mode: 'vpfr', environment: 'sandbox', isByCard })),
      ...[undefined, false, true].map((isByCard) => certificateRefused('HTTP 403', null, isByCard)),
      noPac('sandbox'),
      noCertificate('sandbox'),
      strangeAddress('sandbox', '(ETIMEDOUT)'),
      wrongEnvironment('sandbox'),
    ],
    ...[wrongEnvironment('production'), ...CAUSES.map((cause) => unreached({ cause, detail: 'ETIMEDOUT' }, 'lpfr'))],
  ];
  for (const { code, blocks } of findings) assert.equal([code, blocks], [null, true]);
  for (const cause of CAUSES) {
    const { found, detail } = unreached({ cause, detail: 'ETIMEDOUT' }, 'lpfr');
    assert.not.match(found.sr + found.en, /ETIMEDOUT/, 'a seller reads words');
    assert.is(detail, 'ETIMEDOUT', 'a technician reads what the system calls it');
  }
  const forms = { text: { codes: [], isFormWrong: false }, form: { codes: ['2806'], isFormWrong: true } };
  const pins = [...Object.values(PIN_TEXTS), ...Object.values(forms).map((failure) => pinRefused(failure, 'sandbox'))];
  const said: Bilingual[] = [READY, ...findings.flatMap(({ found, action }) => [found, action]), ...pins];
  for (const { sr, en } of said) {
    assert.match(withoutCommands(sr), /^[А-ЯЂЈЉЊЋЏ][^A-Za-z]*(?:(?:\(ETIMEDOUT\)|"pin")[^A-Za-z]*)?$/, sr);
    assert.match(en, /^[A-Z][\x20-\x7e…“”]*$/, en);
  }
  for (const { message, messageEn } of Object.values(PFR_REFUSALS)) {
    assert.match(message, /^[А-ЯЂЈЉЊЋЏ][^A-Za-z]*\.$/);
    assert.match(messageEn, /^[A-Z][\x20-\x7e]*$/);
  }
});

test('a PIN that is refused is told by its code, a form that is not read by the setting that mends it', () => {
  const wrong = pinRefused({ codes: ['2100'], isFormWrong: false }, 'sandbox');
  assert.match(wrong.sr, /^ПИН није исправан\..*закључава\. \(2100\)$/);
  assert.match(pinRefused({ codes: ['2806'], isFormWrong: true }, 'production').en, /did not count.*pfr\.production/);
  assert.equal(pinRefused({ codes: [], isFormWrong: false }, 'sandbox'), PIN_TEXTS.unknown);
});

test('after it has signed, nothing that blocks is left of its status; warnings stay', () => {
  const state = stateWith({ gsc: ['1300', '1400'], isPinRequired: true });
  assert.equal(codesOf(state), ['1300', '1500', '1400']);
  state.recordSignature('FAKE7PFR-FAKE7PFR-1', Date.UTC(2026, 10, 21));
  assert.equal(codesOf(state), ['1400']);
  assert.equal([state.fields['isPinRequired'], state.fields['gsc']], [false, ['1400']]);
});

test('all else in a status stays as it was after a signature', () => {
  const before = stateWith({ gsc: ['0100', '1300'] });
  const { uid, fields } = before;
  before.recordSignature('FAKE7PFR-FAKE7PFR-8', TIME);
  assert.equal([before.uid, before.fields], [uid, { ...fields, gsc: ['0100'] }]);
  const online = stateWith({ gsc: undefined, isPinRequired: undefined });
  online.recordSignature('FAKE7PFR-FAKE7PFR-8', TIME);
  assert.not('isPinRequired' in online.fields);
});

test.run();
