import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { encodeSlip, type EncodedSlip } from '../../../../src/paper/printing/escpos/encode.js';
import { MAX_CHUNK } from '../../../../src/paper/printing/escpos/commands.js';
import type { Slip } from '../../../../src/paper/slips/slip.js';
import { receiptSlip } from '../../../../src/paper/slips/receipt.js';
import { PRINTER_MAKES, type PrinterMake } from '../../../../src/platform/devices/printerModels.js';
import type { PrinterSetting } from '../../../../src/shop/settings/printers.js';
import { INVOICE_TYPES, TRANSACTION_TYPES } from '../../../../src/contract/fiscal.js';
import { seededRandom } from '../../../kit/random.js';
import { draft } from '../../journal/drafts.js';
import { goods, issued, SALE } from '../../journal/invoices.js';
import { printer } from './paper.js';

function textPrinter(more: Partial<PrinterSetting> = {}): PrinterSetting {
  return printer({ mode: 'text', ...more });
}

function text(...rows: string[]): Slip {
  return { parts: [{ kind: 'text', rows }] };
}

function hex({ chunks }: EncodedSlip): string {
  return Buffer.concat(chunks).toString('hex');
}

/** Between `ESC @`, `FS .`, `ESC M 0`, `ESC 3 26`, four blanks, and `LF`, `GS V 66 24`. */
function lineOf(line: string, codePages: PrinterSetting['codePages']): string {
  const encoded = encodeSlip(text(line), textPrinter(codePages === undefined ? {} : { codePages }));
  assert.equal([encoded.mode, encoded.unencodable], ['text', []]);
  const [, inner] = /^1b401c2e1b4d001b331a20202020(.*)0a1d564218$/.exec(hex(encoded)) ?? [];
  if (inner === undefined) throw new Error(hex(encoded));
  return inner;
}

// Ж and Ђ, the blank without a switch, Č by a Latin page, ž on the same page, and back for ћ.
const MIXED = 'ЖЂ Čž-ћ';
const EXPECTED: Readonly<Record<PrinterMake, string>> = {
  epson: '1b742ec680201b742dc89e2d1b742e9e',
  bixolon: '1b741cc680201b742fc89e2d1b741c9e',
  rongta: '1b7406c680201b741ec89e2d1b74069e',
  xprinter: '1b7417c680201b7412aca72d1b74179e',
  zjiang: '1b7449c680201b7448c89e2d1b74499e',
};

for (const make of PRINTER_MAKES) {
  test(`a row that mixes alphabets switches code pages inside the row, by the numbers of ${make}`, () => {
    assert.is(lineOf(MIXED, make), EXPECTED[make]);
  });
}

test('without a make the numbers are those of Epson', () => {
  assert.is(lineOf(MIXED, undefined), EXPECTED.epson);
});

test('code pages may be given by their numbers, and any of them may be missing', () => {
  assert.is(lineOf('ЉЊЂЋЏ љњђћџ', { cp855: 200 }), '1b74c8919381959b2090928094' + '9a');
  assert.is(lineOf('ЉЊЂЋЏ љњђћџ', { 'iso-8859-5': 7 }), '1b7407a9aaa2abaf20f9faf2fbff');
  assert.is(lineOf('ČĆŽŠĐ čćžšđ', { cp852: 18 }), '1b7412ac8fa6e6d1209f86a7e7d0');
});

test('ASCII needs no code page, and no code page is selected twice', () => {
  assert.is(lineOf('Total: 1.000,00', 'epson'), Buffer.from('Total: 1.000,00').toString('hex'));
  const { chunks } = encodeSlip(text('Ђ', 'a', 'Љ'), textPrinter());
  assert.is(Buffer.concat(chunks).toString('hex').split('1b742e').length, 2);
});

test('a character that is in no code page makes the whole slip a drawing, and is named once', () => {
  const slip = text('Чај 礼 €', 'Čaj 礼 ∞');
  const { mode, unencodable, chunks } = encodeSlip(slip, textPrinter());
  assert.equal([mode, unencodable], ['raster', ['礼', '∞']]);
  assert.equal(chunks, encodeSlip(slip, printer()).chunks);
});

test('where an alphabet has no code page the slip is drawn', () => {
  const only = (codePages: PrinterSetting['codePages'], ...lines: string[]): readonly string[] =>
    encodeSlip(text(...lines), textPrinter({ ...(codePages !== undefined && { codePages }) })).unencodable;
  assert.equal(only({ 'windows-1251': 46 }, 'Ђ Č ć'), ['Č', 'ć']);
  assert.equal(only({ cp852: 18 }, 'Ђ Č ć'), ['Ђ']);
  assert.equal(only({}, 'Ђ'), ['Ђ']);
  assert.equal(only({}, 'ASCII'), []);
});

test('characters of large and small text and of the advertising text are checked too', () => {
  for (const part of [
    { kind: 'large', lines: ['礼'] },
    { kind: 'small', lines: ['礼'] },
    { kind: 'total', row: '礼' },
  ] as const) {
    assert.equal(encodeSlip({ parts: [part] }, textPrinter()).unencodable, ['礼']);
  }
});

test('decomposed letters are sent composed, and invisible characters are not sent', () => {
  assert.is(lineOf('c\u030c\u200b\u00ada', 'epson'), '1b742de861');
  assert.is(lineOf('a\u00a0\ufeffb', 'epson'), '612062');
});

test('no text can send a command', () => {
  const hostile = text('\u001b@\u0010\u0004\u0001\u001dV\u0000\u0007\r\n\u009b\u0085Ђ');
  const sent = lineOf(hostile.parts.flatMap((part) => (part.kind === 'text' ? part.rows : [])).join(''), 'epson');
  assert.is(sent, '204020202020562020202020201b742e80');
});

test('font A where forty of its columns fit, else font B; large, small and tall text by the printer', () => {
  const slip: Slip = {
    parts: [
      { kind: 'text', rows: ['a'] },
      { kind: 'total', row: 't' },
      { kind: 'large', lines: ['OVO NIJE FISKALNI RACUN'] },
      { kind: 'small', lines: ['b'] },
    ],
  };
  const letters = (line: string): string => Buffer.from(line).toString('hex');
  const large = (rows: string): string => `1d21111b6101${letters(rows)}1b61001d2100`;
  const two = large('OVO NIJE FISKALNI\nRACUN\n');
  const [fontA, fontB, smallOfA] = ['1b4d001b331a', '1b4d011b3312', '1b4d011b3312'];
  const small = (usual: string, own: string): string => `${own}1b6101${letters('b\n')}1b6100${usual}`;
  const sent = (font: string, indent: string, sentence: string, own: string): string =>
    `1b401c2e${font}${letters(`${indent}a\n`)}1d2101${letters(`${indent}t\n`)}1d2100${sentence}${small(font, own)}`;
  assert.is(hex(encodeSlip(slip, textPrinter({ width: 58 }))), `${sent(fontB, ' ', two, fontB)}1d564218`);
  assert.is(hex(encodeSlip(slip, textPrinter({ dpi: 180 }))), `${sent(fontA, ' ', two, smallOfA)}1d564215`);
  const one = large('OVO NIJE FISKALNI RACUN\n');
  assert.is(hex(encodeSlip(slip, textPrinter())), `${sent(fontA, '    ', one, smallOfA)}1d564218`);
  const plain = encodeSlip({ parts: [{ kind: 'total', row: 't' }] }, textPrinter({ plain: true }));
  assert.is(hex(plain), `1b401c2e${fontA}${letters('    t\n')}1d564218`);
});

test('the line spacing is the setting, and of the small font in proportion', () => {
  const small: Slip = { parts: [{ kind: 'small', lines: ['b'] }] };
  assert.match(hex(encodeSlip(small, textPrinter({ leading: 52 }))), /^1b401c2e1b4d001b33341b4d011b3324/);
  assert.match(hex(encodeSlip(small, textPrinter({ leading: 40, width: 58 }))), /^1b401c2e1b4d011b3328/);
});

test('a slip of twenty items needs hardly more paper as text than drawn', () => {
  const slip = receiptSlip(issued(draft('Normal', 'Sale', goods(20))), { repeat: false });
  for (const width of [58, 80] as const) {
    const [sent, drawn] = [
      encodeSlip(slip, textPrinter({ width })).height,
      encodeSlip(slip, printer({ width })).height,
    ];
    assert.ok(sent <= 1.05 * drawn, `${width} mm: ${sent} mm of paper, drawn ${drawn} mm`);
  }
});

test('receipts of all ten kinds are sent as text on every make, with the QR code as dots, in 22 KB', () => {
  for (const codePages of PRINTER_MAKES) {
    for (const invoiceType of INVOICE_TYPES) {
      for (const transactionType of TRANSACTION_TYPES) {
        const slip = receiptSlip(issued(draft(invoiceType, transactionType, SALE.lines.slice(0, 2))), {
          repeat: false,
        });
        const { mode, chunks } = encodeSlip(slip, textPrinter({ codePages }));
        assert.is(mode, 'text');
        const bytes = Buffer.concat(chunks);
        assert.ok(bytes.length <= 22 * 1024, `${bytes.length}`);
        assert.ok(bytes.includes(Buffer.from('1d763000', 'hex')));
      }
    }
  }
});

test('chunks hold no more bytes than complete a torn command', () => {
  const { chunks } = encodeSlip(
    receiptSlip(issued(draft('Normal', 'Sale', goods(200))), { repeat: true }),
    textPrinter(),
  );
  assert.ok(chunks.length > 5);
  for (const { length } of chunks) assert.ok(length > 0 && length <= MAX_CHUNK, `${length}`);
});

/** Reads lines of text as a printer of this make would show them: by decoders that the box does not use. */
function readLines(bytes: Buffer, pages: Readonly<Record<number, string>>): string[] {
  let page = new TextDecoder();
  let line = '';
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes.readUInt8(at);
    if (byte === 0x1b && bytes[at + 1] === 0x74) {
      page = new TextDecoder(pages[bytes.readUInt8(at + 2)] ?? 'unknown page');
      at += 2;
    } else if (byte === 0x0a) {
      lines.push(line);
      line = '';
    } else if (byte < 0x80) {
      line += String.fromCharCode(byte);
    } else {
      line += page.decode(bytes.subarray(at, at + 1));
    }
  }
  return lines;
}

test('whatever is sent as text reads as it was written, and nothing becomes a question mark', () => {
  const random = seededRandom();
  const serbian = 'АБВГДЂЕЖЗИЈКЛЉМНЊОПРСТЋУФХЦЧЏШабвгдђежзијклљмнњопрстћуфхцчџшČĆŽŠĐčćžšđ';
  const alphabet = `${serbian}${serbian} ,.:0123456789abcXYZ„“€№§ŐřÜ`;
  const pages = { 46: 'windows-1251', 45: 'windows-1250' };
  let drawn = 0;
  for (let round = 0; round < 300; round += 1) {
    const odd = random.oneIn(4) ? '礼∞→' : '';
    const lines = Array.from({ length: 8 }, () => random.text(alphabet + odd, 1, 40).trimEnd());
    const { mode, unencodable, chunks } = encodeSlip(
      text(...lines),
      textPrinter({ codePages: { 'windows-1251': 46, 'windows-1250': 45 } }),
    );
    const missing = new Set(Array.from(lines.join('')).filter((letter) => '礼∞→'.includes(letter)));
    assert.equal([mode, unencodable], [missing.size > 0 ? 'raster' : 'text', [...missing]]);
    if (mode === 'raster') {
      drawn += 1;
      continue;
    }
    const body = Buffer.concat(chunks).subarray(10, -4);
    assert.equal(
      readLines(body, pages),
      lines.map((line) => (line === '' ? '' : `    ${line}`)),
    );
  }
  assert.ok(drawn > 0 && drawn < 300, `${drawn}`);
});

test.run();
