import { scryptSync } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { PasswordHasher } from '../../../src/shop/access/passwordHash.js';

async function hash(hasher: PasswordHasher, secret: string): Promise<string> {
  const hashed = await hasher.hash(secret);
  if (!hashed.ok) throw new Error(hashed.error);
  return hashed.value;
}

test('each hash has a salt of its own, names its cost, and fits its secret alone', async () => {
  const hasher = new PasswordHasher();
  const [one, other] = [await hash(hasher, 'tajna'), await hash(hasher, 'tajna')];
  assert.match(one, /^scrypt\$14\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
  assert.is.not(one, other);
  assert.equal(await hasher.matches('tajna', one), { ok: true, value: true });
  assert.equal(await hasher.matches('Tajna', one), { ok: true, value: false });
});

test('one spelling typed on different keyboards is one secret', async () => {
  const hasher = new PasswordHasher();
  assert.equal(await hasher.matches('\u010di\u0161', await hash(hasher, 'c\u030cis\u030c')), { ok: true, value: true });
});

test('nothing fits a hash that is missing or damaged', async () => {
  const hasher = new PasswordHasher();
  const whole = await hash(hasher, 'tajna');
  for (const stored of [undefined, '', 'tajna', 'scrypt$14$8$1$AAAA$AAAA', 'md5$x', `x${whole}`, `${whole}!`])
    assert.equal(await hasher.matches('tajna', stored), { ok: true, value: false });
});

test('guesses wait for one another, and what comes behind eight is refused at once', async () => {
  const hasher = new PasswordHasher();
  const ends = await Promise.all(Array.from({ length: 12 }, () => hasher.matches('x', undefined)));
  assert.is(ends.filter(({ ok }) => ok).length, 8);
  assert.equal(ends[11], { ok: false, error: 'busy' });
  assert.ok((await hasher.matches('x', undefined)).ok, 'those behind them find it free again');
  const hashes = await Promise.all(Array.from({ length: 9 }, () => hasher.hash('x')));
  assert.equal(hashes[8], { ok: false, error: 'busy' });
});

test('a hash is compared at the cost that it names', async () => {
  const hasher = new PasswordHasher();
  const key = scryptSync('tajna', 'salt of 16 bytes', 32, { N: 2 ** 6, r: 12, p: 16 });
  const stored = [
    'scrypt',
    6,
    12,
    16,
    Buffer.from('salt of 16 bytes').toString('base64url'),
    key.toString('base64url'),
  ];
  assert.equal(await hasher.matches('tajna', stored.join('$')), { ok: true, value: true });
});

test.run();
