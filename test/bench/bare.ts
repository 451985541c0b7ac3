import { closeSync, fdatasyncSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { Disk, DiskFile } from '../../src/base/disk.js';
import { BLOCK, zeroFill } from '../../src/platform/ledger/segment.js';

/** About what one receipt takes in the log, bytes. */
export const RECORD_BYTES = 1200;
/** And the least that says before it what is about to be signed, bytes. */
export const INTENT_BYTES = 250;
const FILE_BYTES = 8 * 1024 * 1024;

/** The limit that no durable receipt can beat: one write of 1.2 KB into a zero-filled file, and one fdatasync. */
export class BareFile {
  private position = 0;
  private readonly bytes = Buffer.alloc(RECORD_BYTES, 0xa5);

  private constructor(
    private readonly file: DiskFile,
    private readonly descriptor: number,
  ) {}

  static async make(disk: Disk, folder: string): Promise<BareFile> {
    const path = join(folder, 'bare');
    const file = await disk.create(path);
    await zeroFill(file, 0, FILE_BYTES + BLOCK);
    await disk.syncDir(folder);
    return new BareFile(file, openSync(path, 'r+'));
  }

  /** Through the same calls as the ledger's. */
  async commit(bytes = RECORD_BYTES): Promise<void> {
    this.write(bytes);
    await this.file.datasync();
  }

  /** Without the way through the thread pool, which blocks everything else meanwhile. */
  commitSync(): void {
    this.write(RECORD_BYTES);
    fdatasyncSync(this.descriptor);
  }

  private write(bytes: number): void {
    this.file.write(this.position, this.bytes.subarray(0, bytes));
    this.position = (this.position + bytes) % FILE_BYTES;
  }

  async close(): Promise<void> {
    closeSync(this.descriptor);
    await this.file.close();
  }
}
