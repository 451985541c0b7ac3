import { SALE } from '../kit/process.js';
import type { Random } from '../kit/random.js';
import { anything, mutated } from './values.js';
import type { RawRequest } from './wire.js';

const METHODS = [
  'GET',
  'POST',
  'POST',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'HEAD',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'get',
];
const UUID = '01934d6e-7a10-7000-8000-000000000001';
const PATHS = ['/invoices', '/invoices', '/items', '/items/1', `/invoices/${UUID}`, `/invoices/${UUID}/journal`];
const MORE_PATHS = [
  `/invoices/${UUID}/document`,
  '/status',
  '/me',
  '/tax-labels',
  '/categories',
  '/openapi.json',
  '/reports/summary',
  '',
];
const ODD_PATHS = [
  ...['/%', '/%zz', '/%00', '/%2e%2e/%2e%2e/etc/passwd', '/../../ca.key', '//', '/\\', '/items/0', '/items/-1'],
  ...['/items/99999999999999999999', '/items/1e3', '/invoices/%D0%8A', `/invoices/${'a'.repeat(36)}`, '/__proto__'],
  ...['/constructor', '/invoices/../status', `/${'x'.repeat(5000)}`, '/items;a=b', '/invoices/ж'],
];
const QUERIES = [
  ...['?page=0', '?page=99999999', '?page=1&page=2', '?from=2026-02-30', '?to=%FF', '?type[]=x'],
  ...['?__proto__=1', '?=&&='],
  ...['?page=1', '?type=Normal', '?from=2026-01-01&to=2026-12-31', `?a=${'b'.repeat(3000)}`, '?page=%'],
  ...['?vl=AAAA', '?', '?paper=a5&format=pdf', '?base=https://a"b&print=1'],
];
const TYPES = ['application/json', 'text/plain', 'multipart/form-data; boundary=x', 'application/xml', '', ';;;', 'ж'];
const HEADERS = [
  ...['Content-Encoding: gzip', 'Accept: */*', 'Accept-Encoding: br', 'Expect: 100-continue', 'Upgrade: websocket'],
  ...['Connection: close', 'Connection: upgrade', 'Idempotency-Key: abcdefgh', 'Idempotency-Key: x'],
  ...['Idempotency-Key:'],
  ...['Origin: null', 'Cookie: a=b', 'Range: bytes=0-', 'If-None-Match: *', 'X-HTTP-Method-Override: DELETE'],
  ...['TE: trailers'],
];
/** Lines that are no headers, or speak of another framing than the request has. */
const BAD_HEADERS = [
  ...['Transfer-Encoding: chunked', 'Transfer-Encoding: gzip, chunked', 'Content-Length: -1', 'Content-Length: 1e3'],
  ...['Content-Length: 5', 'Content-Length: 99999999999999999999', 'no colon', ': nameless', 'Bad Name: 1'],
  ...['X: \u0000'],
  ...[' folded', 'Host: two', `X-Long: ${'y'.repeat(20_000)}`, 'Expect: the-unexpected', 'Upgrade: h2c'],
  ...['X: \u007f\u0001'],
];
/** JSON that JSON.stringify cannot make. */
export const ODD_JSON = [
  ...['', 'null', '[]', '"text"', '1', '{', '{}', '{}}', '{"a":1,}', "{'a':1}", '{"a":NaN}'],
  ...['{"items":1e999}', '\ufeff{}'],
  ...['{"items":[]}', '{"__proto__":{"items":[]}}', '{"items":{"length":1}}', '{"items":[],"items":[{}]}'],
  ...['{"a":"\\ud800"}'],
  ...[`{"a":${'9'.repeat(5000)}}`, `{"a":0.${'1'.repeat(50_000)}}`, `{"a":${'['.repeat(50_000)}`, '{"a":1e-999999}'],
  ...[`{"a":${'['.repeat(3000)}${']'.repeat(3000)}}`, `${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`],
  ...['"'.repeat(20_000)],
];

/** Makes requests of every kind of wrongness, and some that are right. */
export class Cases {
  constructor(private readonly random: Random) {}

  next(key: string): RawRequest {
    const { random } = this;
    const body = this.body();
    const headers = ['Host: localhost', this.authorization(key)];
    if (!random.oneIn(20)) headers.push(`Content-Type: ${random.oneIn(6) ? random.pick(TYPES) : 'application/json'}`);
    while (random.oneIn(3)) headers.push(random.pick(HEADERS));
    const framed = this.framed({ start: this.start(), headers, body, lies: false });
    return random.oneIn(7) ? this.broken(framed) : framed;
  }

  /** A start line; most of them lead somewhere. */
  private start(): string {
    const { random } = this;
    if (random.oneIn(2)) return 'POST /api/v1/invoices HTTP/1.1';
    const path = random.oneIn(4) ? random.pick(ODD_PATHS) : random.pick([...PATHS, ...MORE_PATHS]);
    const root = random.oneIn(12) ? random.pick(['', '/api', '/api/v2', '/v']) : '/api/v1';
    const query = random.oneIn(3) ? random.pick(QUERIES) : '';
    return `${random.pick(METHODS)} ${Buffer.from(`${root}${path}${query}` || '/').toString('latin1')} HTTP/1.1`;
  }

  private authorization(key: string): string {
    const { random } = this;
    if (!random.oneIn(25)) return `Authorization: Bearer ${key}`;
    return random.pick(['Authorization: Bearer', 'Authorization: Basic YTpi', 'X-None: 1', `Authorization: ${key}`]);
  }

  /** Says truly how long the body is, in one of the two ways. */
  private framed(request: RawRequest): RawRequest {
    const { random } = this;
    const { headers, body } = request;
    if (!random.oneIn(5)) return { ...request, headers: [...headers, `Content-Length: ${body.length}`] };
    const chunks: Buffer[] = [];
    for (let at = 0; at < body.length;) {
      const piece = body.subarray(at, at + random.int(1, Math.max(1, body.length)));
      chunks.push(Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n'));
      at += piece.length;
    }
    chunks.push(Buffer.from('0\r\n\r\n'));
    return { ...request, headers: [...headers, 'Transfer-Encoding: chunked'], body: Buffer.concat(chunks) };
  }

  private broken(request: RawRequest): RawRequest {
    const { random } = this;
    const { start, headers, body } = request;
    const lying = { ...request, lies: true };
    switch (random.int(1, 6)) {
      case 1:
        return { ...lying, headers: [...headers, random.pick(BAD_HEADERS)] };
      case 2:
        return {
          ...lying,
          start: random.pick([start.slice(0, -9), `${start}0`, ` ${start}`, 'HELO box', '\u0016\u0003\u0001']),
        };
      case 3:
        return { ...lying, body: body.subarray(0, random.int(0, body.length)) };
      case 4:
        return { ...lying, body: Buffer.concat([body, random.bytes(random.int(1, 200))]) };
      case 5:
        return {
          ...lying,
          headers: [...headers, ...Array.from({ length: 300 }, (_, n) => `X-${n}: ${'z'.repeat(n)}`)],
        };
      default:
        return { ...lying, start: scramble(random, start), headers: headers.map((line) => scramble(random, line)) };
    }
  }

  private body(): Buffer {
    const { random } = this;
    switch (random.int(1, 10)) {
      case 1:
        return random.bytes(random.int(0, 300));
      case 2:
        return Buffer.from(random.pick(ODD_JSON));
      case 3:
        return this.scrambledBytes(Buffer.from(JSON.stringify(SALE)));
      case 4:
        return Buffer.from(JSON.stringify([anything(random, 3)]).slice(1, -1));
      default:
        return Buffer.from(JSON.stringify(random.oneIn(4) ? this.sale() : mutated(random, this.sale())));
    }
  }

  /** A request that is good but for what is done to it afterwards. */
  private sale(): Record<string, unknown> {
    const { random } = this;
    const line = {
      name: 'Кафа',
      quantity: random.int(1, 9000) / 1000,
      unitPrice: random.int(0, 99_999) / 100,
      label: 'Ђ',
    };
    return {
      items: Array.from({ length: random.oneIn(50) ? 501 : random.int(1, 4) }, () => ({ ...line })),
      ...(random.oneIn(3) && { payments: [{ paymentType: 'Card', amount: 100 }] }),
      ...(random.oneIn(3) && { invoiceType: random.pick(['Normal', 'Training', 'ProForma', 'Advance']) }),
      ...(random.oneIn(4) && { clientRequestId: `fuzz-${random.int(1, 500)}` }),
    };
  }

  private scrambledBytes(bytes: Buffer): Buffer {
    const { random } = this;
    for (let n = random.int(1, 4); n > 0; n -= 1) bytes[random.int(0, bytes.length - 1)] = random.int(0, 255);
    return bytes;
  }
}

function scramble(random: Random, text: string): string {
  const at = random.int(0, text.length);
  return random.oneIn(3) ? text.slice(0, at) + String.fromCharCode(random.int(0, 255)) + text.slice(at + 1) : text;
}
