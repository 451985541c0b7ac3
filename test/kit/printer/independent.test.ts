import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { seededRandom } from '../random.js';
import { Turns } from '../turns.js';
import { READABLE } from './alphabet.js';
import { DEVICE_FONTS, type Setting } from './deviceFont.js';
import { needsReaders, readCode, readIndependently } from './independent.js';
import { Picture } from './picture.js';
import { writePng } from './png.js';
import { foldHomoglyphs } from './reading.js';
import { qrCode, stack, typeset } from './sample.js';
import { deviceType } from './typeSizes.js';

/** Each has another program read a picture. */
const turns = new Turns(2);

const random = seededRandom();
const SMALL: Setting = { width: 9, height: 18, em: 15, baseline: 14 };

/** All letters in lines of so many columns. */
function rows(columns: number): string[] {
  const count = Math.ceil(READABLE.length / columns);
  return Array.from({ length: count }, (_, row) => READABLE.slice(row * columns, (row + 1) * columns).join(''));
}

for (const { width, height, ...setting } of [DEVICE_FONTS.A, SMALL]) {
  for (const enlarge of [1, 2]) {
    needsReaders(
      `every letter at ${width}×${height}, ${enlarge} times enlarged, is read by another's eyes`,
      () => {
        const lines = rows(Math.floor(560 / (width * enlarge)));
        const x = random.int(0, 15);
        const drawn = lines.map((line): [Picture, number] => [
          typeset(line, deviceType({ width, height, ...setting }), enlarge),
          x,
        ]);
        const { lines: found, unread } = readIndependently(writePng(stack(576, drawn, random.int(0, 9)), 203));
        assert.equal(
          found.map(({ text }) => text),
          lines.map(foldHomoglyphs),
        );
        assert.is(found[0]?.x, x);
        assert.equal(found[0]?.cell, [width * enlarge, height * enlarge]);
        assert.equal(unread, []);
      },
      turns,
    );
  }
}

needsReaders(
  'a receipt drawn twice as large, not enlarged, is read too',
  () => {
    const { width, height, em, baseline } = DEVICE_FONTS.A;
    const twice = { width: 2 * width, height: 2 * height, em: 2 * em, baseline: 2 * baseline };
    const large = typeset('ОВО НИЈЕ ФИСКАЛНИ', deviceType(twice));
    const found = readIndependently(writePng(stack(576, [[large, 84]]), 203));
    assert.equal(found.lines, [{ text: foldHomoglyphs('ОВО НИЈЕ ФИСКАЛНИ'), x: 84, y: 0, cell: [24, 48] }]);
  },
  turns,
);

needsReaders(
  'a code is read, and measured by the density that the picture states',
  () => {
    const link = `https://suf.purs.gov.rs/v/?vl=${random.bytes(350).toString('base64')}`;
    const code = qrCode(link, 3);
    const blank = new Picture(576, 12);
    const line = typeset('='.repeat(40), deviceType(DEVICE_FONTS.A));
    for (const dpi of [180, 203] as const) {
      const parts: [Picture, number][] = [
        [line, 48],
        [blank, 0],
        [code, 120],
        [blank, 0],
        [line, 48],
      ];
      const png = writePng(stack(576, parts), dpi);
      assert.is(readCode(png), link);
      const { code: found, widthMm, lines } = readIndependently(png);
      assert.ok(found);
      assert.is(found.modules, code.width / 3);
      assert.is(found.side, code.width);
      assert.ok(Math.abs(found.mm - (code.width / dpi) * 25.4) < 0.02);
      assert.ok(found.quietModules >= 4 && found.quietMm >= (12 / dpi) * 25.4 - 0.02);
      assert.ok(Math.abs(widthMm - (576 / dpi) * 25.4) < 0.02);
      assert.is(lines.length, 2);
    }
  },
  turns,
);

needsReaders(
  'anything that is neither text nor a code is reported',
  () => {
    const noise = new Picture(
      200,
      30,
      Uint8Array.from({ length: 6000 }, () => random.int(0, 1)),
    );
    const { lines, unread, code } = readIndependently(writePng(stack(384, [[noise, 90]]), 203));
    assert.equal([lines, code], [[], null]);
    assert.equal(unread, [[0, 30]]);
  },
  turns,
);

test('a picture without a code has none', () => {
  assert.throws(() => readCode(writePng(new Picture(384, 100), 203)));
});

test.run();
