import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { frame, FrameReader } from '../../../../src/paper/documents/pdf/frames.js';
import { seededRandom } from '../../../kit/random.js';

test('frames come out as they went in, however the pipe cuts them', () => {
  const random = seededRandom();
  for (let round = 0; round < 200; round++) {
    const sent = Array.from({ length: random.int(0, 5) }, () => random.bytes(random.int(0, 300)));
    const stream = Buffer.concat(sent.map(frame));
    const reader = new FrameReader();
    const received: Buffer[] = [];
    for (let at = 0; at < stream.length;) {
      const end = at + random.int(1, 150);
      received.push(...reader.push(stream.subarray(at, end)));
      at = end;
    }
    assert.equal(received, sent);
  }
});

test('a stream that is none of frames is found out by its first length', () => {
  assert.throws(() => new FrameReader().push(Buffer.from('Warning: something')), /no frame is that long/);
});

test.run();
