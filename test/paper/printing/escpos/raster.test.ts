// turns: 2
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { encodeSlip } from '../../../../src/paper/printing/escpos/encode.js';
import { MAX_CHUNK } from '../../../../src/paper/printing/escpos/commands.js';
import { fontOf } from '../../../../src/paper/printing/escpos/font.js';
import type { Slip } from '../../../../src/paper/slips/slip.js';
import { receiptSlip } from '../../../../src/paper/slips/receipt.js';
import { foldHomoglyphs } from '../../../kit/printer/alphabet.js';
import { seededRandom } from '../../../kit/random.js';
import { draft, line } from '../../journal/drafts.js';
import { COPY_REFUND, goods, issued, SMALL_SALE } from '../../journal/invoices.js';
import { readCode } from '../../documents/sheet/codes.js';
import { needsZbar } from '../../documents/sheet/texts.js';
import { columnsOf, paperOf, pictureOf, print, printer, PRINTERS, readCells } from './paper.js';

const SERBIAN = 'АБВГДЂЕЖЗИЈКЛЉМНЊОПРСТЋУФХЦЧЏШабвгдђежзијклљмнњопрстћуфхцчџшČĆŽŠĐčćžšđ';
const PRINTABLE = Array.from({ length: 94 }, (_, at) => String.fromCharCode(0x21 + at)).join('');

function text(...rows: string[]): Slip {
  return { parts: [{ kind: 'text', rows }] };
}

test('every letter of a receipt is drawn as the glyph of its code point, in forty columns of every width', () => {
  const letters = Array.from(`${SERBIAN}${PRINTABLE}€„“”–—`);
  const lines = Array.from({ length: Math.ceil(letters.length / 40) }, (_, at) =>
    letters.slice(40 * at, 40 * at + 40).join(''),
  );
  for (const { dots, width, dpi } of PRINTERS) {
    const paper = print(text(...lines), printer({ width, dpi }), dots);
    const { face, left } = columnsOf(dots);
    const read = lines.map((_, at) => readCells(paper, face, left, at * face.height, letters.join('')));
    // Cyrillic and Latin letters of one form have one glyph; either may be read.
    const shape = (line: string): string => Array.from(line, (letter) => face.glyph(letter).join()).join(' ');
    assert.equal(
      read.map(shape),
      lines.map((line) => shape(line.padEnd(40))),
      `${dots}`,
    );
  }
});

test('a receipt of any kind is on paper letter by letter', () => {
  const random = seededRandom();
  const alphabet = `${SERBIAN}${PRINTABLE}      `;
  for (const { dots, width, dpi } of PRINTERS) {
    const lines = Array.from({ length: 20 }, () => random.text(alphabet, 0, 40).trimEnd());
    const { face, left } = columnsOf(dots);
    const paper = print(text(...lines), printer({ width, dpi }), dots);
    lines.forEach((line, at) => {
      const read = readCells(paper, face, left, at * face.height, alphabet);
      Array.from(line.padEnd(40)).forEach((letter, cell) => {
        assert.equal(face.glyph(read[cell]!), face.glyph(letter), `${dots}: ${letter} of ${line}`);
      });
    });
  }
});

test('a character that the font lacks is an empty box, and no two Serbian letters look alike within an alphabet', () => {
  for (const column of [9, 12, 14] as const) {
    const face = fontOf(column, 'usual');
    assert.equal(face.glyph('礼'), face.glyph('□'));
    assert.not(face.has('礼'));
    for (const alphabet of [SERBIAN.slice(0, 60), SERBIAN.slice(60), PRINTABLE]) {
      const shapes = Array.from(alphabet, (letter) => face.glyph(letter).join());
      assert.is(new Set(shapes).size, alphabet.length);
      for (const letter of alphabet) assert.ok(face.has(letter), letter);
    }
  }
});

test('decomposed letters are composed, and an invisible character takes no column', () => {
  const odd = print(text('s\u030carac\u200b c\u030c\ufe0f'), printer(), 576);
  assert.equal(odd.bytes, print(text('šarac č'), printer(), 576).bytes);
  const blank = print(text('a\u00a0b'), printer(), 576);
  assert.equal(blank.bytes, print(text('a b'), printer(), 576).bytes);
});

test('a row of more than forty columns goes on in the next one', () => {
  const long = print(text('Ж'.repeat(50)), printer(), 576);
  assert.equal(long.bytes, print(text('Ж'.repeat(40), 'Ж'.repeat(10)), printer(), 576).bytes);
});

test('large type has twice the width and height, in the middle, and is broken between words where it does not fit', () => {
  const large: Slip = { parts: [{ kind: 'large', lines: ['ОВО НИЈЕ', 'ФИСКАЛНИ РАЧУН'] }] };
  const long: Slip = { parts: [{ kind: 'large', lines: ['ОВО НИЈЕ ФИСКАЛНИ РАЧУН'] }] };
  for (const { dots, width, dpi } of PRINTERS) {
    const face = columnsOf(dots, 'large').face;
    assert.equal([face.width, face.height], [2 * columnsOf(dots).face.width, 2 * columnsOf(dots).face.height]);
    for (const slip of [large, long]) {
      assert.is(print(slip, printer({ width, dpi }), dots).height, 2 * face.height, `${dots}`);
    }
    const paper = print({ parts: [{ kind: 'large', lines: ['Ж'] }] }, printer({ width, dpi }), dots);
    const left = Math.floor((dots - face.width) / 2);
    for (let y = 0; y < face.height; y += 1)
      for (let x = 0; x < face.width; x += 1)
        assert.is(paper.isBlack(left + x, y), ((face.glyph('Ж')[y]! >>> (31 - x)) & 1) === 1);
  }
});

test('the total is twice as high in the same columns, and like any other row where the printer is set to be plain', () => {
  const row = 'Укупан износ:                  23.180,00';
  const slip: Slip = { parts: [{ kind: 'total', row }] };
  for (const { dots, width, dpi } of PRINTERS) {
    const { face, left } = columnsOf(dots, 'tall');
    assert.equal([face.width, face.height], [columnsOf(dots).face.width, 2 * columnsOf(dots).face.height]);
    const paper = print(slip, printer({ width, dpi }), dots);
    assert.is(paper.height, face.height);
    assert.is(readCells(paper, face, left, 0, row), row);
    const plain = print(slip, printer({ width, dpi, plain: true }), dots);
    assert.equal(plain.bytes, print(text(row), printer({ width, dpi }), dots).bytes);
  }
});

function rule(row: string): Slip {
  return { parts: [{ kind: 'rule', row }] };
}

const RULES = ['='.repeat(40), '-'.repeat(40), '-------------ПРОМЕТ ПРОДАЈА-------------'] as const;

test('rules are lines, as long as forty columns; where the printer is set to be plain they are signs', () => {
  for (const { dots, width, dpi } of PRINTERS) {
    const { face, left } = columnsOf(dots);
    const [double, single, banner] = RULES.map((row) => print(rule(row), printer({ width, dpi }), dots));
    for (const paper of [double!, single!]) {
      assert.is(paper.height, face.height / 2);
      const inked = Array.from({ length: dots }, (_, x) => x).filter((x) =>
        paper.isBlack(x, Math.floor(paper.height / 2)),
      );
      assert.is(inked[0], left);
      assert.ok(inked.at(-1)! >= dots - left - 4 && inked.at(-1)! < dots - left);
    }
    assert.is(double!.used(Math.floor(face.height / 4)), Math.ceil((dots - left) / 8));
    assert.is(banner!.height, face.height);
    const words = readCells(banner!, face, left, 0, 'ПРОМЕТДАЈ').replace(/\?/g, '-');
    assert.is(words, RULES[2]);
    for (const row of RULES) {
      const plain = print(rule(row), printer({ width, dpi, plain: true }), dots);
      assert.is(readCells(plain, face, left, 0, '-=ПРОМЕТДАЈ'), row);
    }
  }
});

test('the name of an item keeps all its signs on paper, in the same columns', () => {
  const names = ['PVC cev ------------ 50 mm ========', '='.repeat(36), '-'.repeat(80), RULES[2]];
  const invoice = issued(
    draft(
      'Normal',
      'Sale',
      names.map((name) => line(name, 'Ђ', 5)),
    ),
  );
  const rows = names.flatMap((name) => `${name}/ком (Ђ)`.match(/.{1,40}/g) ?? []);
  for (const { dots, width, dpi } of PRINTERS) {
    const { face, left } = columnsOf(dots);
    const paper = print(receiptSlip(invoice, { repeat: false }), printer({ width, dpi }), dots);
    const read = Array.from({ length: paper.height - face.height }, (_, top) =>
      foldHomoglyphs(readCells(paper, face, left, top, `${names.join('')}/ком(Ђ)`)),
    );
    const found = rows.map((row) => read.indexOf(foldHomoglyphs(row.padEnd(40))));
    assert.not.ok(found.includes(-1), `${dots}: ${found.join()}`);
    // The second row of dashes alone must stand below the first.
    assert.is(read.filter((row) => row === '-'.repeat(40)).length, 2);
  }
});

test('small text is smaller on wide print heads, wraps at their width, and each line is in the middle', () => {
  const lines = ['Хвала', 'Радним данима од 7 до 20, суботом од 8 до 15 часова. Недељом не радимо.'];
  const small: Slip = { parts: [{ kind: 'small', lines }] };
  assert.equal(
    PRINTERS.map(({ dots, width, dpi }) => print(small, printer({ width, dpi }), dots).height),
    [3 * 18, 3 * 18, 3 * 18],
  );
  const paper = print({ parts: [{ kind: 'small', lines: ['Хвала'] }] }, printer(), 576);
  const face = fontOf(9, 'usual');
  assert.is(readCells(paper, face, Math.floor((576 - 5 * 9) / 2), 0, 'Хвала').trimEnd(), 'Хвала');
});

test('the ruler marks each centimetre across the whole head', () => {
  for (const { dots, width, dpi } of PRINTERS) {
    const paper = print({ parts: [{ kind: 'ruler' }] }, printer({ width, dpi }), dots);
    const marks = Array.from({ length: dots }, (_, x) => x).filter((x) => paper.isBlack(x, 0));
    const cm = Array.from({ length: Math.ceil((dots * 2.54) / dpi) }, (_, at) => Math.round((at * dpi) / 2.54));
    assert.equal(marks, [...cm, dots - 1]);
    for (let x = 0; x < dots; x += 1) assert.ok(paper.isBlack(x, paper.height - 1));
  }
});

test('blank paper has the given height, in bands of one byte a row', () => {
  const slip: Slip = { parts: [{ kind: 'space', mm: 25.4 }] };
  const { chunks, height } = encodeSlip(slip, printer());
  assert.is(paperOf(chunks, 576).height, 203);
  assert.ok(Buffer.concat(chunks).length < 203 + 30);
  assert.ok(height > 25 && height < 30);
});

needsZbar('the code of a whole receipt can be read where it stands on the paper', async () => {
  for (const invoice of [issued(SMALL_SALE), issued(COPY_REFUND, { internalBytes: 512 })]) {
    for (const { dots, width, dpi } of PRINTERS) {
      const paper = print(receiptSlip(invoice, { repeat: true }), printer({ width, dpi }), dots);
      assert.is(readCode(pictureOf(paper)), invoice.signature.verificationUrl);
    }
  }
});

test('the first bytes of a slip leave before its code is computed and its last rows are drawn', () => {
  let isComputed = false;
  const slip: Slip = {
    parts: [
      { kind: 'text', rows: Array.from({ length: 40 }, (_, at) => `Ставка ${at}`) },
      {
        kind: 'code',
        get rows() {
          isComputed = true;
          return ['#.', '.#'];
        },
      },
    ],
  };
  const encoded = encodeSlip(slip, printer());
  const chunks = encoded.stream()[Symbol.iterator]();
  const first = chunks.next();
  assert.not.ok(isComputed);
  assert.equal(first.value, encoded.chunks[0]);
  assert.ok(isComputed);
  assert.equal(
    [first.value, ...{ [Symbol.iterator]: () => chunks }],
    encoded.chunks,
    'what was drawn is not drawn again',
  );
});

test('chunks hold whole commands, and no more bytes than complete a torn command', () => {
  const slip = receiptSlip(issued(draft('Normal', 'Sale', goods(200))), { repeat: true });
  for (const { dots, width, dpi } of PRINTERS) {
    const { chunks, mode, unencodable } = encodeSlip(slip, printer({ width, dpi }));
    assert.equal([mode, unencodable], ['raster', []]);
    for (const chunk of chunks) assert.ok(chunk.length > 0 && chunk.length <= MAX_CHUNK, `${chunk.length}`);
    assert.ok(paperOf(chunks, dots).height > 400 * 18, 'read chunk by chunk, each by itself');
  }
});

test('a slip of 30 rows, which is two items, with its code takes at most 60 KB on 80 mm', () => {
  const invoice = issued(
    draft('Normal', 'Sale', [line('Бурек са сиром', 'Ђ', 180, 2), line('Јогурт 0,5 л', 'Ђ', 89.99)]),
  );
  assert.is(invoice.signature.journal.split('\r\n').length - 1, 30);
  const bytes = Buffer.concat(encodeSlip(receiptSlip(invoice, { repeat: false }), printer()).chunks).length;
  assert.ok(bytes <= 60 * 1024, `${bytes} bytes`);
});

test('a slip of thirty items with its code takes at most 140 KB on 80 mm and 72 KB on 58 mm', () => {
  const slip = receiptSlip(issued(draft('Normal', 'Sale', goods(30))), { repeat: false });
  for (const [width, most] of [
    [80, 140],
    [58, 72],
  ] as const) {
    const bytes = Buffer.concat(encodeSlip(slip, printer({ width })).chunks).length;
    assert.ok(bytes <= most * 1024, `${width} mm: ${bytes} bytes`);
  }
});

test('a slip begins with initialise and ends as the printer is set', () => {
  const bytes = (more: Parameters<typeof printer>[0], opensDrawer?: boolean): string => {
    const slip = { ...text('-'), ...(opensDrawer !== undefined && { opensDrawer }) };
    return Buffer.concat(encodeSlip(slip, printer(more)).chunks).toString('hex');
  };
  assert.match(bytes({}), /^1b401c2e1d763000.*1d564218$/);
  assert.match(bytes({ cutter: 'full', dpi: 180 }), /1d564115$/);
  assert.match(bytes({ cutter: 'none' }), /1b6404$/);
  assert.match(bytes({ drawer: 'pin2' }, true), /^1b401c2e1b70003264/);
  assert.match(bytes({ drawer: 'pin5' }, true), /^1b401c2e1b70013264/);
  assert.match(bytes({ drawer: 'pin5' }, false), /^1b401c2e1d763000/);
  assert.match(bytes({ drawer: 'pin5' }), /^1b401c2e1d763000/);
});

test.run();
