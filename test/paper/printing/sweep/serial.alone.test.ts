// proof: sweep
// time limit: 300 s
import { testSweep } from './sweep.js';

testSweep('serial');
