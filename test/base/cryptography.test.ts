import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { uuidBytes, uuidFromBytes, uuidHint, uuidV7 } from '../../src/base/cryptography.js';

const AT = Date.UTC(2026, 10, 21, 10);

test('a uuid is of version 7 and variant 10, lower case, and begins with its milliseconds (RFC 9562, 5.7)', () => {
  const uuid = uuidV7(AT, 5);
  assert.match(uuid, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.is(Number.parseInt(uuid.slice(0, 13).replace('-', ''), 16), AT);
});

test('the example of RFC 9562, A.6 reads as written there', () => {
  const bytes = uuidBytes('017f22e2-79b0-7cc3-98c4-dc0c0c07398f');
  assert.is(bytes.readUIntBE(0, 6), 0x017f22e279b0);
  assert.is(uuidHint(uuidFromBytes(bytes)), 0xcc3);
});

test('a uuid carries the hint modulo 4096', () => {
  for (const hint of [0, 1, 4095, 4096, 70_000]) assert.is(uuidHint(uuidV7(AT, hint)), hint % 4096);
});

test('uuids of one millisecond and hint differ, over many drawings of random bytes', () => {
  const uuids = Array.from({ length: 5000 }, () => uuidV7(AT, 1));
  assert.is(new Set(uuids).size, uuids.length);
});

test('a later uuid sorts after an earlier one', () => {
  assert.ok(uuidV7(AT, 4095) < uuidV7(AT + 1, 0));
});

test('bytes and text are the same uuid', () => {
  const uuid = uuidV7(AT, 1234);
  assert.is(uuidBytes(uuid).length, 16);
  assert.is(uuidFromBytes(uuidBytes(uuid)), uuid);
});

test.run();
