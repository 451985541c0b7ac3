import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { compress, decodeInvoice, decompress, encodeInvoice } from '../../../src/platform/ledger/body.js';
import { DICTIONARY } from '../../../src/platform/ledger/segment.js';
import type { IssuedInvoice } from '../../../src/platform/ledger/invoice.js';
import { MemoryDisk } from '../../kit/disk/memory.js';
import { FOLDER, openLedger, ReceiptMaker } from '../../kit/ledger.js';
import { qrGif, qrPng } from '../../kit/pfr/image.js';
import { seededRandom } from '../../kit/random.js';

/** What a version of the box has written. */
interface Sample {
  /** Both in base64. */
  readonly dictionary: string;
  readonly body: string;
  readonly invoice: IssuedInvoice;
}

const random = seededRandom();
const payload = random.bytes(600);
const base64 = payload.toString('base64');

async function someInvoice(verificationUrl?: string): Promise<IssuedInvoice> {
  const ledger = await openLedger(new MemoryDisk(new Map([[FOLDER, 'folder']])));
  const invoice = new ReceiptMaker(random).next(ledger);
  await ledger.close();
  return {
    ...invoice,
    signature: { ...invoice.signature, verificationUrl: verificationUrl ?? invoice.signature.verificationUrl },
  };
}

const URLS: Readonly<Record<string, string>> = {
  'as the processor writes it': `https://sandbox.suf.purs.gov.rs/v/?vl=${encodeURIComponent(base64)}`,
  'with raw + / and =': `https://box/v/?vl=${base64}`,
  'with lower case escapes': `https://box/v/?vl=${encodeURIComponent(base64).toLowerCase()}`,
  'with letters escaped that need not be': 'https://box/v/?vl=%41AAA',
  'with more behind it': `https://box/v/?vl=${encodeURIComponent(base64)}&x=1`,
  'with two vl': 'https://box/v/?vl=AAAA?vl=AAAA',
  'without padding': 'https://box/v/?vl=AAA',
  'with too much padding': 'https://box/v/?vl=AAAA%3D%3D',
  'with bits set that base64 does not use': 'https://box/v/?vl=AAB%3D',
  'with an empty payload': 'https://box/v/?vl=',
  'without a payload': 'https://box/v/',
  empty: '',
  'in base64url': 'https://box/v/?vl=-_-_',
  'with a broken escape': 'https://box/v/?vl=AAAA%',
  'with line breaks': 'https://box/\nv/?vl=AAAA\n',
};

for (const [name, url] of Object.entries(URLS)) {
  test(`a verification link ${name} comes back to the letter`, async () => {
    const invoice = await someInvoice(url);
    assert.equal(decodeInvoice(encodeInvoice(invoice, DICTIONARY), DICTIONARY), invoice);
  });
}

test('any link over the base64 alphabet comes back unchanged', async () => {
  const invoice = await someInvoice();
  for (let i = 0; i < 2000; i += 1) {
    const tail = Array.from({ length: random.int(0, 12) }, () =>
      random.pick(['A', 'b', '9', '%2B', '%2F', '%3D', '%3d', '+', '=', '%']),
    ).join('');
    const changed = { ...invoice, signature: { ...invoice.signature, verificationUrl: `https://box/v/?vl=${tail}` } };
    assert.equal(decodeInvoice(encodeInvoice(changed, DICTIONARY), DICTIONARY), changed, tail);
  }
});

test('the payload of a usual link is kept as bytes: it costs no more than it has', async () => {
  const bare = encodeInvoice(await someInvoice('https://box/v/?vl='), DICTIONARY).length;
  const full = encodeInvoice(await someInvoice(URLS['as the processor writes it']), DICTIONARY).length;
  assert.ok(full - bare < payload.length + 200, `${full - bare} bytes for ${payload.length}`);
});

/** A receipt with a link like those of real processors, and its picture. */
async function drawnInvoice(draw: (link: string) => Buffer): Promise<IssuedInvoice> {
  const link = URLS['as the processor writes it'] ?? '';
  const invoice = await someInvoice(link);
  return { ...invoice, signature: { ...invoice.signature, verificationQRCode: draw(link).toString('base64') } };
}

const PICTURES: Readonly<Record<string, { draw: (link: string) => Buffer; bytes: number }>> = {
  'that is drawn from the link': { draw: qrGif, bytes: 240 },
  'of another link': { draw: (link) => qrGif(link.replace('sandbox', 'elsewhere')), bytes: 1700 },
  'of another kind': { draw: qrPng, bytes: qrPng(URLS['as the processor writes it'] ?? '').length + 20 },
  'that is none': { draw: () => Buffer.from('GIF89a, it says'), bytes: 100 },
};

for (const [name, { draw, bytes }] of Object.entries(PICTURES)) {
  test(`a picture ${name} comes back to the byte, and takes no more than it must`, async () => {
    const invoice = await drawnInvoice(draw);
    const none = { ...invoice, signature: { ...invoice.signature, verificationQRCode: null } };
    const body = encodeInvoice(invoice, DICTIONARY);
    assert.equal(decodeInvoice(body, DICTIONARY), invoice);
    const more = body.length - encodeInvoice(none, DICTIONARY).length;
    assert.ok(more <= bytes, `${more} bytes`);
  });
}

test('a picture in unusual base64 comes back unchanged', async () => {
  const invoice = await someInvoice();
  for (const verificationQRCode of ['', 'R0lGOD', 'R0lGODlh=', 'R0lGODlB////', 'R0lGODl']) {
    const changed = { ...invoice, signature: { ...invoice.signature, verificationQRCode } };
    assert.equal(decodeInvoice(encodeInvoice(changed, DICTIONARY), DICTIONARY), changed);
  }
});

test('a body with the picture as text, as they were written before, is read', () => {
  const sample = JSON.parse(readFileSync(new URL('samples/body-1.json', import.meta.url), 'utf8')) as Sample;
  const [body, dictionary] = [Buffer.from(sample.body, 'base64'), Buffer.from(sample.dictionary, 'base64')];
  assert.equal(decodeInvoice(body, dictionary), sample.invoice);
  assert.match(sample.invoice.signature.verificationQRCode ?? '', /^R0lGOD/);
});

test('a body needs the dictionary that it was written with', async () => {
  const body = Buffer.from('{"name":"Пекара","name2":"Пекара"}'.repeat(5));
  assert.equal(decompress(compress(body, DICTIONARY), DICTIONARY), body);
  const other = Buffer.from(DICTIONARY).fill(0x20);
  let read: Buffer | undefined;
  try {
    read = decompress(compress(DICTIONARY.subarray(0, 400), DICTIONARY), other);
  } catch {
    read = undefined;
  }
  assert.not.equal(read, DICTIONARY.subarray(0, 400));
});

test('a body that inflates beyond its limit is refused', () => {
  assert.throws(() => decompress(compress(Buffer.alloc(100_000), DICTIONARY), DICTIONARY, 1000), /./);
});

test.run();
