import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { MessageBounds } from '../../../src/platform/http/messageBounds.js';
import { seededRandom } from '../../kit/random.js';

const random = seededRandom();
const HEAD = 'POST / HTTP/1.1\r\nHost: x\r\n\r\n';

/** A head, its body and how the body's length is told. */
const MESSAGES = [
  { head: HEAD, body: '', length: undefined },
  { head: HEAD, body: 'a\r\n\r\nb\r\n\r', length: '9' },
  { head: HEAD, body: '1\r\nx\r\n0\r\n\r\n', length: undefined },
  { head: HEAD, body: '4\r\n\r\n\r\n\r\n0\r\nX-Trailer: 1\r\n\r\n', length: undefined },
] as const;

test('however messages arrive, no piece reaches into the next one, and none is lost', () => {
  for (let round = 0; round < 3000; round += 1) {
    const messages = Array.from({ length: 4 }, () => random.pick(MESSAGES));
    let wire = Buffer.from(messages.map(({ head, body }) => head + body).join(''));
    const bounds = new MessageBounds();
    for (const { head, body, length } of messages) {
      let [headLeft, bodyLeft] = [head.length, body.length];
      while (headLeft + bodyLeft > 0) {
        const arrived = wire.subarray(0, random.int(1, 40));
        const cut = bounds.next(arrived, headLeft === 0);
        assert.ok(cut > 0 && cut <= arrived.length);
        assert.ok(
          cut <= (headLeft || bodyLeft),
          `${cut} bytes, ${headLeft} of the head and ${bodyLeft} of the body left`,
        );
        wire = wire.subarray(cut);
        if (headLeft === 0) bodyLeft -= cut;
        else if ((headLeft -= cut) === 0) bounds.messageBegins(length);
      }
    }
    assert.is(wire.length, 0);
  }
});

test.run();
