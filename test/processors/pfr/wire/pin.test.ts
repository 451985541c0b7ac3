import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readAnswer } from '../../../../src/processors/pfr/wire/answer.js';
import { pinBody, readPinAnswer } from '../../../../src/processors/pfr/wire/pin.js';

test('a PIN is written in each form, its leading zeros kept', () => {
  const written = (['text', 'number', 'json', 'object'] as const).map((form) => {
    const { contentType, body } = pinBody('0012', form);
    return `${form} ${contentType} ${body.toString()}`;
  });
  assert.equal(written, [
    'text text/plain 0012',
    'number application/json 0012',
    'json application/json "0012"',
    'object application/json {"pin":"0012"}',
  ]);
});

test('a body that was not understood is told from a PIN that was wrong', () => {
  const isFormWrong = (status: number, body: string): boolean => {
    const answer = readPinAnswer(status, readAnswer(status, Buffer.from(body)));
    return answer !== 'ok' && answer.isFormWrong;
  };
  for (const [status, body] of [
    [415, ''],
    [400, '2800'],
    [400, '"2806"'],
  ] as const) {
    assert.ok(isFormWrong(status, body), `${status} ${body}`);
  }
  for (const [status, body] of [
    [400, '2100'],
    [423, '2110'],
    [500, '2806'],
    [200, ''],
    [400, '1300'],
  ] as const) {
    assert.not.ok(isFormWrong(status, body), `${status} ${body}`);
  }
});

test.run();
