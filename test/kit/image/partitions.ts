/** Sectors of everything here, bytes. */
const SECTOR = 512;
const TABLE_AT = 446;
const ENTRY_BYTES = 16;
const ENTRIES = 4;
const DISK_SIGNATURE_AT = 440;

/** Place of a partition in an image, bytes. */
export interface Partition {
  readonly start: number;
  readonly size: number;
  /** As the table of an MBR numbers them: 0x0c is FAT, 0x83 Linux. */
  readonly type: number;
}

/** The first sector of a card with these partitions, at most four; their borders are multiples of 512. */
export function masterBootRecord(signature: number, partitions: readonly Partition[]): Buffer {
  const bytes = Buffer.alloc(SECTOR);
  bytes.writeUInt32LE(signature, DISK_SIGNATURE_AT);
  for (const [at, { start, size, type }] of partitions.entries()) {
    const entry = bytes.subarray(TABLE_AT + at * ENTRY_BYTES);
    entry[4] = type;
    entry.writeUInt32LE(start / SECTOR, 8);
    entry.writeUInt32LE(size / SECTOR, 12);
  }
  bytes.writeUInt16BE(0x55aa, SECTOR - 2);
  return bytes;
}

/** The partitions of a card by its first sector; those that are not there are left out. */
export function partitionsOf(sector: Buffer): Partition[] {
  if (sector.readUInt16BE(SECTOR - 2) !== 0x55aa) throw new Error('there is no table of partitions');
  const entries = Array.from({ length: ENTRIES }, (_, at) => {
    const entry = sector.subarray(TABLE_AT + at * ENTRY_BYTES);
    return { type: entry.readUInt8(4), start: entry.readUInt32LE(8) * SECTOR, size: entry.readUInt32LE(12) * SECTOR };
  });
  return entries.filter(({ size }) => size > 0);
}
