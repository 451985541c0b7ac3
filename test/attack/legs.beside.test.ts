// proof: attacks
// time limit: 600 s
import * as assert from 'uvu/assert';
import { LEGS } from './legs/index.js';
import { testLegs } from './legs/suite.js';

testLegs(
  LEGS,
  20,
  ({ sales, ...outcome }) => {
    assert.equal(outcome, { refused: [], isEnded: true, tooMany: 0, tooLate: 0, tooLarge: 0 });
    assert.ok(sales > 0, 'no sale went through');
  },
  (log) => assert.not.match(log, /"event":"request\.failed"/),
);
