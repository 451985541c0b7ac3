import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { encode } from 'jpeg-js';
import { PNG } from 'pngjs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { checkLogo, logoLoss } from '../../../src/paper/printing/escpos/logo.js';
import { logoPicture } from '../../../src/paper/printing/logoPicture.js';
import { seededRandom } from '../../kit/random.js';

const ICON = join(import.meta.dirname, '../../../src/interfaces/web/client/static/icon-192.png');
const random = seededRandom();

/** A picture whose left half is black and whose right half is white; below it half of the height is transparent. */
function halves(width: number, height: number): PNG {
  const picture = new PNG({ width, height });
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const grey = x < width / 2 ? 0 : 255;
      picture.data.set([grey, grey, grey, y < height / 2 ? 255 : 0], 4 * (y * width + x));
    }
  }
  return picture;
}

async function fitted(file: Buffer, dots = 576): Promise<PNG> {
  const picture = await logoPicture(file, dots);
  if (!picture.ok) throw new Error(picture.error.en);
  assert.ok(checkLogo(picture.value.toString('base64'), dots).ok, 'the box takes it');
  return PNG.sync.read(picture.value);
}

async function refused(file: Buffer): Promise<string> {
  const picture = await logoPicture(file, 576);
  return picture.ok ? 'taken' : picture.error.en;
}

test('a picture of any size becomes as wide as the head, or as high as a logo may be, in its proportions', async () => {
  for (const dots of [384, 512, 576]) {
    const wide = await fitted(PNG.sync.write(halves(3000, 700)), dots);
    assert.equal([wide.width, wide.height], [dots, Math.floor((700 * dots) / 3000)]);
  }
  const high = await fitted(PNG.sync.write(halves(500, 3000)));
  assert.equal([high.width, high.height], [50, 300]);
  const small = await fitted(PNG.sync.write(halves(40, 20)));
  assert.equal([small.width, small.height], [40, 20], 'none is made larger');
  const line = await fitted(PNG.sync.write(halves(6000, 2)));
  assert.equal([line.width, line.height], [576, 1]);
});

test('its greys are means of what they stand for, over white paper', async () => {
  const { width, height, data } = await fitted(PNG.sync.write(halves(1152, 400)));
  const at = (x: number, y: number): number => data[4 * (y * width + x)]!;
  assert.equal([at(2, 2), at(width - 3, 2), at(2, height - 3)], [0, 255, 255]);
  const checkered = new PNG({ width: 1152, height: 100 });
  for (let dot = 0; dot < 1152 * 100; dot += 1) {
    const grey = (dot + Math.floor(dot / 1152)) % 2 === 0 ? 0 : 255;
    checkered.data.set([grey, grey, grey, 255], 4 * dot);
  }
  const grey = await fitted(PNG.sync.write(checkered));
  assert.ok(Math.abs(grey.data[4 * (5 * 576 + 5)]! - 128) <= 1);
});

test('a JPEG is taken as well, and an interlaced PNG, which a box alone refuses', async () => {
  const { width, height, data } = halves(800, 300);
  const opaque = Buffer.from(data.map((value, at) => (at % 4 === 3 ? 255 : value)));
  const jpeg = await fitted(encode({ width, height, data: opaque }, 90).data);
  assert.equal([jpeg.width, jpeg.height], [576, 216]);
  assert.ok(jpeg.data[4 * (10 * 576 + 10)]! < 20 && jpeg.data[4 * (10 * 576 + 560)]! > 235);
});

test('what has too much to say for a setting becomes smaller until it fits', async () => {
  const noise = new PNG({ width: 576, height: 300 });
  noise.data.set(random.bytes(noise.data.length));
  const file = PNG.sync.write(noise);
  const picture = await logoPicture(file, 576);
  assert.ok(picture.ok && picture.value.length <= 48 * 1024);
  const { width, height } = await fitted(file);
  assert.ok(width < 576 && Math.abs(width / height - 576 / 300) < 0.02);
});

/** A ring of one colour on a ground of another: red, green, blue and alpha each. */
function ring(colour: readonly number[], ground: readonly number[]): Buffer {
  const picture = new PNG({ width: 200, height: 100 });
  for (let dot = 0; dot < 20_000; dot += 1) {
    const far = Math.hypot((dot % 200) - 100, Math.floor(dot / 200) - 50);
    picture.data.set(far > 35 && far < 45 ? colour : ground, 4 * dot);
  }
  return PNG.sync.write(picture);
}

async function lossOf(file: Buffer, isInverted = false) {
  const picture = await logoPicture(file, 576, { isInverted });
  return picture.ok ? (logoLoss(picture.value.toString('base64'), 576) ?? 'nothing') : picture.error.en;
}

test('what of a picture is lost on paper: white on transparent, too faint, nearly all black; inverting helps', async () => {
  const [white, black, clear] = [
    [255, 255, 255, 255],
    [0, 0, 0, 255],
    [0, 0, 0, 0],
  ];
  const pale = [215, 215, 215, 255];
  assert.is(await lossOf(ring(white, clear)), 'blank');
  assert.is(await lossOf(ring(white, clear), true), 'nothing');
  assert.is(await lossOf(ring(white, white)), 'blank');
  assert.is(await lossOf(ring(pale, white)), 'faint');
  assert.is(await lossOf(ring(pale, clear), true), 'nothing');
  assert.is(await lossOf(ring(black, black)), 'solid');
  assert.is(await lossOf(ring([70, 70, 70, 255], black)), 'solid');
  assert.is(await lossOf(ring(black, clear)), 'nothing');
  assert.is(await lossOf(ring(black, white), true), 'nothing');
  assert.is(await lossOf(readFileSync(ICON)), 'nothing');
});

test('what is no picture, damaged or immense is refused before it is unpacked, with what to do', async () => {
  assert.match(await refused(Buffer.alloc(0)), /neither a PNG nor a JPEG/);
  assert.match(await refused(Buffer.from('GIF89a')), /neither a PNG nor a JPEG/);
  const png = PNG.sync.write(halves(100, 100));
  assert.match(await refused(png.subarray(0, png.length - 40)), /damaged/);
  const immense = Buffer.from(png);
  immense.writeUInt32BE(60_000, 16);
  immense.writeUInt32BE(60_000, 20);
  assert.match(await refused(immense), /more than 24 million pixels/);
  const jpeg = encode({ width: 16, height: 16, data: Buffer.alloc(1024, 255) }, 50).data;
  const start = jpeg.indexOf(Buffer.from('ffc0', 'hex'));
  const huge = Buffer.from(jpeg);
  huge.writeUInt16BE(60_000, start + 5);
  huge.writeUInt16BE(60_000, start + 7);
  assert.match(await refused(huge), /more than 24 million pixels/);
  assert.match(await refused(jpeg.subarray(0, 60)), /damaged/);
});

test.run();
