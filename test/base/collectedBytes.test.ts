import { Readable } from 'node:stream';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CollectedBytes, maxPieces } from '../../src/base/collectedBytes.js';

const MOST = 4000;
const MAX_PIECES = 20;

/**
 * Adds pieces one after another, like a parser that found them in one read of a socket; returns the reported faults.
 */
function collected(body: CollectedBytes, pieces: readonly Buffer[]): readonly string[] {
  const faults: string[] = [];
  const stream = new Readable({ read() {} });
  body.collect(stream, (fault) => {
    faults.push(fault);
    stream.destroy();
  });
  for (const piece of pieces) stream.emit('data', piece);
  return faults;
}

test('a body is collected whole, whatever its pieces', () => {
  const body = new CollectedBytes(MOST);
  const pieces = Array.from({ length: MAX_PIECES }, (_, index) => Buffer.alloc(200, index));
  assert.equal(collected(body, pieces), []);
  assert.equal(body.bytes, Buffer.concat(pieces));
});

test('one piece too many is reported once, and nothing after it is accepted', () => {
  const body = new CollectedBytes(MOST);
  assert.is(maxPieces(MOST), MAX_PIECES);
  const crumbs = Array.from({ length: 10_000 }, () => Buffer.from(' '));
  assert.equal(collected(body, crumbs), ['too many pieces']);
  assert.is(body.bytes.length, MAX_PIECES);
});

test('one byte too many is reported once, and nothing after it is accepted', () => {
  const body = new CollectedBytes(MOST);
  assert.equal(collected(body, [Buffer.alloc(MOST), Buffer.alloc(1), Buffer.alloc(1)]), ['too large']);
  assert.is(body.bytes.length, MOST);
});

test.run();
