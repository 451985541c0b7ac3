// proof: model
// time limit: 600 s
import { testHistories } from './histories.js';

testHistories('an L-PFR', ['lpfr']);
