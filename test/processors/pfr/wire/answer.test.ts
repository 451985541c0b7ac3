import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readAnswer } from '../../../../src/processors/pfr/wire/answer.js';
import { certainty } from '../../../../src/processors/pfr/wire/certainty.js';
import type { PfrAnswer } from '../../../../src/processors/pfr/wire/answer.js';
import { seededRandom } from '../../../kit/random.js';
import { JID, resultOf, sale } from './answers.js';

const random = seededRandom();

function read(body: unknown, status = 200): PfrAnswer {
  return readAnswer(status, Buffer.isBuffer(body) ? body : Buffer.from(String(body)));
}

function readJson(body: unknown, status = 200): PfrAnswer {
  return read(JSON.stringify(body), status);
}

function codes(codes: readonly string[], text: string | null = null): PfrAnswer {
  return { kind: 'codes', codes, text };
}

const object = (value: unknown): PfrAnswer => ({ kind: 'object', value });
const modelState = (property: string, errors: unknown): unknown => ({
  message: 'The request is invalid.',
  modelState: [{ property, errors }],
});

test('a code is read bare, quoted, as a number, with a byte order mark and with blanks', () => {
  const forms = ['0100', '"0100"', ' "0100"\r\n', '\ufeff0100', '\ufeff"0100"', '" 0100 "', '"0100', '0100"', '100'];
  for (const form of forms) assert.equal(read(form), codes(['0100']), form);
  assert.equal(read('210'), codes(['0210']));
  assert.equal(read('0'), codes(['0000']));
  assert.equal(read('90100'), codes(['90100']));
});

test('several codes keep their order', () => {
  for (const form of ['1300, 1500,0210', '1300 1500 0210', '["1300","1500","0210"]', '[1300, 1500, 210]']) {
    assert.equal(read(form), codes(['1300', '1500', '0210']), form);
  }
});

test('error objects are read in each spelling, and the fields are told', () => {
  const gtin = 'The request is invalid.; items[0].gtin: 2803';
  assert.equal(readJson(modelState('items[0].gtin', ['2803']), 400), codes(['2803'], gtin));
  assert.equal(readJson(modelState('items[0].gtin', [2803]), 400), codes(['2803'], gtin));
  const pascal = { Message: 'Bad Request', ModelState: [{ Property: 'cashier', Errors: ['2801', '2805'] }] };
  assert.equal(readJson(pascal), codes(['2801', '2805'], 'Bad Request; cashier: 2801; cashier: 2805'));
  const card = { message: 'Error', modelState: [{ property: 'SECURE_ELEMENT', errors: [1300] }] };
  assert.equal(readJson(card), codes(['1300'], 'Error; SECURE_ELEMENT: 1300'));
  const several = {
    modelState: [
      { property: '', errors: ['2310'] },
      { property: 'payment[1].amount', errors: ['2804'] },
    ],
  };
  assert.equal(readJson(several), codes(['2310', '2804'], 'payment[1].amount: 2804'));
  const byName = { title: 'Invalid', status: 400, errors: { 'items[2].labels': ['2310'] } };
  assert.equal(readJson(byName), codes(['2310'], 'Invalid; items[2].labels: 2310'));
  assert.equal(readJson([{ property: 'cashier', errors: [2801] }]), codes(['2801'], 'cashier: 2801'));
  assert.equal(readJson({ code: 1500, message: 'PIN required' }), codes(['1500'], 'PIN required'));
});

test('a code at the beginning of a message counts when it is an official fault with a mark behind it', () => {
  assert.equal(readJson({ message: '2310' }), codes(['2310']));
  assert.equal(readJson({ error: '2310: Invalid tax labels' }), codes(['2310'], '2310: Invalid tax labels'));
  assert.equal(read('Error 1500 - PIN required'), codes(['1500'], 'Error 1500 - PIN required'));
  for (const text of ['2400 ms have passed', '2345: nobody knows', '0100: fine', 'on 2310: x']) {
    assert.equal(read(text), { kind: 'text', text }, text);
  }
});

test('a message without a code is an error, a text or a page: printable, on one line, bounded', () => {
  const error = (text: string): PfrAnswer => ({ kind: 'error', text });
  const text = (text: string): PfrAnswer => ({ kind: 'text', text });
  const page = (text: string): PfrAnswer => ({ kind: 'page', text });
  assert.equal(readJson({ Message: 'Wrong PAC', MessageDetails: 'x' }), error('Wrong PAC x'));
  assert.equal(readJson({ details: 'Greška', message: 'Loš zahtjev', statusCode: -1 }), error('Loš zahtjev Greška'));
  assert.equal(readJson({ message: 'Not found', code: 404 }), error('Not found'));
  assert.equal(readJson({ title: 'Bad Request', status: 400 }), error('Bad Request'));
  assert.equal(
    readJson({ errors: { Items: ['The Items field is required.'] } }),
    error('Items: The Items field is required.'),
  );
  assert.equal(
    readJson({ Message: 'The request is invalid.', ModelState: [{ Property: 'cashier', Errors: ['Too long'] }] }),
    error('The request is invalid.; cashier: Too long'),
  );
  assert.equal(read('Server\r\n  Error\u202e!'), text('Server Error !'));
  assert.equal(read('"Bad Request"'), text('Bad Request'));
  assert.equal(read('true'), text('true'));
  assert.equal(read('1.5'), text('1.5'));
  assert.equal(read('x < 5 and y > 3'), text('x 3'));
  assert.equal(read('x'.repeat(5000)), text('x'.repeat(300)));
  assert.equal(read('<html><b>502</b> Bad Gateway</html>'), page('502 Bad Gateway'));
  assert.equal(read('\ufeff<!DOCTYPE html>\r\n<title>403</title><body'), page('403'));
  assert.equal(read('Forbidden<br/>by the firewall'), page('Forbidden by the firewall'));
  assert.equal(readJson('<h1>Router</h1>'), page('Router'));
  assert.equal(readJson({ Message: '<html><h1>403</h1><a href="x' }), page('403'));
});

test('of each message among the errors 300 characters are read, and what is empty leaves no mark', () => {
  assert.equal(readJson({ errors: [`${' '.repeat(300)}late`, '2310'] }), codes(['2310']));
  assert.equal(readJson({ errors: [`${' '.repeat(290)}in time`, '2310'] }), codes(['2310'], 'in time'));
  assert.equal(readJson({ errors: [' ', '2310', 'at the end'] }), codes(['2310'], 'at the end'));
  const property = `${' '.repeat(300)}late`;
  assert.equal(readJson({ errors: [{ property, errors: ['2310'] }] }), codes(['2310'], ': 2310'));
});

test('data stays data, also when it has a message', () => {
  assert.equal(readJson({ gsc: ['1300'], message: 'Hi' }), object({ gsc: ['1300'], message: 'Hi' }));
  assert.equal(readJson({ environmentName: 'СУФ' }), object({ environmentName: 'СУФ' }));
  assert.equal(readJson({}), object({}));
  assert.equal(readJson([]), object([]));
  assert.equal(readJson([{ groupId: 5 }]), object([{ groupId: 5 }]));
});

test('a receipt is a receipt with any 2xx, and one that lacks something is a fragment and says what', () => {
  for (const status of [200, 201]) assert.is(readJson(resultOf(sale()), status).kind, 'receipt');
  const { verificationUrl, ...incomplete } = resultOf(sale());
  assert.equal(readJson(incomplete), { kind: 'fragment', reason: 'no usable verificationUrl' });
  assert.is(readJson({ verificationUrl }).kind, 'receipt', 'its link has all that was signed');
  assert.is(readJson({ verificationUrl, gsc: [] }).kind, 'object');
});

test('null is nothing, and what means nothing is unreadable', () => {
  assert.equal(read('null'), { kind: 'nothing' });
  assert.equal(read('\ufeffnull\n'), { kind: 'nothing' });
  const garbage = [
    '',
    ' \r\n',
    '\ufeff',
    '""',
    '{',
    '{"message":"a"',
    '[1300',
    '[1e999]',
    '['.repeat(100_000),
    '<>',
    '\0\0',
    Buffer.from([0xff, 0xfe, 0x30, 0x00]),
    Buffer.from('Грешка', 'utf16le'),
  ];
  for (const body of garbage) assert.is(read(body).kind, 'unreadable', String(body).slice(0, 40));
});

test('a receipt that is cut, doubled, wrapped or packed is a fragment of one', () => {
  const whole = JSON.stringify(resultOf(sale()));
  // A refusal that repeats the request, whose `invoiceNumber` is that of the ESIR, cannot be distinguished for certain.
  assert.is(readJson({ invoiceNumber: '123/1.0', message: 'no' }).kind, 'fragment');
  for (const body of [
    whole.slice(0, -1),
    whole.slice(0, 400),
    whole + whole,
    JSON.stringify(whole),
    `{"a":${whole}}`,
  ]) {
    assert.is(read(body).kind, 'fragment', body.slice(0, 40));
  }
});

test('a receipt that is cut anywhere behind its first part, or in UTF-16, proves no refusal', () => {
  const whole = JSON.stringify(resultOf(sale()));
  const bytes = Buffer.from(whole);
  for (let length = bytes.indexOf('"invoiceNumber":') + 20; length < bytes.length; length++) {
    assert.is(certainty(400, read(bytes.subarray(0, length))), 'unknown', String(length));
  }
  assert.is(certainty(400, read(Buffer.from(whole, 'utf16le'))), 'unknown');
});

test('any bytes are read without an error, and what is read is bounded and printable', () => {
  const signs = '{}[]",:0123456789 \\u\n\ufeffаx<>-;.eE';
  const seeds = [JSON.stringify(resultOf(sale())), JSON.stringify(modelState('items[0].gtin', ['2803'])), '"1500"'];
  for (let i = 0; i < 20_000; i++) {
    const bytes = random.oneIn(2)
      ? mutated(Buffer.from(random.pick(seeds)))
      : random.oneIn(2)
        ? random.bytes(random.int(0, 40))
        : Buffer.from(random.text(signs, 0, 40));
    const answer = readAnswer(random.pick([200, 400, 500]), bytes);
    const text = 'text' in answer ? answer.text : null;
    assert.ok(text === null || /^[^\p{C}]{1,600}$/u.test(text), bytes.toString('base64'));
    if (answer.kind === 'codes') assert.ok(answer.codes.every((code) => /^\d{4,5}$/.test(code)));
    assert.ok(['refused', 'unknown'].includes(certainty(200, answer)));
  }
});

function mutated(bytes: Buffer): Buffer {
  for (let n = random.int(1, 4); n > 0; n--) bytes[random.int(0, bytes.length - 1)] = random.int(0, 255);
  return random.oneIn(3) ? bytes.subarray(0, random.int(0, bytes.length)) : bytes;
}

test('hostile bodies of full size are read in linear time', () => {
  const size = 4 * 1024 * 1024;
  const bodies = ['"', '<', '{"a":', '1 ', '1300,', ' ', '\\', '[{"property":"a","errors":[1]},', '; '];
  for (const piece of bodies) readAnswer(400, Buffer.alloc(size, piece));
  const many = readJson({
    modelState: Array.from({ length: 50_000 }, () => ({ property: 'a'.repeat(50), errors: [1, 2] })),
  });
  assert.ok(many.kind === 'codes' && many.codes.length <= 50 && (many.text ?? '').length <= 300);
});

test('what shows a part of a receipt is no refusal, whatever its HTTP status and its codes say', () => {
  const parts: [string, unknown][] = [
    ['invoiceNumber', `${JID}-${JID}-11389`],
    ['invoiceResult', resultOf(sale())],
    ['signedBy', JID],
    ['totalCounter', 11389],
    ['verificationUrl', 'https://suf.purs.gov.rs/v/?vl='],
    ['journal', '============ ФИСКАЛНИ РАЧУН ============'],
  ];
  const errors = { errors: ['2808'], modelState: [{ property: '', errors: ['1300'] }], message: '2310: no' };
  for (const [name, value] of parts) {
    for (const spelling of [
      name,
      name.charAt(0).toUpperCase() + name.slice(1),
      name.toUpperCase(),
      name.toLowerCase(),
    ]) {
      const part = { [spelling]: value };
      const whole = JSON.stringify({ ...errors, ...part });
      const bodies = [
        whole,
        JSON.stringify({ ...errors, result: part }),
        JSON.stringify({ ...errors, results: [part] }),
        JSON.stringify([part]),
        JSON.stringify({ gsc: ['1300'], uid: JID, ...part }),
        JSON.stringify(whole),
        `${whole}}`,
        `Error 1300: ${whole}`,
        whole.slice(0, -1),
      ];
      for (const status of [200, 302, 400, 404, 500]) {
        for (const body of bodies) assert.is(certainty(status, read(body, status)), 'unknown', `${status} ${body}`);
      }
    }
  }
});

test.run();
