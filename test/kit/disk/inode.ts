/** What a device writes as one. */
export const SECTOR = 512;

/** A file without its name: the process's view, the device's content, and the difference. */
export class Inode {
  /** Versions of each sector since the last flush, oldest first. The device may hold any of them. */
  pending = new Map<number, readonly Buffer[]>();
  /** Versions whose flush failed: the device may hold any of them, and no later flush changes that. */
  limbo = new Map<number, readonly Buffer[]>();
  /** Length after the writes that are not flushed. */
  pendingSize: number;
  private seen: Buffer;
  /** True when `seen` may be written in place, because no other object uses it. */
  private isOwn = false;
  /** Does the device lack some of what processes see, and will lack it after a flush too? */
  private isBehind = false;

  /** `durable` is never changed in place. */
  constructor(public durable: Buffer) {
    this.seen = durable;
    this.pendingSize = durable.length;
  }

  /** Another of the same file, at this moment. */
  copy(): Inode {
    const copy = new Inode(this.durable);
    copy.seen = this.current;
    copy.pending = new Map(this.pending);
    copy.limbo = new Map(this.limbo);
    copy.pendingSize = this.pendingSize;
    copy.isBehind = this.isBehind;
    return copy;
  }

  /** As every process sees it. It will not change: a later write makes a copy. */
  get current(): Buffer {
    this.isOwn = false;
    return this.seen;
  }

  get size(): number {
    return this.seen.length;
  }

  /** What was read is the reader's own, as from a real file. */
  read(position: number, length: number): Buffer {
    return Buffer.from(this.seen.subarray(position, position + length));
  }

  write(position: number, bytes: Uint8Array): void {
    const end = position + bytes.length;
    if (!this.isOwn || end > this.seen.length) {
      this.seen = enlarged(this.seen, Math.max(this.seen.length, end));
      this.isOwn = true;
    }
    this.seen.set(bytes, position);
    this.pendingSize = Math.max(this.pendingSize, end);
    for (let sector = Math.floor(position / SECTOR); sector * SECTOR < end; sector += 1) {
      const version = Buffer.from(this.seen.subarray(sector * SECTOR, (sector + 1) * SECTOR));
      this.pending.set(sector, [...(this.pending.get(sector) ?? []), version]);
    }
  }

  /** What the device holds once the newest version of every waiting sector is there. */
  flush(): void {
    if (this.pending.size === 0 && this.pendingSize === this.durable.length) return;
    if (this.isBehind) {
      this.durable = enlarged(this.durable, this.pendingSize);
      for (const [sector, versions] of this.pending) versions.at(-1)?.copy(this.durable, sector * SECTOR);
    } else {
      this.durable = this.current;
    }
    for (const sector of this.pending.keys()) this.limbo.delete(sector);
    this.pending = new Map();
  }

  /**
   * After a failed flush Linux takes the pages for clean: processes read them, and no later flush writes them. Some of
   * them may have reached the device before.
   */
  fail(): void {
    for (const [sector, versions] of this.pending) {
      this.limbo.set(sector, [...(this.limbo.get(sector) ?? []), ...versions]);
    }
    this.isBehind ||= this.pending.size > 0;
    this.pending = new Map();
  }
}

function enlarged(bytes: Buffer, length: number): Buffer {
  const result = Buffer.allocUnsafeSlow(length);
  bytes.copy(result);
  return result.fill(0, bytes.length);
}
