// proof: attacks
// time limit: 300 s
import { testAttacks } from './kit/suite.js';

testAttacks('outside');
