// proof: attacks
// time limit: 400 s
import * as assert from 'uvu/assert';
import { testAttacks } from './kit/suite.js';

testAttacks(
  'keyholder',
  (outcome) => assert.equal(outcome, { refused: [], tooLate: 0, tooLarge: 0, leftOpen: [] }),
  (log) => assert.not.match(log, /"event":"request\.failed"/),
);
