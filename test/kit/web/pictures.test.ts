import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { compareScreens, readScreen, type ScreenPicture, writeScreen } from './pictures.js';

const GROUND = [245, 246, 245] as const;
const ACCENT = [11, 93, 87] as const;

/** A gray screen with a button at a place. */
function screen(x: number | null, colour: readonly [number, number, number] = ACCENT): ScreenPicture {
  const [width, height] = [200, 100];
  const data = Buffer.alloc(width * height * 4, 255);
  for (let at = 0; at < width * height; at++) {
    const isButton = x !== null && at % width >= x && at % width < x + 60 && Math.abs(at / width - 50) < 15;
    data.set(isButton ? colour : GROUND, at * 4);
  }
  return { width, height, data };
}

test('a picture is restored as it was stored, in few bytes', () => {
  const png = writeScreen(screen(20));
  assert.equal(readScreen(png).data, screen(20).data);
  assert.ok(png.length < 500, `${png.length}`);
});

test('a picture of more than 256 colours keeps the most frequent, and the others in the nearest', () => {
  const many = screen(20);
  for (let at = 0; at < 400; at++) many.data.set([at % 256, 200 + Math.floor(at / 256), 7], at * 4);
  const { part } = compareScreens(readScreen(writeScreen(many)), many);
  assert.is(part, 0);
});

test('a shift by a pixel is no difference', () => {
  const { part, worst } = compareScreens(screen(20), screen(21));
  assert.equal([part, worst], [0, 0]);
});

test('a button that is missing, moved or recoloured is reported, with its place', () => {
  for (const other of [screen(null), screen(40), screen(20, [160, 28, 28])]) {
    const { part, worst, drawn } = compareScreens(screen(20), other);
    assert.ok(part > 0.05 && worst > 0.4, `${part} ${worst}`);
    assert.ok(readScreen(writeScreen(drawn)).data.includes(Buffer.from([0xe0, 0, 0, 255])));
  }
  assert.is(compareScreens(screen(20), { ...screen(20), height: 99 }).part, 1);
});

test.run();
