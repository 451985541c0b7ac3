// proof: attacks
// time limit: 400 s
import { testAttacks } from './kit/suite.js';

testAttacks('keyholder');
