import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ALL_PARTS, decodePlace, encodePlace } from '../../../../src/platform/ledger/events/eventPlace.js';

const PLACE = {
  sequence: 2 ** 40 + 5,
  segment: 70_000,
  offset: 2 ** 31 + 8,
  hash: Buffer.from('01fe02fd03fc04fb', 'hex'),
};
const STORED = 'AQFwEQEACAAAgAUAAAAAAQAAAf4C_QP8BPs';

test('a cursor is read back as written, and it is the text that clients have stored', () => {
  for (const part of [0, 1, ALL_PARTS]) {
    const text = encodePlace({ ...PLACE, part });
    assert.match(text, /^[A-Za-z0-9_-]{35}$/);
    assert.equal(decodePlace(text), { ...PLACE, part });
  }
  assert.is(encodePlace({ ...PLACE, part: 1 }), STORED);
});

test('a text that no release has made is no cursor', () => {
  const bytes = (change: (buffer: Buffer) => void): string => {
    const buffer = Buffer.from(STORED, 'base64url');
    change(buffer);
    return buffer.toString('base64url');
  };
  const SEQUENCE_AT = 10;
  for (const text of [
    '',
    STORED.slice(1),
    `${STORED}A`,
    ` ${STORED.slice(1)}`,
    `${STORED.slice(0, -1)}=`,
    bytes((buffer) => buffer.writeUInt8(2, 0)),
    bytes((buffer) => buffer.writeUInt8(0, 0)),
    bytes((buffer) => buffer.fill(0, SEQUENCE_AT, SEQUENCE_AT + 8)),
    bytes((buffer) => buffer.fill(0xff, SEQUENCE_AT, SEQUENCE_AT + 8)),
    bytes((buffer) => buffer.fill(0x7f, SEQUENCE_AT, SEQUENCE_AT + 8)),
  ]) {
    assert.is(decodePlace(text), undefined, JSON.stringify(text));
  }
});

test.run();
