import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { AnswerReader, faultOf, type PrinterAnswer } from '../../../../src/paper/printing/escpos/printerAnswers.js';
import { seededRandom } from '../../../kit/random.js';

function read(...bytes: readonly number[]): PrinterAnswer[] {
  return new AnswerReader().push(Uint8Array.from(bytes));
}

const ID = [0x37, 0x22, 0x41, 0x62, 0x33, 0x7e, 0x00];

test('answers are told apart by their patterns', () => {
  assert.equal(read(0x12), [{ kind: 'status', value: 0x12 }]);
  assert.equal(read(0x00, 0x0c), [
    { kind: 'queued-status', value: 0x00 },
    { kind: 'queued-status', value: 0x0c },
  ]);
  assert.equal(read(...ID), [{ kind: 'process-id', id: 'Ab3~' }]);
  assert.equal(read(0x10, 0x00, 0x00, 0x0f), [{ kind: 'automatic-status', fault: null }]);
});

test('an automatic status names a cause before its consequences', () => {
  for (const [bytes, fault] of [
    [[0x38, 0x00, 0x0f, 0x0f], 'cover'],
    [[0x18, 0x00, 0x0f, 0x0f], 'paper'],
    [[0x18, 0x08, 0x00, 0x0f], 'cutter'],
    [[0x18, 0x20, 0x00, 0x0f], 'error'],
    [[0x18, 0x00, 0x00, 0x0f], 'offline'],
    [[0x10, 0x00, 0x03, 0x0f], null],
  ] as const) {
    assert.equal(read(...bytes), [{ kind: 'automatic-status', fault }]);
  }
});

test('a status in real time may come in the middle of an automatic one', () => {
  assert.equal(read(0x18, 0x00, 0x12, 0x0c, 0x0f), [
    { kind: 'status', value: 0x12 },
    { kind: 'automatic-status', fault: 'paper' },
  ]);
});

test('flow control, noise and torn ids are skipped', () => {
  assert.equal(read(0x11, 0x13, 0xff, 0x80), []);
  assert.equal(read(0x37, 0x12), [{ kind: 'status', value: 0x12 }]);
  assert.equal(read(0x37, 0x22, 0x41, 0x12), [{ kind: 'status', value: 0x12 }]);
});

test('answers are the same however the stream is cut', () => {
  const random = seededRandom();
  const samples = [[0x12], [0x1a], [0x00], [0x0c], ID, [0x18, 0x00, 0x0f, 0x0f], [0x11], [0xff]];
  for (let round = 0; round < 300; round += 1) {
    const stream = Array.from({ length: 12 }, () => random.pick(samples)).flat();
    const whole = read(...stream);
    const reader = new AnswerReader();
    const pieces: PrinterAnswer[] = [];
    for (let at = 0; at < stream.length;) {
      const length = 1 + random.int(0, 2);
      pieces.push(...reader.push(Uint8Array.from(stream.slice(at, at + length))));
      at += length;
    }
    assert.equal(pieces, whole);
  }
});

test('what is wrong with a printer is its cause, bit by bit', () => {
  assert.is(faultOf([0x12, 0x12, 0x12, 0x12]), null);
  assert.is(faultOf([0x16, 0x12, 0x12, 0x1e]), null, 'drawer open and paper near its end are no fault');
  assert.is(faultOf([0x1a, 0x16, 0x12, 0x12]), 'cover');
  assert.is(faultOf([0x1a, 0x32, 0x12, 0x7e]), 'paper');
  assert.is(faultOf([0x1a, 0x52, 0x1a, 0x12]), 'cutter');
  assert.is(faultOf([0x1a, 0x52, 0x32, 0x12]), 'error');
  assert.is(faultOf([0x1a, 0x12, 0x12, 0x12]), 'offline');
  assert.is(faultOf([0x12, undefined, undefined, 0x72]), 'paper');
});

test.run();
