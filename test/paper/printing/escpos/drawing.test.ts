// time limit: 300 s
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import readQr from 'qr/decode.js';
import { qrCodeOf } from '../../../../src/paper/journal/qrCode.js';
import type { PrinterSetting } from '../../../../src/shop/settings/printers.js';
import { readCode } from '../../documents/sheet/codes.js';
import { needsZbar } from '../../documents/sheet/texts.js';
import { shareOf } from '../../../kit/cases.js';
import { Turns } from '../../../kit/turns.js';
import { cameraOf, type Photograph, type PrintedCode } from './photograph.js';
import { pictureOf, print, printer, PRINTERS } from './paper.js';

function linkOf(length: number): string {
  return 'https://suf.purs.gov.rs/v/?vl='.padEnd(length, 'A03BCdef49GHijklM7nopQRstu8VWxyz/Zab1cD2E5F6');
}

/** Prints only a code, and examines its place. */
function printCode(
  rows: readonly string[],
  setting: Partial<PrinterSetting>,
  dots: number,
  isSmall?: true,
): PrintedCode {
  const part = { kind: 'code', rows, ...(isSmall && { isSmall }) } as const;
  const paper = print({ parts: [part] }, printer(setting), dots);
  const inked = Array.from({ length: paper.height }, (_, y) => y).filter((y) => paper.used(y) > 0);
  const across = Array.from({ length: dots }, (_, x) => x).filter((x) => inked.some((y) => paper.isBlack(x, y)));
  const [left = 0, right = 0] = [across[0], across.at(-1)];
  assert.is(across.length, inked.length, 'as wide as high');
  const quiet = Math.ceil((4 * inked.length) / rows.length);
  assert.equal([inked[0], paper.height - 1 - inked.at(-1)!], [quiet, quiet], 'four light modules above and below');
  assert.ok(Math.abs(left - (dots - 1 - right)) <= 8, 'in the middle');
  return { paper, side: inked.length, left, top: inked[0]! };
}

/** Dots by which black ones have run. */
const GAIN = 0.5;
const FRAMES = 12;

/** Pictures that a phone takes one after another, none quite like another: of how many of them readers make the text, for each reader. */
function framesRead(
  readers: readonly ((photo: Photograph) => string)[],
  printed: PrintedCode,
  pixels: number,
  link: string,
): number[] {
  const take = cameraOf(printed, GAIN);
  const photos = Array.from({ length: FRAMES }, (_, frame) => {
    const zoom = 1 + (((7 * frame) % 12) - 6) / 150;
    return take({ pixels: pixels * zoom, phase: { x: (0.618 * frame) % 1, y: (0.414 * frame) % 1 } });
  });
  return readers.map((reader) => photos.filter((photo) => reader(photo) === link).length);
}

function byZbar({ pgm }: Photograph): string {
  try {
    return readCode(pgm);
  } catch {
    return '';
  }
}

function bySecondReader({ width, height, rgba }: Photograph): string {
  try {
    return readQr({ width, height, data: rgba });
  } catch {
    return '';
  }
}

// 848 and 866 characters give 101 modules, 1,240 give 117; the shorter ones those of a demo receipt and below.
const LENGTHS = [30, 120, 300, 560, 700, 780, 866, 950, 1050, 1150, 1240];

/** Each draws six codes and has another program read them. */
const turns = new Turns(LENGTHS.length);

for (const length of LENGTHS) {
  needsZbar(
    `a code of a link of ${length} characters is 40 to 50 mm wide, of whole dots where they allow it`,
    async () => {
      const link = linkOf(length);
      const { rows } = qrCodeOf(link)!;
      for (const head of PRINTERS) {
        for (const dpi of [180, 203] as const) {
          const printed = printCode(rows, { ...head, dpi }, head.dots);
          const mm = (printed.side * 25.4) / dpi;
          assert.ok(mm >= 40 && mm <= 50, `${rows.length} modules, ${head.dots} dots, ${dpi} dpi: ${mm} mm`);
          const fits = (dots: number): boolean => {
            const side = dots * rows.length;
            return side <= head.dots && (side * 25.4) / dpi >= 40 && (side * 25.4) / dpi <= 50;
          };
          const whole = Array.from({ length: 20 }, (_, dots) => dots).filter(fits);
          if (whole.length > 0) assert.is(printed.side, whole.at(-1)! * rows.length);
          assert.is(readCode(pictureOf(printed.paper)), link);
        }
      }
    },
    turns,
  );
}

/** Pixels across the code: a tenth of what a phone's camera has across its picture. */
const PIXELS = 260;

const READERS = [byZbar, bySecondReader] as const;

/**
 * Of all pictures the least share that each reader must make the text of, in percent, by the length of the link. docs/performance.md
 * has what was measured. Links of real receipts have up to 866 characters, only those with the longest internal data more.
 */
const SHARES = [
  { lengths: LENGTHS.filter((length) => length <= 866), least: [98, 95] },
  { lengths: LENGTHS.filter((length) => length > 866), least: [88, 48] },
] as const;

for (const { lengths, least } of SHARES) {
  needsZbar(
    `two readers read codes of links of ${lengths[0]} to ${lengths.at(-1)} characters whose dots have run, from some of twelve small pictures each, and from most of all`,
    async () => {
      const all = lengths.flatMap((length) => PRINTERS.map((head) => ({ length, head })));
      const tried = shareOf(all);
      const read = tried.map(({ length, head: { dots, width, dpi } }) => {
        const link = linkOf(length);
        const frames = framesRead(READERS, printCode(qrCodeOf(link)!.rows, { width, dpi }, dots), PIXELS, link);
        return { name: `${length} characters on ${dots} dots: ${frames.join()}`, frames };
      });
      const unread = read.filter(({ frames }) => frames.includes(0));
      assert.is(unread.map(({ name }) => name).join('; '), '');
      // A few codes may be the most difficult ones.
      if (tried.length < all.length) return;
      READERS.forEach((reader, at) => {
        const count = read.reduce((sum, { frames }) => sum + frames[at]!, 0);
        const share = (100 * count) / (FRAMES * read.length);
        assert.ok(
          share >= least[at]!,
          `${reader.name}: ${share.toFixed(1)} %; ${read.map(({ name }) => name).join('; ')}`,
        );
      });
    },
  );
}

test('a code of an address is small, of whole dots, and read by both', () => {
  const link = 'https://192.168.100.200/';
  for (const { dots, width, dpi } of PRINTERS) {
    const printed = printCode(qrCodeOf(link)!.rows, { width, dpi }, dots, true);
    const mm = (printed.side * 25.4) / dpi;
    assert.ok(mm >= 18 && mm <= 25, `${mm} mm`);
    assert.is(printed.side % qrCodeOf(link)!.rows.length, 0);
    assert.ok(framesRead([bySecondReader], printed, 120, link)[0]! > 0);
  }
});

test.run();
