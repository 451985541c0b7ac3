// turns: 4
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { seededRandom } from '../random.js';
import { READABLE } from './alphabet.js';
import { Picture } from './picture.js';
import { readPicture, readPiece, foldHomoglyphs, textFrom } from './reading.js';
import { bitmapMark, qrCode, stack, typeset } from './sample.js';
import type { Mark, Piece } from './types.js';
import { BOX_TYPES, boxType } from './typeSizes.js';

const random = seededRandom();

const USUAL = boxType(12, 'usual');

const RECEIPT = [
  '============ ФИСКАЛНИ РАЧУН ============',
  'Касир:                           1011902',
  '-------------ПРОМЕТ ПРОДАЈА-------------',
  'Чај „Ђурђевак“ 20 кеса/ком (Ђ)',
  'Džem šljiva, čokolada Ćuk žuti đus (Е)',
  '     2.299,99      0,408          938,40',
  '========================================',
  '7RT2ABCD-7RT2ABCD-16898',
];

for (const type of BOX_TYPES) {
  test(`every letter is read at ${type.width}×${type.height}, wherever the row begins`, () => {
    const columns = Math.floor(560 / type.width);
    const letters = READABLE.join('');
    const lines = Array.from({ length: Math.ceil(READABLE.length / columns) }, (_, line) =>
      Array.from(letters)
        .slice(line * columns, (line + 1) * columns)
        .join(''),
    );
    const x = random.int(0, 15);
    const picture = stack(
      576,
      lines.map((line) => [typeset(line, type), x]),
      random.int(0, 9),
    );
    const { rows: found, pictures } = readPicture(picture);
    assert.equal(pictures, []);
    assert.equal(
      found.map(({ text }) => text),
      lines.map(foldHomoglyphs),
    );
    assert.is(found[0]?.x, x);
    assert.is(found[0]?.cellWidth, type.width);
  });
}

test('a slip is read from bands of rows, whatever their height: text, a sentence in large type, a code and a logo', () => {
  const noise = new Picture(
    120,
    40,
    Uint8Array.from({ length: 4800 }, () => random.int(0, 1)),
  );
  const blank = new Picture(576, 30);
  const code = qrCode('https://suf.purs.gov.rs/v/?vl=A1b2C3', 4);
  const whole = stack(576, [
    [noise, 228],
    [blank, 0],
    ...RECEIPT.map((line): [Picture, number] => [typeset(line, USUAL), 48]),
    [typeset('ОВО НИЈЕ ФИСКАЛНИ РАЧУН', boxType(12, 'large')), 12],
    [blank, 0],
    [code, 200],
    [blank, 0],
    [typeset('======== КРАЈ ФИСКАЛНОГ РАЧУНА =========', USUAL), 48],
  ]);
  const marks: Mark[] = [];
  for (let y = 0; y < whole.height;) {
    const height = Math.min(random.int(1, 50), whole.height - y);
    marks.push(bitmapMark(new Picture(576, height, whole.dots.slice(y * 576, (y + height) * 576)), 0, y));
    y += height;
  }
  const { rows, qr, pictures } = readPiece({ marks, height: whole.height, end: 'partial' }, { dots: 576 });
  assert.equal(
    rows.map((line) => textFrom(line.cellWidth === 12 ? 48 : 12, line)),
    [...RECEIPT, 'ОВО НИЈЕ ФИСКАЛНИ РАЧУН', '======== КРАЈ ФИСКАЛНОГ РАЧУНА ========='].map(foldHomoglyphs),
  );
  // Five rows above a capital are white too.
  const below = whole.height - 24 - 30 - code.height;
  assert.equal(qr, {
    x: 200,
    y: below,
    width: code.width,
    height: code.height,
    modules: 29,
    module: 4,
    quiet: (30 + 5) / 4,
  });
  assert.equal(pictures, [{ y: 0, height: 40 }]);
});

test('a code whose quiet zone is broken into says so, and one whose corner is missing is none', () => {
  const code = qrCode('https://suf.purs.gov.rs/v/?vl=A1b2C3', 3);
  const beside = new Picture(384, code.height + 40);
  beside.burn(code, 100, 20);
  assert.is(readPicture(beside).qr?.quiet, 20 / 3);
  beside.dots[(20 + code.height + 5) * 384 + 110] = 1;
  assert.is(readPicture(beside).qr?.quiet, 5 / 3);
  const cornerless = beside.without({ x: 100, y: 20, width: 3, height: 3 });
  assert.is(readPicture(cornerless).qr, undefined);
});

test('a QR code is found whose modules are some 4 and some 5 dots wide', () => {
  const code = qrCode('https://suf.purs.gov.rs/v/?vl=A1b2C3', 9);
  const narrow = new Picture(code.width / 2 + 0.5, code.height / 2 + 0.5);
  for (const dot of narrow.dots.keys()) {
    narrow.dots[dot] = Number(code.isBlack(2 * (dot % narrow.width), 2 * Math.floor(dot / narrow.width)));
  }
  const { qr, rows, pictures } = readPicture(stack(384, [[narrow, 150]]));
  assert.equal([qr?.x, qr?.y, qr?.width, qr?.modules, qr?.quiet], [150, 0, 131, 29, 0]);
  assert.equal([rows, pictures], [[], []]);
});

test('runs of text are read as they are, with their alphabets, and joined in their row', () => {
  const run = (x: number, y: number, text: string): Mark => {
    return { kind: 'text', x, y, text, font: 'A', cellWidth: 12, cellHeight: 24 };
  };
  const piece: Piece = {
    marks: [run(0, 0, 'Укупно '), run(84, 0, 'čaj'), run(144, 0, '1'), run(0, 30, 'A')],
    height: 60,
    end: 'open',
  };
  assert.equal(
    readPiece(piece, { dots: 384 }).rows.map(({ text }) => text),
    ['Укупно čaj  1', 'A'],
  );
});

test.run();
