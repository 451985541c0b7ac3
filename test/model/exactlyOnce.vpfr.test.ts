// proof: model
// time limit: 900 s
import { testHistories } from './histories.js';

testHistories('a V-PFR, or one of either kind in each environment', ['vpfr', 'vpfr', 'lpfr']);
