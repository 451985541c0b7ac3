import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { inflateSync } from 'node:zlib';
import { decodeLink, readLinkPayload } from '../../../src/paper/journal/verificationLink.js';
import { find, get, statusAndBody, invoice, parsed, SALE } from './calling.js';
import { FakePfr } from './core.js';
import { qrGif, qrPng } from './image.js';
import type { RateGroup } from './rates.js';
import { type StyleName, STYLES } from './styles.js';

const AT = Date.UTC(2026, 10, 21, 9, 0, 0, 123);

function sign(style: StyleName, fields: Record<string, unknown> = {}) {
  const pfr = new FakePfr({ pin: null, style: STYLES[style], now: () => AT });
  return parsed(pfr.handle(invoice('1', { ...SALE, ...fields })));
}

function textOf(answer: Record<string, unknown>, name: string): string {
  const value = answer[name];
  assert.type(value, 'string');
  return value as string;
}

function linkOf(answer: Record<string, unknown>) {
  const [, payload = ''] = textOf(answer, 'verificationUrl').split('?vl=');
  return decodeLink(readLinkPayload(payload)!)!;
}

test('the link has the content of the answer', () => {
  const answer = sign('spec', { buyerId: '10:101670560', transactionType: 0 });
  const { internalData, signature, ...link } = linkOf(answer);
  assert.equal(link, {
    requestedBy: 'FAKE7PFR',
    signedBy: 'FAKE7PFR',
    totalCounter: 1,
    typeCounter: 1,
    total: 30_000,
    time: AT,
    invoiceType: 'Normal',
    transactionType: 'Sale',
    buyerId: '10:101670560',
  });
  assert.is(answer['encryptedInternalData'], internalData.toString('base64'));
  assert.is(answer['signature'], signature.toString('base64'));
  assert.match(textOf(answer, 'verificationUrl'), /^https:\/\/sandbox\.suf\.purs\.gov\.rs\/v\/\?vl=A0ZB/);
});

test('a buyer may be filled up with zeros, and the Base64 may stand as it is', () => {
  assert.is(linkOf(sign('ofs', { buyerId: '10:101670560' })).buyerId, '10:101670560');
  const urls = Array.from({ length: 8 }, () => textOf(sign('cv'), 'verificationUrl'));
  assert.ok(urls.some((url) => url.includes('+') || url.includes('/', 45)));
});

test('taxes have four decimals, and labels of one item share what they are contained in', () => {
  const items = [
    { name: 'а', quantity: 1, unitPrice: 68.46, labels: ['Е'], totalAmount: 68.46 },
    { name: 'б', quantity: 1, unitPrice: 1.1, labels: ['Ђ'], totalAmount: 1.1 },
  ];
  const taxes = sign('spec', { items })['taxItems'] as { label: string; amount: number; rate: number }[];
  assert.equal(
    taxes.map(({ label, amount, rate }) => [label, amount, rate]),
    [
      ['Ђ', 0.1833, 20],
      ['Е', 6.2236, 10],
    ],
  );
});

test('a per-quantity tax goes by the quantity', () => {
  const rates = [
    { label: 'P', category: 'PBL', categoryType: 2, rate: 0.5 },
    { label: 'T', category: 'TOT', categoryType: 1, rate: 2 },
  ] as const;
  const pfr = new FakePfr({ pin: null, groups: [{ groupId: 5, validFrom: 0, rates }] });
  const items = [{ ...SALE.items[0], labels: ['P', 'T'] }];
  const taxes = parsed(pfr.handle(invoice('1', { ...SALE, items })))['taxItems'] as { amount: number }[];
  assert.equal(
    taxes.map(({ amount }) => amount),
    [1, 6],
  );
});

test('a refund is taxed by the rates of the time that it refers to', () => {
  const pfr = new FakePfr({ pin: null, now: () => AT });
  pfr.change('next-rates');
  const referent = { referentDocumentNumber: 'FAKE7PFR-FAKE7PFR-1', transactionType: 1 };
  const before = { ...SALE, ...referent, referentDocumentDT: '2026-11-20T10:00:00+01:00' };
  assert.is(parsed(pfr.handle(invoice('1', before)))['taxGroupRevision'], 1);
  assert.is(parsed(pfr.handle(invoice('2')))['taxGroupRevision'], 2);
});

/** A company and rates in Latin letters, so that every Cyrillic one is the processor's own. */
const LATIN = {
  pin: null,
  company: { name: 'Klas', tin: '101670560', location: '1108934-Klas', address: 'Ulica 1', district: 'Grad' },
  groups: [
    { groupId: 1, validFrom: 0, rates: [{ label: 'A', category: 'VAT', categoryType: 0, rate: 9 }] },
  ] satisfies RateGroup[],
};

/** Every line that a journal can have. */
const FULL = {
  ...{ ...SALE, cashier: 'Ana', buyerId: '10:101670560', buyerCostCenterId: '20:1' },
  ...{ referentDocumentNumber: 'FAKE7PFR-FAKE7PFR-1', referentDocumentDT: '2026-11-20T10:00:00+01:00' },
  dateAndTimeOfIssue: '2026-11-20T10:00:00+01:00',
  payment: [0, 1, 2, 3, 4, 5, 6].map((paymentType) => ({ paymentType, amount: 1 })),
  items: [{ ...SALE.items[0], name: 'Kafa', labels: ['A'] }],
};

test('the journal has lines of 40 columns, without a Cyrillic word of its own in English', () => {
  const pfr = new FakePfr(LATIN);
  for (const invoiceType of [0, 1, 2, 3, 4]) {
    for (const transactionType of [0, 1]) {
      const body = { ...FULL, invoiceType, transactionType };
      const [serbian, english] = ['sr-Cyrl-RS', 'en-US'].map((language) => {
        return textOf(parsed(pfr.handle(invoice('1', body, { 'accept-language': language }))), 'journal');
      });
      for (const journal of [serbian!, english!]) {
        const lines = journal.split('\r\n');
        assert.is(lines.pop(), '');
        assert.equal(new Set(lines.map(({ length }) => length)), new Set([40, 7]), journal);
      }
      assert.match(serbian!, 'Инстант плаћање:');
      assert.not.match(english!, /[\u0400-\u04ff]/);
    }
  }
});

test('what a till does not want is left out', () => {
  const { verificationQRCode, journal } = sign('spec', {
    options: { omitQRCodeGen: '1', omitTextualRepresentation: '1' },
  });
  assert.equal([verificationQRCode, journal], [null, null]);
});

test('times are written in five ways', () => {
  const styles = ['spec', 'development', 'cv', 'ofs'] as const;
  assert.equal(
    styles.map((style) => sign(style)['sdcDateTime']),
    [
      '2026-11-21T10:00:00.1234551+01:00',
      '2026-11-21T10:00:00.123455+01:00',
      '2026-11-21T09:00:00.123Z',
      '2026-11-21T10:00:00',
    ],
  );
});

test('a code is text, quoted, a number or an object', () => {
  const refusals = (['spec', 'development', 'pascal', 'restful', 'cv'] as const).map((name) => {
    return statusAndBody(new FakePfr({ style: STYLES[name] }).handle(invoice('1')));
  });
  assert.equal(refusals, [
    '400 1500',
    '400 "1500"',
    '400 1500',
    '401 {"message":"The request is invalid.","modelState":[{"property":"","errors":["1500"]}]}',
    '400 {"message":"Error","modelState":[{"property":"WARNINGS_ERRORS","errors":[1500]}]}',
  ]);
  const cv = new FakePfr({ style: STYLES.cv });
  cv.change('card-out');
  assert.is(cv.handle(get('/api/v3/attention')).status, 400);
});

test('an unknown request id is null, 404, or an error', () => {
  const answers = (['spec', 'restful', 'development'] as const).map((name) => {
    return statusAndBody(new FakePfr({ pin: null, style: STYLES[name] }).handle(find('nobody')));
  });
  assert.equal(answers.slice(0, 2), ['200 null', '404 ']);
  assert.match(answers[2]!, /^400 .*"2805"/);
});

test('rates come as an object or in a list, and group ids as numbers or texts', () => {
  const current = (name: StyleName) =>
    parsed(new FakePfr({ style: STYLES[name] }).handle(get('/api/v3/status')))['currentTaxRates'];
  assert.is((current('spec') as { groupId: unknown }).groupId, 1);
  assert.is((current('ofs') as { groupId: unknown }[])[0]?.groupId, '1');
});

test('a clock behind the last receipt is refused by a product that minds it', () => {
  let now = AT;
  const pfr = new FakePfr({ pin: null, style: STYLES.cv, now: () => now });
  assert.is(pfr.handle(invoice('1')).status, 200);
  now -= 180_000;
  assert.is(pfr.handle(invoice('2')).status, 200);
  now -= 180_001;
  assert.match(statusAndBody(pfr.handle(invoice('3'))), /^400 .*90200/);
});

for (const link of ['https://example.org/', `https://example.org/?vl=${'Ab9%2B'.repeat(140)}`]) {
  test(`the pictures are a GIF and a PNG of the QR code of a link of ${link.length} characters`, () => {
    const gif = qrGif(link);
    assert.is(gif.toString('latin1', 0, 6), 'GIF89a');
    const side = gif.readUInt16LE(6) / 4;
    const pixels = gifPixels(gif);
    assert.is(pixels.length, (4 * side) ** 2);
    const quiet = Array.from({ length: side + 8 }, () => 0);
    const row = (y: number) => Array.from({ length: side }, (_, x) => (pixels[4 * (4 * y * side + x)] === 0 ? 1 : 0));
    const rows = Array.from({ length: side }, (_, y) => [0, 0, 0, 0, ...row(y), 0, 0, 0, 0]);
    const border = [quiet, quiet, quiet, quiet];
    assert.equal([...border, ...rows, ...border].flat(), pngPixels(qrPng(link), side + 8));
  });
}

/** GIF89a, appendix F, read the other way. */
function gifPixels(gif: Buffer): number[] {
  const blocks: Buffer[] = [];
  for (let at = 13 + 3 * 256 + 11; gif[at] !== 0; at += gif[at]! + 1)
    blocks.push(gif.subarray(at + 1, at + 1 + gif[at]!));
  const stream = Buffer.concat(blocks);
  const pixels: number[] = [];
  let [at, bits] = [0, 9];
  let table: number[][] = [];
  let before: number[] | undefined;
  for (;;) {
    let code = 0;
    for (let bit = 0; bit < bits; bit += 1, at += 1) code |= ((stream[at >> 3]! >> (at & 7)) & 1) << bit;
    if (code === 257) return pixels;
    if (code === 256) {
      table = Array.from({ length: 258 }, (_, pixel) => [pixel]);
      [bits, before] = [9, undefined];
      continue;
    }
    const run = table[code] ?? [...before!, before![0]!];
    if (before !== undefined && table.length < 4096) table.push([...before, run[0]!]);
    if (table.length === 1 << bits && bits < 12) bits += 1;
    for (const pixel of run) pixels.push(pixel);
    before = run;
  }
}

function pngPixels(png: Buffer, side: number): number[] {
  const at = png.indexOf('IDAT');
  const rows = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)));
  return Array.from({ length: side * side }, (_, n) => {
    return rows[Math.floor(n / side) * (side + 1) + 1 + (n % side)] === 0 ? 1 : 0;
  });
}

test.run();
