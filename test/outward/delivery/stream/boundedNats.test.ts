import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  MAX_BARE_LINES,
  MAX_LINE,
  MAX_MESSAGE,
  NatsBounds,
} from '../../../../src/outward/delivery/stream/boundedNats.js';

/** True when bounds take a text, in pieces of so many bytes. */
function takes(text: string, piece = text.length): boolean {
  const bounds = new NatsBounds();
  for (let at = 0; at < text.length; at += piece) {
    if (!bounds.take(Buffer.from(text.slice(at, at + piece), 'latin1'))) return false;
  }
  return true;
}

const MESSAGE = 'MSG kasirbox-group.x 1 5\r\nMSG \n\r\nHMSG _INBOX.a 2 reply 4 9\r\nNATSbytes\r\n';

test('what a server sends is let through, however it is cut', () => {
  const text = `INFO {"a":1}\r\n${MESSAGE}PING\r\n+OK\r\n-ERR 'x'\r\n${MESSAGE}`;
  for (const piece of [1, 2, 3, 7, text.length]) assert.ok(takes(text, piece), `pieces of ${piece}`);
});

test('a line or a message that is too long is refused before it has come', () => {
  assert.ok(takes('x'.repeat(MAX_LINE)));
  assert.not(takes('x'.repeat(MAX_LINE + 1), 100));
  assert.ok(takes(`MSG a 1 ${MAX_MESSAGE}\r\n`));
  assert.not(takes(`MSG a 1 ${MAX_MESSAGE + 1}\r\n`));
  assert.not(takes(`hmsg a 1 2 ${MAX_MESSAGE + 1}\r\n`));
});

test('a message whose length cannot be read is refused', () => {
  for (const line of ['MSG a 1 x', 'MSG a 1 -1', 'MSG a 1 1e9', 'MSG a 1\v99', 'MSG', `MSG a 1 ${'9'.repeat(20)}`]) {
    assert.not(takes(`${line}\r\n`), line);
  }
});

test('lines that bring no message are counted, and begin anew with a message', () => {
  const pings = 'PING\r\n'.repeat(MAX_BARE_LINES);
  assert.ok(takes(`${pings}${MESSAGE}${pings}`, 100));
  assert.not(takes(`${pings}PING\r\n`, 100));
});

test('what stands in a message is no line', () => {
  const payload = `MSG a 1 ${MAX_MESSAGE + 1}\r\n${'x'.repeat(MAX_LINE)}`;
  assert.ok(takes(`MSG a 1 ${payload.length}\r\n${payload}\r\nPING\r\n`, 50));
});

test.run();
