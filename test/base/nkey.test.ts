import { nkeys } from '@nats-io/transport-node';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readUserSeed } from '../../src/base/nkey.js';
import { seededRandom } from '../kit/random.js';

const random = seededRandom();
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.split('');

function seed(pair = nkeys.createUser()): string {
  return Buffer.from(pair.getSeed()).toString();
}

test('the seed of a user is read', () => {
  for (let at = 0; at < 20; at += 1) assert.is(readUserSeed(seed())?.length, 32);
});

test('a seed with one mistyped character or two swapped ones is refused', () => {
  for (let round = 0; round < 20; round += 1) {
    const right = seed();
    const at = random.int(2, right.length - 2);
    const other = random.pick(LETTERS.filter((letter) => letter !== right[at]));
    assert.is(readUserSeed(right.slice(0, at) + other + right.slice(at + 1)), undefined, `${right} ${at} ${other}`);
    const [one = '', two = ''] = right.slice(at, at + 2);
    if (one === two) continue;
    assert.is(readUserSeed(right.slice(0, at) + two + one + right.slice(at + 2)), undefined, `${right} ${at}`);
  }
});

test('surplus bits of the last character are refused, which the package ignores', () => {
  const right = seed();
  const last = LETTERS.indexOf(right.slice(-1));
  for (const bits of [1, 2, 3]) {
    const other = `${right.slice(0, -1)}${LETTERS[last ^ bits] ?? ''}`;
    assert.equal(nkeys.fromSeed(Buffer.from(other)).getPublicKey(), nkeys.fromSeed(Buffer.from(right)).getPublicKey());
    assert.is(readUserSeed(other), undefined);
  }
});

test('a text that is not a seed of a user is refused', () => {
  for (const wrong of ['', 'SU', 'lozinka', seed().toLowerCase(), `${seed()}A`, seed(nkeys.createAccount())]) {
    assert.is(readUserSeed(wrong), undefined);
  }
});

test.run();
