import { encode } from 'jpeg-js';
import { PNG } from 'pngjs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { jpegOrientation } from '../../../src/paper/printing/jpegOrientation.js';
import { logoPicture } from '../../../src/paper/printing/logoPicture.js';
import { seededRandom } from '../../kit/random.js';
import { exifOf, withExif } from './exif.js';

const random = seededRandom();

/** A picture as a sensor sees it: white, and black in its left upper quarter. */
const [WIDTH, HEIGHT] = [160, 80] as const;

function taken(): Buffer {
  const data = Buffer.alloc(4 * WIDTH * HEIGHT, 255);
  for (let y = 0; y < HEIGHT / 2; y += 1) {
    for (let x = 0; x < WIDTH / 2; x += 1) data.set([0, 0, 0], 4 * (y * WIDTH + x));
  }
  return encode({ width: WIDTH, height: HEIGHT, data }, 95).data;
}

/** Size of the logo, and which of its corners are black: above left and right, below left and right. */
async function seen(file: Buffer): Promise<readonly [size: string, corners: string]> {
  const made = await logoPicture(file, 576);
  if (!made.ok) throw new Error(made.error.en);
  const { width, height, data } = PNG.sync.read(made.value);
  const at = (x: number, y: number): string => (data[4 * (y * width + x)]! < 128 ? '#' : '.');
  const [right, below] = [width - 4, height - 4];
  return [`${width}x${height}`, at(3, 3) + at(right, 3) + at(3, below) + at(right, below)];
}

test('a picture is turned as its EXIF says, in either byte order', async () => {
  // Where the corner of the first row and column is seen: Exif 2.32, 4.6.4 A.
  const expected = [
    [1, '160x80', '#...'],
    [2, '160x80', '.#..'],
    [3, '160x80', '...#'],
    [4, '160x80', '..#.'],
    [5, '80x160', '#...'],
    [6, '80x160', '.#..'],
    [7, '80x160', '...#'],
    [8, '80x160', '..#.'],
  ] as const;
  for (const [orientation, size, corners] of expected) {
    for (const order of ['II', 'MM'] as const) {
      assert.equal(
        await seen(withExif(taken(), exifOf(orientation, order))),
        [size, corners],
        `${orientation} ${order}`,
      );
    }
  }
  assert.equal(await seen(taken()), ['160x80', '#...'], 'without EXIF');
});

test('fields before and other segments around it do not hide it', () => {
  const comment = Buffer.from([0xff, 0xfe, 0, 6, 1, 2, 3, 4]);
  const jpeg = withExif(taken(), exifOf(6, 'MM', [0x010f, 0x0110]));
  const fill = Buffer.from([0xff, 0xff]);
  assert.is(jpegOrientation(Buffer.concat([jpeg.subarray(0, 2), comment, fill, jpeg.subarray(2)])), 6);
  const xmp = Buffer.concat([Buffer.from([0xff, 0xe1, 0, 8]), Buffer.from('http:/')]);
  assert.is(jpegOrientation(Buffer.concat([jpeg.subarray(0, 2), xmp, jpeg.subarray(2)])), 6);
});

test('a broken EXIF leaves the picture as it is', async () => {
  const tiff = exifOf(6, 'II');
  const broken: readonly (readonly [why: string, exif: Buffer])[] = [
    ['no order', Buffer.concat([Buffer.from('XX'), tiff.subarray(2)])],
    ['no TIFF', patched(tiff, 2, 43)],
    ['its IFD lies behind its end', patched(tiff, 4, 0xfffe)],
    ['more fields than it has room for', patched(tiff, 8, 0xffff, true)],
    ['cut off', tiff.subarray(0, 15)],
    ['a head alone', tiff.subarray(0, 8)],
    ['nothing', Buffer.alloc(0)],
    ['no SHORT', patched(tiff, 12, 4)],
    ['two of them', patched(tiff, 14, 2)],
    ['no orientation that there is', patched(tiff, 18, 9)],
    ['none', patched(tiff, 18, 0)],
  ];
  for (const [why, exif] of broken) assert.equal(await seen(withExif(taken(), exif)), ['160x80', '#...'], why);
});

/** With a number of 16 bits at a place; `isLonely`: its only field is not the orientation. */
function patched(tiff: Buffer, at: number, value: number, isLonely = false): Buffer {
  const copy = Buffer.from(tiff);
  copy.writeUInt16LE(value, at);
  if (isLonely) copy.writeUInt16LE(0x0111, 10);
  return copy;
}

test('whatever stands there, looking ends, within the file and with an orientation', () => {
  const whole = withExif(taken(), exifOf(8, 'MM', [0x010f]));
  for (let cut = 0; cut < 64; cut += 1) assert.ok(jpegOrientation(whole.subarray(0, cut)) >= 1);
  for (let turn = 0; turn < 5000; turn += 1) {
    const copy = Buffer.from(whole.subarray(0, 80));
    for (const byte of random.bytes(3)) copy[2 + (byte % 78)] = random.bytes(1)[0]!;
    const orientation = jpegOrientation(copy);
    assert.ok(orientation >= 1 && orientation <= 8);
  }
});

test.run();
