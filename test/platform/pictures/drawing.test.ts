import { deflateRawSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { qrModules } from '../../../src/base/qr.js';
import { type Drawing, drawingOf, drawLink, redraw } from '../../../src/platform/pictures/drawing.js';
import { joinGif, pack, splitGif, unpack } from '../../../src/platform/pictures/gif.js';
import { gifOf } from '../../kit/pfr/gif.js';
import { qrGif, qrPng } from '../../kit/pfr/image.js';
import { seededRandom } from '../../kit/random.js';

const random = seededRandom();

function someLink(bytes = 600): string {
  return `https://sandbox.suf.purs.gov.rs/v/?vl=${encodeURIComponent(random.bytes(bytes).toString('base64'))}`;
}

function deflatedLength(drawing: Drawing): number {
  return deflateRawSync(JSON.stringify(drawing)).length;
}

/** What a processor might send that draws in its own way. */
function drawn({ data, size }: { data: Uint8Array; size: number }, scale: number, margin: number, colours = [0, 255]) {
  const side = size * scale + 2 * margin;
  const pixels = Buffer.alloc(side * side, colours[1]);
  for (let y = 0; y < size * scale; y += 1) {
    for (let x = 0; x < size * scale; x += 1) {
      const module = data[Math.floor(y / scale) * size + Math.floor(x / scale)];
      if (module === 1) pixels[(y + margin) * side + x + margin] = colours[0] ?? 0;
    }
  }
  return gifOf(pixels, side);
}

test('the picture of a processor is known by a hundred bytes, and comes back to the byte', () => {
  for (const bytes of [30, 300, 600, 848]) {
    const link = someLink(bytes);
    const picture = qrGif(link);
    const drawing = drawingOf(picture, link)!;
    assert.type(drawing.code, 'object', 'the modules are those of the link');
    assert.ok(deflatedLength(drawing) < 200, `${deflatedLength(drawing)} bytes`);
    assert.ok(redraw(JSON.parse(JSON.stringify(drawing)) as Drawing, link).equals(picture));
  }
});

test('a picture of our own is one of the link, 4 pixels to a module, and comes back to the byte', () => {
  for (const bytes of [30, 300, 600, 848]) {
    const link = someLink(bytes);
    const picture = drawLink(link);
    const drawing = drawingOf(picture, link)!;
    assert.type(drawing.code, 'object');
    assert.equal([drawing.scale, drawing.margin, drawing.tail], [4, 0, ';']);
    assert.is(splitGif(picture)?.side, 4 * (qrModules(link)?.size ?? 0));
    assert.ok(redraw(drawing, link).equals(picture));
  }
  assert.throws(() => drawLink(''), RangeError);
});

test('every mask, level, scale and margin comes back to the byte', () => {
  const link = someLink(200);
  const { size } = qrModules(link)!;
  for (const mask of [0, 1, 2, 3, 4, 5, 6, 7] as const) {
    for (const level of ['L', 'M', 'Q', 'H'] as const) {
      const choice = { version: (size - 17) / 4 + random.int(8, 14), level, mask };
      const scale = random.int(1, 4);
      const margin = random.pick([0, 1, 4 * scale]);
      const picture = drawn(qrModules(link, choice)!, scale, margin, random.pick([[0, 255], [255, 0], [7, 3]])); // prettier-ignore
      const drawing = drawingOf(picture, link)!;
      assert.equal(drawing.code, choice);
      assert.ok(redraw(drawing, link).equals(picture));
    }
  }
});

test('a code of another text, or one with a module changed, is kept by its modules', () => {
  const [link, other] = [someLink(), someLink()];
  const changed = qrModules(link)!;
  changed.data[40 * changed.size + 40] = 1 - (changed.data[40 * changed.size + 40] ?? 0);
  for (const picture of [qrGif(other), drawn(changed, 4, 0)]) {
    const drawing = drawingOf(picture, link)!;
    assert.type(drawing.code, 'string');
    assert.ok(deflatedLength(drawing) < 1800);
    assert.ok(redraw(drawing, link).equals(picture));
  }
});

test('what is no GIF of a QR code is left as it is', () => {
  const link = someLink();
  const picture = qrGif(link);
  const side = 388;
  const strangers: Record<string, Buffer> = {
    'a PNG': qrPng(link),
    nothing: Buffer.alloc(0),
    'one colour': gifOf(Buffer.alloc(side * side), side),
    'three colours': gifOf(Buffer.alloc(side * side).fill(Buffer.from([0, 1, 2])), side),
    zeros: Buffer.alloc(10_000),
    noise: gifOf(random.bytes(side * side), side),
    'half a picture': picture.subarray(0, 5000),
  };
  for (const [name, stranger] of Object.entries(strangers)) assert.is(drawingOf(stranger, link), undefined, name);
});

test('a damaged picture never comes back as the whole one', () => {
  const link = someLink(100);
  const picture = qrGif(link);
  for (let i = 0; i < 600; i += 1) {
    const damaged = Buffer.from(picture);
    const at = random.int(0, picture.length - 1);
    damaged[at] = random.int(0, 255);
    const drawing = drawingOf(damaged, link);
    if (drawing !== undefined) assert.ok(redraw(drawing, link).equals(damaged), `byte ${at}`);
  }
});

test('junk for a picture costs neither an exception nor more memory than a picture may have', () => {
  const link = someLink(100);
  const head = qrGif(link).subarray(0, 792);
  for (let i = 0; i < 300; i += 1) {
    const junk = Buffer.concat([head, random.bytes(random.int(0, 400))]);
    if (i % 3 === 0) junk.writeUInt32LE(0xffff_ffff, 786); // 65,535 pixels wide and high
    drawingOf(junk, link);
  }
});

test('an encoder that empties its table at another moment, or ends with a byte to spare, is followed', () => {
  const bitmap = Uint8Array.from(random.bytes(60_000), (byte) => byte & 1);
  for (const fullAt of [4096, 4095, 4094, 300]) {
    const stream = pack(bitmap, { dark: 9, light: 2 }, 8, { fullAt, spare: fullAt % 2 });
    const unpacked = unpack(stream, 8, bitmap.length)!;
    assert.equal([unpacked.fullAt, unpacked.spare], [fullAt, fullAt % 2]);
    assert.equal(unpacked.pixels, bitmap.map((pixel) => (pixel === 1 ? 9 : 2))); // prettier-ignore
  }
});

test('a stream that ends early, goes on too long or names a code that is not made yet is refused', () => {
  const bitmap = Uint8Array.from(random.bytes(500), (byte) => byte & 1);
  const stream = pack(bitmap, { dark: 1, light: 0 }, 2, { fullAt: 4096, spare: 0 });
  assert.is(unpack(stream.subarray(0, -1), 2, 500), undefined);
  assert.is(unpack(stream, 2, 499), undefined);
  assert.is(unpack(stream, 2, 501), undefined);
  assert.is(unpack(Buffer.from([0b111_100]), 2, 1), undefined, 'code 7 behind the clearing');
  assert.is(unpack(Buffer.from([0b101_001]), 2, 1), undefined, 'it does not begin with the clearing');
});

test('a GIF is put together from its parts', () => {
  const picture = qrGif(someLink());
  assert.ok(joinGif(splitGif(picture)!).equals(picture));
});

test.run();
