import { test } from 'uvu';
import * as assert from 'uvu/assert';
import readQr from 'qr/decode.js';
import { qrCodeOf } from '../../../src/journal/qrCode.js';
import type { Bitmap } from '../../../src/printing/escpos/bitmap.js';
import type { PrinterSetting } from '../../../src/settings/printers.js';
import { readCode } from '../../documents/sheet/codes.js';
import { needsZbar } from '../../documents/sheet/texts.js';
import { photograph, type Photograph } from './photograph.js';
import { pictureOf, print, printer, PRINTERS } from './paper.js';

interface Printed {
  readonly paper: Bitmap;
  /** Of the code without its quiet zone, dots. */
  readonly side: number;
  readonly left: number;
  readonly top: number;
}

function linkOf(length: number): string {
  return 'https://suf.purs.gov.rs/v/?vl='.padEnd(length, 'A03BCdef49GHijklM7nopQRstu8VWxyz/Zab1cD2E5F6');
}

/** Prints a code alone, and looks at where it lies. */
function printCode(rows: readonly string[], setting: Partial<PrinterSetting>, dots: number, isSmall?: true): Printed {
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

/** What readers make of the best of some pictures that a phone takes one after another, none quite like another. */
function isRead(reader: (photo: Photograph) => string, printed: Printed, pixels: number, link: string): boolean {
  for (let frame = 0; frame < 12; frame += 1) {
    const zoom = 1 + (((7 * frame) % 12) - 6) / 150;
    const phase = { x: (0.618 * frame) % 1, y: (0.414 * frame) % 1 };
    if (reader(photograph(printed, { pixels: pixels * zoom, phase, gain: 0.5 })) === link) return true;
  }
  return false;
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
  );

  needsZbar(
    `two readers read a code of a link of ${length} characters whose dots have run, from a small picture`,
    async () => {
      const link = linkOf(length);
      const { rows } = qrCodeOf(link)!;
      for (const { dots, width, dpi } of PRINTERS) {
        const printed = printCode(rows, { width, dpi }, dots);
        for (const reader of [byZbar, bySecondReader])
          assert.ok(isRead(reader, printed, PIXELS, link), `${dots} dots: ${reader.name}`);
      }
    },
  );
}

/** Pixels across the code: a tenth of what a phone's camera has across its picture. */
const PIXELS = 260;

test('a code of an address is small, of whole dots, and read by both', () => {
  const link = 'https://192.168.100.200/';
  for (const { dots, width, dpi } of PRINTERS) {
    const printed = printCode(qrCodeOf(link)!.rows, { width, dpi }, dots, true);
    const mm = (printed.side * 25.4) / dpi;
    assert.ok(mm >= 18 && mm <= 25, `${mm} mm`);
    assert.is(printed.side % qrCodeOf(link)!.rows.length, 0);
    assert.ok(isRead(bySecondReader, printed, 120, link));
  }
});

test.run();
