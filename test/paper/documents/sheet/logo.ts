import { PNG } from 'pngjs';

/** A shop's logo as a PNG: a loaf, dark on white, of 240 by 160 dots. */
export function logoPng(): Buffer {
  const png = new PNG({ width: 240, height: 160 });
  png.data.fill(255);
  for (let y = 0; y < png.height; y += 1)
    for (let x = 0; x < png.width; x += 1) {
      const isLoaf = ((x - 120) / 112) ** 2 + ((y - 96) / 56) ** 2 <= 1;
      const isCut = y < 96 && (x + y) % 60 < 10;
      if (isLoaf && !isCut) png.data.fill(32, 4 * (y * png.width + x), 4 * (y * png.width + x) + 3);
    }
  return PNG.sync.write(png);
}
