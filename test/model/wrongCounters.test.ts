// proof: model
// time limit: 500 s
import { test } from 'uvu';
import { COUNTER_MISTAKES } from './counterMistakes.js';
import { testMistakes } from './seen.js';

testMistakes(COUNTER_MISTAKES);

test.run();
