// proof: attacks
import { testTricks } from './kit/trick.js';

testTricks('content');
