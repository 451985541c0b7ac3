import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readAnswer } from '../../../../src/processors/pfr/wire/answer.js';
import { certainty } from '../../../../src/processors/pfr/wire/certainty.js';
import { findingsOf } from '../../../../src/processors/pfr/wire/pfrCodes.js';
import { readPinAnswer } from '../../../../src/processors/pfr/wire/pin.js';
import { readStatus } from '../../../../src/processors/pfr/wire/status.js';
import { JID, resultOf, sale } from './answers.js';

/**
 * The states of an L-PFR and what it answers in each (manual testing of L-PFR, pp. 20 to 26), in every form of a code.
 */

const FORMS: readonly ((code: string) => string)[] = [
  (code) => code,
  (code) => JSON.stringify(code),
  (code) => String(Number(code)),
  (code) => JSON.stringify({ message: 'Bad Request', modelState: [{ property: '', errors: [code] }] }),
  (code) => JSON.stringify({ message: 'Error', modelState: [{ property: 'SECURE_ELEMENT', errors: [Number(code)] }] }),
];

function inEachForm(status: number, code: string, check: (answer: ReturnType<typeof readAnswer>) => void): void {
  for (const form of FORMS) {
    const answer = readAnswer(status, Buffer.from(form(code)));
    assert.equal(answer.kind === 'codes' && answer.codes, [code], form(code));
    check(answer);
  }
}

function statusWith(gsc: readonly unknown[], more: object = {}): { blocks: (string | null)[]; all: (string | null)[] } {
  const answer = readAnswer(200, Buffer.from(JSON.stringify({ uid: JID, gsc, ...more })));
  const state = readStatus(answer.kind === 'object' ? answer.value : undefined);
  assert.ok(state);
  const findings = findingsOf(state.gsc, state.isPinRequired);
  const codes = (list: typeof findings): (string | null)[] => list.map(({ code }) => code);
  return { blocks: codes(findings.filter(({ blocks }) => blocks)), all: codes(findings) };
}

test('without a card the receipt, the look-up and the parameters are refused with 1300', () => {
  inEachForm(400, '1300', (answer) => assert.is(certainty(400, answer), 'refused'));
});

test('without a card the status asks for the card, then for the PIN', () => {
  for (const gsc of [
    ['1300', '1500', '0210'],
    [1500, 210, 1300],
  ]) {
    assert.equal(statusWith(gsc).all, ['1300', '1500']);
    assert.equal(statusWith(gsc).blocks, ['1300', '1500']);
  }
});

test('a PIN without a card is 1300 with HTTP 200, which is no success', () => {
  inEachForm(200, '1300', (answer) =>
    assert.equal(readPinAnswer(200, answer), { codes: ['1300'], isFormWrong: false }),
  );
});

test('with a card and without a PIN a receipt is refused with 1500, whatever the HTTP status', () => {
  for (const status of [200, 400, 401, 500]) {
    inEachForm(status, '1500', (answer) => assert.is(certainty(status, answer), 'refused'));
  }
  assert.equal(statusWith(['1500', '0210']).blocks, ['1500']);
  assert.equal(statusWith([], { isPinRequired: true }).blocks, ['1500']);
});

test('a wrong PIN is 2100 with HTTP 423', () => {
  inEachForm(423, '2100', (answer) =>
    assert.equal(readPinAnswer(423, answer), { codes: ['2100'], isFormWrong: false }),
  );
});

test('the right PIN is 0100 and nothing else, whatever the HTTP status', () => {
  for (const status of [200, 201, 400]) {
    inEachForm(status, '0100', (answer) => assert.is(readPinAnswer(status, answer), 'ok'));
  }
  for (const body of ['', 'OK', 'null', '{}', '0000', '0210', '["0100","2100"]']) {
    assert.is.not(readPinAnswer(200, readAnswer(200, Buffer.from(body))), 'ok', body);
  }
});

test('with the PIN the processor is ready, online or not', () => {
  for (const gsc of [['0100'], ['0100', '0210'], ['0000'], ['9999'], [100, 210], []]) {
    assert.equal(statusWith(gsc).all, [], String(gsc));
  }
  assert.equal(statusWith(['0100', '0220']), { blocks: [], all: ['0220'] });
});

test('with the PIN a receipt is signed', () => {
  assert.is(readAnswer(200, Buffer.from(JSON.stringify(resultOf(sale())))).kind, 'receipt');
});

test.run();
