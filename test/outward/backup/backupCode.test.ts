import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { identityToRecipient } from 'age-encryption';
import { BackupCode } from '../../../src/outward/backup/backupCode.js';
import { seededRandom } from '../../kit/random.js';

const random = seededRandom();

function parsed(text: string): BackupCode {
  const code = BackupCode.parse(text);
  if (!code.ok) throw new Error(`${text}: ${code.error}`);
  return code.value;
}

test('a code is 8 groups of 4 characters, and no two are the same', () => {
  const codes = Array.from({ length: 50 }, () => BackupCode.make().text);
  for (const text of codes) assert.match(text, /^(?:[0-9A-HJKMNP-TV-Z]{4}-){7}[0-9A-HJKMNP-TV-Z]{4}$/);
  assert.is(new Set(codes).size, codes.length);
});

test('it is accepted as people type it: in any case, with or without blanks, with O for 0 and I or L for 1', () => {
  const { text } = parsed('0110-0000-0000-0000-0000-0000-000D-6ACW');
  assert.is(text, '0110-0000-0000-0000-0000-0000-000D-6ACW');
  for (const typed of [
    '011000000000000000000000000d6acw',
    ' oLi0 0000 oooo 0000 0000 0000 000d 6acw \n',
    '0110-0000-0000-0000-0000-0000-000D-6ACW',
  ]) {
    assert.is(parsed(typed).text, text, typed);
    assert.is(parsed(typed.replace(/[0Oo]/g, '\u043e')).text, text, 'on a Serbian keyboard');
  }
});

test('a character that is wrong, missing, additional or swapped with its neighbour is noticed', () => {
  for (let run = 0; run < 50; run += 1) {
    const signs = BackupCode.make().text.replaceAll('-', '');
    const at = random.int(0, 30);
    const others = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'.replace(signs[at] ?? '', '');
    const wrong = signs.slice(0, at) + others.charAt(random.int(0, others.length - 1)) + signs.slice(at + 1);
    assert.equal(BackupCode.parse(wrong), { ok: false, error: 'typo' }, wrong);
    assert.equal(BackupCode.parse(signs.slice(1)), { ok: false, error: 'length' });
    assert.equal(BackupCode.parse(`${signs}0`), { ok: false, error: 'length' });
    const [a = '', b = ''] = signs.slice(at, at + 2);
    if (a === b) continue;
    const exchanged = signs.slice(0, at) + b + a + signs.slice(at + 2);
    assert.equal(BackupCode.parse(exchanged), { ok: false, error: 'typo' }, exchanged);
  }
  assert.equal(BackupCode.parse('U'.repeat(32)), { ok: false, error: 'character' });
});

test('a code always gives the same identity of age', async () => {
  const code = parsed('0110-0000-0000-0000-0000-0000-000D-6ACW');
  assert.is(code.identity, 'AGE-SECRET-KEY-1U2UVXDM9UFPMD6ZCW7UUUUAQF3G0US377KHF9MDCQS6N39N3M6YSJDC52E');
  assert.is(await identityToRecipient(code.identity), 'age1efkkpvse8d00gegtyh36hkcch6ly02au74u6m3rmwqmug4lqfp3sjxhkvw');
});

test.run();
