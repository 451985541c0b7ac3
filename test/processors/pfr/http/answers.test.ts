import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { MAX_SHORT_ANSWER, MAX_RECEIPT_ANSWER } from '../../../../src/processors/pfr/channel.js';
import { against, afterRequest, saying, outcomeText } from './servers.js';

const OK = 'HTTP/1.1 200 OK\r\n';

test('an answer with a length, in chunks, or up to the end of the connection is read whole', async () => {
  for (const [what, answer] of [
    ['length', `${OK}Content-Length: 6\r\n\r\n"0100"`],
    ['chunks', `${OK}Transfer-Encoding: chunked\r\n\r\n3\r\n"01\r\n3;x=y\r\n00"\r\n0\r\nTrailer: 1\r\n\r\n`],
    ['until the end', `${OK}\r\n"0100"`],
    ['HTTP/1.0', 'HTTP/1.0 200 OK\r\n\r\n"0100"'],
    ['no reason phrase', 'HTTP/1.1 200 \r\nContent-Length: 6\r\n\r\n"0100"'],
  ] as const) {
    assert.is(outcomeText(await against(saying(answer))), '200 "0100"', what);
  }
});

test('an empty answer is an answer, with or without a body that could be', async () => {
  assert.is(outcomeText(await against(saying(`${OK}Content-Length: 0\r\n\r\n`))), '200 ');
  assert.is(outcomeText(await against(saying(`${OK}\r\n`))), '200 ');
  assert.is(outcomeText(await against(saying('HTTP/1.1 204 No Content\r\n\r\n'))), '204 ');
});

test('any status is an answer, and a redirect is not followed', async () => {
  for (const status of [201, 302, 307, 400, 401, 404, 423, 500, 503]) {
    const answer = `HTTP/1.1 ${status} Whatever\r\nLocation: /elsewhere\r\nContent-Length: 4\r\n\r\n1500`;
    assert.is(outcomeText(await against(saying(answer))), `${status} 1500`);
  }
});

test('interim answers are passed over', async () => {
  const interim =
    'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n';
  assert.is(outcomeText(await against(saying(interim, `${OK}Content-Length: 4\r\n\r\n0100`))), '200 0100');
});

test('of two answers the first one counts', async () => {
  for (const more of ['', 'Connection: close\r\n', 'Connection: keep-alive\r\n']) {
    const first = `${OK}${more}Content-Length: 3\r\n\r\none`;
    const second = `HTTP/1.1 500 No\r\n${more}Content-Length: 3\r\n\r\ntwo`;
    assert.is(outcomeText(await against(saying(first, second))), '200 one', more);
    assert.is(outcomeText(await against(saying(first, 'garbage'))), '200 one', more);
  }
});

test('an answer before the whole request is read is an answer, also when the connection is reset behind it', async () => {
  const body = Buffer.alloc(8 * 1024 * 1024, 'x');
  const early = await against(
    (socket) => {
      socket.once('readable', () => socket.write('HTTP/1.1 413 Too Large\r\nContent-Length: 4\r\n\r\n2808'));
    },
    { body },
  );
  assert.is(outcomeText(early), '413 2808');
});

test('an answer of the greatest length that is asked for is read, and a longer one is lost', async () => {
  for (const [asked, most] of [
    [{}, MAX_SHORT_ANSWER],
    [{ maxBytes: 1 }, 1],
    [{ maxBytes: MAX_RECEIPT_ANSWER }, MAX_RECEIPT_ANSWER],
  ] as const) {
    const whole = 'x'.repeat(most);
    const end = await against(saying(`${OK}Content-Length: ${most}\r\n\r\n`, whole), asked);
    assert.is(end.kind === 'answered' && end.body.length, most);
    assert.equal(await against(saying(`${OK}\r\n`, whole, 'x'), asked), {
      kind: 'lost',
      reason: { cause: 'protocol', detail: 'EMSGSIZE' },
    });
  }
});

test('an answer without an end is lost as soon as it is too long', async () => {
  const end = await against((socket) =>
    afterRequest(socket, () => {
      socket.write(`${OK}\r\n`);
      const pour = (): void => {
        if (socket.destroyed) return;
        if (socket.write('x'.repeat(64 * 1024))) setImmediate(pour);
        else socket.once('drain', pour);
      };
      pour();
    }),
  );
  assert.is(outcomeText(end), 'lost protocol');
});

test.run();
