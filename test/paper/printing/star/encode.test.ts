import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { MAX_CHUNK } from '../../../../src/paper/printing/escpos/commands.js';
import { encodeFor, kickFor } from '../../../../src/paper/printing/languages.js';
import { Bitmap } from '../../../../src/paper/printing/escpos/bitmap.js';
import { band, BAND_ROWS } from '../../../../src/paper/printing/star/encode.js';
import { draft } from '../../journal/drafts.js';
import { goods, issued } from '../../journal/invoices.js';
import { qrCodeOf } from '../../../../src/paper/journal/qrCode.js';
import type { PrinterSetting } from '../../../../src/shop/settings/printers.js';
import type { Slip } from '../../../../src/paper/slips/slip.js';
import { receiptSlip } from '../../../../src/paper/slips/receipt.js';
import { testSlip } from '../../../../src/paper/slips/notFiscalSlips.js';
import { drawPiece } from '../../../kit/printer/paper.js';
import { StarPrinter } from '../../../kit/printer/star.js';
import { print } from '../escpos/paper.js';

const STAR: PrinterSetting = {
  ...{ name: 'star', address: 'tcp://127.0.0.1:9100', width: 80, dpi: 203, mode: 'raster', language: 'star' },
};
const findings = { status: false, queuedStatus: false, processId: false, autoStatus: false };
const PARTS: Slip = {
  parts: [
    { kind: 'text', rows: ['Ђоковић Žuti', '='.repeat(40), 'а'] },
    { kind: 'total', row: 'Укупан износ:                     300,00' },
    { kind: 'space', mm: 2 },
    { kind: 'code', rows: qrCodeOf('https://primer.invalid/v/?vl=A')?.rows ?? [] },
    { kind: 'ruler' },
  ],
};

async function hex(slip: Slip, change: Partial<PrinterSetting> = {}): Promise<string> {
  return Buffer.concat((await encodeFor(slip, { ...STAR, ...change })).chunks).toString('hex');
}

test('the bytes are those of the manual: ESC @, for each band ESC 0, ESC k, LF and ESC z 1, and ESC d with ESC @', async () => {
  const blank: Slip = { parts: [] };
  const band24 = `1b301b6b0100${'00'.repeat(24)}0a1b7a01`;
  assert.is(await hex(blank), `1b40${band24}1b64031b40`);
  assert.is(await hex(blank, { cutter: 'full' }), `1b40${band24}1b64021b40`);
  assert.is(await hex(blank, { cutter: 'none' }), `1b40${band24}0a0a0a0a`);
  assert.match(await hex({ ...blank, opensDrawer: true }, { drawer: 'pin2' }), /^1b401b070b37071b30/);
  const kicks = { none: undefined, pin2: '1b401b070b3707', pin5: '1b401a' } as const;
  for (const drawer of ['none', 'pin2', 'pin5'] as const) {
    const kick = await kickFor({ ...STAR, drawer });
    assert.is(kick && Buffer.concat(kick.chunks).toString('hex'), kicks[drawer]);
  }
});

test('a band has the dots of its rows, as wide as the last black one needs', async () => {
  const picture = new Bitmap(576, 30);
  picture.blacken(0, 24);
  picture.blacken(13, 29);
  picture.blacken(575, 0);
  assert.is((await band(picture, 0)).length, 10 + 72 * BAND_ROWS);
  const rows = Buffer.alloc(2 * BAND_ROWS);
  rows[0] = 0x80;
  rows[11] = 0x04;
  assert.is((await band(picture, 24)).toString('hex'), `1b301b6b0200${rows.toString('hex')}0a1b7a01`);
});

test('chunks are short and hold whole commands', async () => {
  for (const width of [58, 80] as const) {
    const setting = { ...STAR, width };
    const { chunks, mode } = await encodeFor(testSlip({ printer: setting, findings }), setting);
    assert.is(mode, 'raster');
    const printer = new StarPrinter({ dots: width === 58 ? 384 : 576 });
    for (const chunk of chunks) {
      assert.ok(chunk.length <= MAX_CHUNK, `${chunk.length}`);
      assert.is(printer.take(chunk), chunk.length);
      assert.ok(printer.isBetweenCommands);
    }
    assert.equal(printer.errors, []);
  }
});

test('a receipt takes at most 1.5 times the bytes that it takes as a drawing of ESC/POS', async () => {
  // A band is as wide as the widest of its 24 rows, where a command of ESC/POS ends with a row of letters.
  for (const width of [58, 80] as const) {
    for (const count of [2, 20, 30]) {
      const slip = receiptSlip(issued(draft('Normal', 'Sale', goods(count))), { repeat: false });
      const bytes = async (language: 'star' | 'escpos'): Promise<number> =>
        Buffer.concat((await encodeFor(slip, { ...STAR, width, language })).chunks).length;
      const [star, escPos] = [await bytes('star'), await bytes('escpos')];
      assert.ok(star <= 1.5 * escPos, `${width} mm, ${count} items: ${star} and ${escPos} bytes`);
    }
  }
});

test('a blank band takes one byte for each of its rows', async () => {
  const blank = await band(new Bitmap(576, BAND_ROWS), 0);
  assert.is(blank.length, 10 + BAND_ROWS);
});

test('a slip has the same dots as on a printer of ESC/POS', async () => {
  const printer = new StarPrinter();
  for (const chunk of (await encodeFor(PARTS, STAR)).chunks) printer.take(chunk);
  const [piece] = printer.pieces;
  assert.ok(piece);
  const star = drawPiece(piece, printer.options);
  const escPos = print(PARTS, { ...STAR, language: 'escpos' }, star.width);
  assert.ok(star.dots.includes(1));
  for (let y = 0; y < star.height; y += 1)
    for (let x = 0; x < star.width; x += 1) {
      const isSame = star.isBlack(x, y) === (y < escPos.height && escPos.isBlack(x, y));
      assert.ok(isSame, `${x}, ${y}`);
    }
});

test.run();
