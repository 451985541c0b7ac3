// proof: model
// time limit: 500 s
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { shareOf } from '../kit/cases.js';
import { COUNTER_MISTAKES } from './counterMistakes.js';
import { drawAny, violationBy, wrongIn } from './seen.js';

const LOST = /was signed and is not in the ledger/;
const INVENTED = /was not signed, and is said to be/;
const REPEATED = /was signed 2 times, of 1$/;

/** What each mistake must lead to in the end, as the model reports it. */
const VIOLATIONS: Readonly<Record<keyof typeof COUNTER_MISTAKES, RegExp>> = {
  'gaps count as a complete series': LOST,
  'all numbers below a receipt count as recorded': LOST,
  'a neighbouring number is taken': INVENTED,
  'the signer is ignored': INVENTED,
  'evidence ignores the signing limit': LOST,
  'a lost order counts as over at once': LOST,
  'all types share the number of one type': LOST,
  'receipts before a restart are forgotten': INVENTED,
  'only the last receipt counts as recorded': /^a person is asked about \w+, which was not signed$/,
  'an order waits until the one before it is resolved': /^a receipt waited \d+ ms after a lost answer$/,
  'an order in doubt blocks all others': /waits for another order/,
  'the same sale without a key is issued again at once': /was sold again after \d+ ms$/,
  'a lost sale that was issued again is not recorded': REPEATED,
  'a possible duplicate is not reported': REPEATED,
};

for (const wrong of shareOf(wrongIn(COUNTER_MISTAKES, drawAny))) {
  test(`the model sees it if ${wrong.name}`, async () => {
    assert.match((await violationBy(wrong)) ?? 'no violation', VIOLATIONS[wrong.name]);
  });
}

test.run();
