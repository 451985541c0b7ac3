// proof: attacks
// time limit: 600 s
import { LEGS } from './legs/index.js';
import { testLegs } from './legs/suite.js';

testLegs(LEGS, 20);
