// proof: model
// time limit: 500 s
import { test } from 'uvu';
import { COUNTER_MISTAKES } from './counterMistakes.js';
import { drawAny, testMistakes, wrongIn } from './seen.js';

testMistakes(wrongIn(COUNTER_MISTAKES, drawAny));

test.run();
