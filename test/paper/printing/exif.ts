/** EXIF as a phone writes it, with the orientation behind fields of these tags, in one IFD (TIFF 6.0, section 2). */
export function exifOf(orientation: number, order: 'II' | 'MM', before: readonly number[] = []): Buffer {
  const isLittle = order === 'II';
  const short = (value: number): Buffer =>
    Buffer.from(isLittle ? [value & 255, value >> 8] : [value >> 8, value & 255]);
  const long = (value: number): Buffer => Buffer.concat(isLittle ? [short(value), short(0)] : [short(0), short(value)]);
  const field = (tag: number, value: number): Buffer =>
    Buffer.concat([short(tag), short(3), long(1), short(value), short(0)]);
  const fields = [...before.map((tag) => field(tag, 1)), field(0x0112, orientation)];
  return Buffer.concat([Buffer.from(order), short(42), long(8), short(fields.length), ...fields, long(0)]);
}

/** A JPEG with this EXIF in an APP1 segment behind its start. */
export function withExif(jpeg: Buffer, exif: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exif]);
  const head = Buffer.from([0xff, 0xe1, (body.length + 2) >> 8, (body.length + 2) & 255]);
  return Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)]);
}
