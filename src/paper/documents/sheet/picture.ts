import { LOGO_MM, type Picture } from './sheet.js';

/** Offsets of the width and the height in a PNG (PNG Specification, 5.2 and 11.2.2). */
const SIZE = { width: 16, height: 20, end: 24 } as const;

/**
 * A logo scaled to the available space, with its proportions unchanged. The setting was checked to be a PNG when it was
 * made.
 */
export function pictureOf(base64: string): Picture | null {
  const file = Buffer.from(base64, 'base64');
  if (file.length < SIZE.end) return null;
  const [width, height] = [file.readUInt32BE(SIZE.width), file.readUInt32BE(SIZE.height)];
  const scale = Math.min(LOGO_MM.width / width, LOGO_MM.height / height);
  return { base64, width: width * scale, height: height * scale };
}
