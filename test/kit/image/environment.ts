import { crc32 } from 'node:zlib';

/** As `fw_env.config` says, bytes. */
const SIZE = 0x4000;
const CHECKSUM_BYTES = 4;

/** `uboot.env` with these variables, or another file of its kind, of `size` bytes. */
export function encodeEnvironment(variables: Readonly<Record<string, string>>, size = SIZE): Buffer {
  const bytes = Buffer.alloc(size);
  const text = Object.entries(variables).map(([name, value]) => `${name}=${value}\0`);
  bytes.write(text.join(''), CHECKSUM_BYTES, 'latin1');
  bytes.writeUInt32LE(crc32(bytes.subarray(CHECKSUM_BYTES)));
  return bytes;
}

/** The variables of a `uboot.env`, or of another file of its kind. Throws when it is torn. */
export function decodeEnvironment(bytes: Buffer): ReadonlyMap<string, string> {
  const data = bytes.subarray(CHECKSUM_BYTES);
  if (crc32(data) !== bytes.readUInt32LE()) throw new Error('the environment is torn');
  const text = data.toString('latin1');
  const lines = text.slice(0, text.indexOf('\0\0')).split('\0');
  return new Map(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
}
