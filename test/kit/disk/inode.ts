/** What a device writes whole or not at all. */
export const SECTOR = 512;

/** A file without its name: what the process sees, what the device holds, and what lies between. */
export class Inode {
  /** As every process sees it; may share memory with `durable` until the first write. */
  current: Buffer;
  /** Versions of each sector since the last flush, oldest first. The device may hold any of them. */
  pending = new Map<number, readonly Buffer[]>();
  /** Length after the writes that are not flushed. */
  pendingSize: number;

  /** `durable` is never changed in place. */
  constructor(public durable: Buffer) {
    this.current = durable;
    this.pendingSize = durable.length;
  }

  write(position: number, bytes: Uint8Array): void {
    const next = Buffer.alloc(Math.max(this.current.length, position + bytes.length));
    this.current.copy(next);
    next.set(bytes, position);
    this.current = next;
    this.pendingSize = Math.max(this.pendingSize, next.length);
    const end = position + bytes.length;
    for (let sector = Math.floor(position / SECTOR); sector * SECTOR < end; sector += 1) {
      const version = next.subarray(sector * SECTOR, (sector + 1) * SECTOR);
      this.pending.set(sector, [...(this.pending.get(sector) ?? []), version]);
    }
  }

  /** What the device holds once the newest version of every waiting sector is there. */
  flush(): void {
    if (this.pending.size === 0 && this.pendingSize === this.durable.length) return;
    const next = Buffer.alloc(this.pendingSize);
    this.durable.copy(next);
    for (const [sector, versions] of this.pending) versions.at(-1)?.copy(next, sector * SECTOR);
    this.durable = next;
    this.pending = new Map();
  }

  /** After a failed flush Linux takes the pages for clean: processes read them, the device never gets them. */
  drop(): void {
    this.pending = new Map();
  }
}
