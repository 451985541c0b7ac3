import type { Random } from '../kit/random.js';
import { BASE, SALE } from '../kit/process.js';

/** One request of a pipeline. `status` is its answer; undefined: its framing is wrong, and nothing behind it may be read. */
export interface Piped {
  readonly bytes: Buffer;
  readonly status: number | undefined;
  /** Idempotency key of the sale that it is, if it is one. */
  readonly saleId?: string;
}

/** Framing that two readers could take in two ways (RFC 9112, 6.1 and 6.3; RFC 9110, 5.5), with a body that hides what follows. */
const AMBIGUOUS: readonly (readonly string[])[] = [
  ['Content-Length: 4', 'Transfer-Encoding: chunked'],
  ['Transfer-Encoding: chunked', 'Content-Length: 4'],
  ['Content-Length: 4', 'Content-Length: 5'],
  ['Content-Length: 4, 5'],
  ['Content-Length: +4'],
  ['Content-Length: 0x4'],
  ['Content-Length: 4 4'],
  ['Transfer-Encoding: chunked, identity'],
  ['Transfer-Encoding: gzip'],
  ['Transfer-Encoding: xchunked'],
  ['Transfer-Encoding : chunked'],
  [' Transfer-Encoding: chunked'],
  ['Content-Length: 18446744073709551620'],
  ['X: a\u0000b'],
  ['X: a\rb'],
];
/** Invalid chunks (RFC 9112, 7.1). */
const BAD_CHUNKS = ['zz\r\n', '-1\r\n', '0x4\r\n1234\r\n', '4\r\n12345\r\n', '4\n1234\r\n', '11111111111111111\r\n'];

let sales = 0;

/** Pipelined requests; the last one may have a wrong framing that hides a sale which was not requested. */
export function pipeline(random: Random, keys: readonly string[], most: number): readonly Piped[] {
  const pipe = Array.from({ length: random.int(1, most) }, () => right(random, random.pick(keys)));
  return random.oneIn(3) ? [...pipe, wrong(random, random.pick(keys))] : pipe;
}

/** Cuts bytes at places of chance, also within a line's end and a character. */
export function pieces(random: Random, bytes: Buffer): Buffer[] {
  const cut: Buffer[] = [];
  const longest = random.pick([3, 40, 700, bytes.length]);
  for (let at = 0; at < bytes.length;) {
    const piece = bytes.subarray(at, at + random.int(1, longest));
    cut.push(piece);
    at += piece.length;
  }
  return cut;
}

function right(random: Random, key: string): Piped {
  const bearer = `Authorization: Bearer ${key}`;
  switch (random.int(1, 5)) {
    case 1:
      return { bytes: request(`GET ${BASE}/me`, [bearer]), status: 200 };
    case 2:
      return { bytes: request(`GET ${BASE}/nowhere`, [bearer]), status: 404 };
    case 3:
      return { bytes: request(`HEAD ${BASE}/me`, [bearer]), status: 200 };
    case 4: {
      const { saleId, body } = sale();
      const length = `Content-Length: ${body.length}`;
      return { bytes: request(`POST ${BASE}/invoices`, [bearer, length], body), status: 201, saleId };
    }
    default: {
      const { saleId, body } = sale();
      const chunked = Buffer.concat([...chunks(random, body), Buffer.from('0\r\n\r\n')]);
      return {
        bytes: request(`POST ${BASE}/invoices`, [bearer, 'Transfer-Encoding: chunked'], chunked),
        status: 201,
        saleId,
      };
    }
  }
}

function wrong(random: Random, key: string): Piped {
  const bearer = `Authorization: Bearer ${key}`;
  const { saleId, body } = sale();
  const hidden = request(`POST ${BASE}/invoices`, [bearer, `Content-Length: ${body.length}`], body);
  const start = `POST ${BASE}/invoices`;
  const opening = random.oneIn(3)
    ? request(start, [bearer, 'Transfer-Encoding: chunked'], Buffer.from(random.pick(BAD_CHUNKS)))
    : request(start, [bearer, ...random.pick(AMBIGUOUS)], Buffer.from('0\r\n\r\n'));
  return { bytes: Buffer.concat([opening, hidden]), status: undefined, saleId };
}

function sale(): { readonly saleId: string; readonly body: Buffer } {
  const saleId = `piped-${String((sales += 1)).padStart(6, '0')}`;
  return { saleId, body: Buffer.from(JSON.stringify({ ...SALE, clientRequestId: saleId })) };
}

function chunks(random: Random, body: Buffer): Buffer[] {
  return pieces(random, body).map((piece) => {
    const extension = random.oneIn(4) ? ';name="a;b"' : '';
    return Buffer.concat([Buffer.from(`${piece.length.toString(16)}${extension}\r\n`), piece, Buffer.from('\r\n')]);
  });
}

function request(start: string, headers: readonly string[], body: Buffer = Buffer.alloc(0)): Buffer {
  return Buffer.concat([Buffer.from([`${start} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n')), body]);
}
