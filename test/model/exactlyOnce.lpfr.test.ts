// proof: model
// time limit: 900 s
import { testHistories } from './histories.js';

testHistories('an L-PFR', ['lpfr']);
