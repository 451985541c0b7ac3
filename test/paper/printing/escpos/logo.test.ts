import { english } from '../../../../src/base/index.js';
import { Readable } from 'node:stream';
import { crc32, createDeflate, deflateSync } from 'node:zlib';
import { PNG } from 'pngjs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { encodeSlip } from '../../../../src/paper/printing/escpos/encode.js';
import { checkLogo } from '../../../../src/paper/printing/escpos/logo.js';
import { MAX_LOGO } from '../../../../src/shop/settings/printersSetting.js';
import type { Slip } from '../../../../src/paper/slips/slip.js';
import { paperOf, printer } from './paper.js';

type Pixel = readonly [red: number, green: number, blue: number, alpha: number];

function png(width: number, height: number, pixel: (x: number, y: number) => Pixel): Buffer {
  const picture = new PNG({ width, height });
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) picture.data.set(pixel(x, y), 4 * (y * width + x));
  return PNG.sync.write(picture);
}

function error(file: Buffer | string, dots = 576): string {
  const checked = checkLogo(typeof file === 'string' ? file : file.toString('base64'), dots);
  return checked.ok ? 'drawn' : english(checked.error);
}

function blacks(file: Buffer): number {
  const checked = checkLogo(file.toString('base64'), 576);
  if (!checked.ok) throw new Error(english(checked.error));
  const { width, height } = checked.value;
  const dots = Array.from({ length: width * height }, (_, dot) => dot);
  return dots.filter((dot) => checked.value.isBlack(dot % width, Math.floor(dot / width))).length;
}

/** Changes four bytes of the first chunk, whose checksum must not be reached. */
function withSize(file: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(file);
  changed.writeUInt32BE(width, 16);
  changed.writeUInt32BE(height, 20);
  return changed;
}

const BLACK: Pixel = [0, 0, 0, 255];
const WHITE: Pixel = [255, 255, 255, 255];
const checkered = png(16, 8, (x, y) => ((x + y) % 2 === 0 ? BLACK : WHITE));

test('black is black, white and transparent are paper', () => {
  assert.is(blacks(checkered), 64);
  assert.is(blacks(png(16, 8, () => BLACK)), 128);
  assert.is(blacks(png(16, 8, () => WHITE)), 0);
  assert.is(blacks(png(16, 8, () => [0, 0, 0, 0])), 0);
});

test('a grey is as many dots as it is dark', () => {
  for (const grey of [51, 127, 204]) {
    const share = blacks(png(100, 100, () => [grey, grey, grey, 255])) / 10_000;
    assert.ok(Math.abs(share - (255 - grey) / 255) < 0.02, `${grey}: ${share}`);
  }
  const half = blacks(png(100, 100, () => [0, 0, 0, 127])) / 10_000;
  assert.ok(Math.abs(half - 0.5) < 0.02, `${half}`);
});

test('the logo stands above the slip, in the middle of the head', () => {
  const logo = png(16, 8, () => BLACK).toString('base64');
  const paper = paperOf(encodeSlip({ parts: [{ kind: 'ruler' }] }, printer({ logo })).chunks, 576);
  for (let y = 0; y < 8; y += 1) {
    const row = Array.from({ length: 576 }, (_, x) => x).filter((x) => paper.isBlack(x, y));
    assert.equal(
      row,
      Array.from({ length: 16 }, (_, x) => 280 + x),
    );
  }
  assert.not(paper.isBlack(288, 8));
});

test('a logo that cannot be drawn keeps no receipt from its paper', () => {
  const slip = { parts: [{ kind: 'text', rows: ['Рачун'] }] } as const;
  assert.equal(encodeSlip(slip, printer({ logo: 'AAAA' })).chunks, encodeSlip(slip, printer()).chunks);
});

test('what is no PNG is refused', () => {
  assert.is(error(''), 'the logo is not base64');
  assert.is(error('<svg>'), 'the logo is not base64');
  assert.is(error(Buffer.from('GIF89a')), 'the logo is not a PNG');
  assert.is(error(checkered.subarray(0, 25)), 'the logo is not a PNG');
  assert.is(error(checkered.subarray(0, -20)), 'the logo is a damaged PNG');
});

test('a logo wider than the head or higher than 300 dots is refused, by what its first chunk says', () => {
  assert.is(
    error(
      png(384, 300, () => BLACK),
      384,
    ),
    'drawn',
  );
  assert.is(
    error(
      png(385, 1, () => BLACK),
      384,
    ),
    'the logo must be 1 to 384 dots wide, not 385',
  );
  assert.is(error(png(1, 301, () => BLACK)), 'the logo must be 1 to 300 dots high, not 301');
  assert.is(error(withSize(checkered, 0xffffffff, 1)), 'the logo must be 1 to 576 dots wide, not 4294967295');
  assert.is(error(withSize(checkered, 0, 1)), 'the logo must be 1 to 576 dots wide, not 0');
  assert.is(error(withSize(checkered, 1, 0)), 'the logo must be 1 to 300 dots high, not 0');
});

test('a file that would unpack to more than it says is refused before it does', () => {
  const second = Buffer.concat([checkered.subarray(0, 33), withSize(checkered, 60_000, 60_000).subarray(8, 33)]);
  assert.is(error(Buffer.concat([second, checkered.subarray(33)])), 'the logo is not a PNG');
  const interlaced = Buffer.from(checkered);
  interlaced.writeUInt8(1, 28);
  assert.is(error(interlaced), 'the logo is an interlaced PNG: save it without interlacing');
  assert.is(error('A'.repeat((MAX_LOGO / 3) * 4 + 4)), 'the logo is larger than 48 KiB');
});

/** Forty megabytes of zeros in forty kilobytes, made without ever holding them. */
async function packedZeros(): Promise<Buffer> {
  const megabyte = Buffer.alloc(1_000_000);
  const packing = Readable.from(Array.from({ length: 40 }, () => megabyte)).pipe(createDeflate());
  const packed: Buffer[] = [];
  for await (const piece of packing) packed.push(piece as Buffer);
  return Buffer.concat(packed);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

test('pixel data of 40 MB in few bytes are not unpacked further than the picture goes', async () => {
  const withData = (data: Buffer): Buffer =>
    Buffer.concat([checkered.subarray(0, 33), chunk('IDAT', data), checkered.subarray(-12)]);
  assert.is(error(withData(deflateSync(Buffer.alloc(8 * (1 + 4 * 16))))), 'drawn', 'as many bytes as the picture has');
  const bomb = withData(await packedZeros());
  assert.ok(bomb.length < MAX_LOGO);
  const before = process.resourceUsage().maxRSS;
  assert.is(error(bomb), 'the logo is a damaged PNG');
  assert.ok(process.resourceUsage().maxRSS - before < 20_000, 'kB at the highest');
});

test('there are 2 mm of air between a logo and the slip', () => {
  const slip: Slip = { parts: [{ kind: 'ruler' }] };
  const [bare, crowned] = [printer(), printer({ logo: checkered.toString('base64') })].map(
    (setting) => paperOf(encodeSlip(slip, setting).chunks, 576).height,
  );
  assert.is(crowned! - bare!, 8 + Math.round((2 * 203) / 25.4));
});

test.run();
