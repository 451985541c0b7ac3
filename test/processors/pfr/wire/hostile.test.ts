// time limit: 240 s
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parseJson } from '../../../../src/base/json.js';
import type { Draft } from '../../../../src/contract/fiscal.js';
import { readAnswer } from '../../../../src/processors/pfr/wire/answer.js';
import { certainty } from '../../../../src/processors/pfr/wire/certainty.js';
import { checkAnswer } from '../../../../src/processors/pfr/wire/answerFault.js';
import { readRates } from '../../../../src/processors/pfr/wire/rates.js';
import { readReceipt } from '../../../../src/processors/pfr/wire/receipt.js';
import { readStatus } from '../../../../src/processors/pfr/wire/status.js';
import { shareOf } from '../../../kit/cases.js';
import { resultOf, sale, signRequest } from './answers.js';

/*
 * Bodies that somebody on the Wi-Fi might send to hold the box up. The measure is the time limit above, under which the
 * runner ends this process: read in linear time they take a few seconds together, in quadratic time one of them hours.
 */

const KIB = 1024;
const SIZES = [256 * KIB, 4 * KIB * KIB];

/** `size` characters: a beginning, a piece repeated, and an end. */
function body(size: number, begin: string, piece: string, end: string): Buffer {
  return Buffer.concat([Buffer.from(begin), Buffer.alloc(size - begin.length - end.length, piece), Buffer.from(end)]);
}

function readAsAnything(bytes: Buffer): void {
  for (const status of [200, 400]) {
    const answer = readAnswer(status, bytes);
    certainty(status, answer);
    if (answer.kind === 'object') readStatus(answer.value);
  }
}

test('bodies of one repeated piece are read in linear time, also when they break off at the end', () => {
  const pieces = [
    '"',
    '<',
    '<a',
    '[',
    '{"a":',
    '1 ',
    '1300,',
    ' ',
    '\\',
    '\\"',
    '[{"property":"a","errors":[1]},',
    '; ',
    '\t',
  ];
  pieces.push('"invoiceNumber" ', 'signedBy', '\u0301\u0316', '0', '1.1', 'error ', '\u200b', '[],', '"",');
  const frames = [
    ['', ''],
    ['["', 'x'],
    ['"', '"'],
    ['{"message":"', '"}'],
    ['[', '1]'],
    ['1300', '!'],
  ] as const;
  const all = SIZES.flatMap((size) =>
    pieces.flatMap((piece) => frames.map(([begin, end]) => ({ size, piece, begin, end }))),
  );
  for (const { size, piece, begin, end } of shareOf(all, 19)) readAsAnything(body(size, begin, piece, end));
});

test('an error that names long properties very often is not multiplied', () => {
  const property = 'a'.repeat(80 * KIB);
  const errors = Array.from({ length: 50 }, () => 'b'.repeat(100));
  const modelState = Array.from({ length: 50 }, () => ({ property, errors: [1300, ...errors] }));
  for (let i = 0; i < 20; i++) readAsAnything(Buffer.from(JSON.stringify({ modelState })));
});

test('tax rates of very many groups are read in linear time', () => {
  const groups = (first: number): unknown[] => Array.from({ length: 150_000 }, (_, id) => ({ groupId: first + id }));
  assert.is(readRates(groups(0), groups(1_000_000)).length, 50);
});

test('a journal of nothing but marks, or of half a name, is judged in linear time', () => {
  const lines = Array.from({ length: 500 }, (_, at) => ({ ...sale().lines[0]!, name: `Сендвич са шунком и ${at}` }));
  const long: Draft = { ...sale(), lines };
  for (const piece of shareOf(['\u0301\u0316', 'Сендвичсашунком', ' ', '\r\n', 'a\u0345\u0334'])) {
    for (const draft of [sale(), long]) {
      // As long as it may be: 4,000 characters, 400 for each item, and its name twice.
      const room = draft.lines.reduce((sum, { name }) => sum + 2 * name.length + 400, 4000);
      const journal = piece.repeat(Math.floor(room / piece.length));
      const receipt = readReceipt({ ...resultOf(draft), journal });
      assert.ok(receipt.ok);
      for (let times = 0; times < 5; times++) {
        const checked = checkAnswer(receipt.value, signRequest(draft), 'lpfr');
        assert.equal(checked.ok && checked.value.quirks, ['journalWithoutItems']);
      }
    }
  }
});

test('JSON that no parser likes is refused', () => {
  for (const size of SIZES) {
    for (const piece of ['[', '{"a":', '"', '-', '1e', '[[],'])
      assert.not.ok(parseJson(piece.repeat(size / piece.length)).ok);
  }
});

test.run();
