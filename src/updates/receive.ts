import { join } from 'node:path';
import { type Disk, failed, ok, type Result } from '../base/index.js';
import { UPDATES_FOLDER } from './keptState.js';
import { REFUSALS } from './refusals.js';

/** Largest bundle, bytes. */
export const MAX_BUNDLE = 300 * 1024 * 1024;
/** What must stay free beside it for the receipts of some days, bytes. */
const SPARE_ROOM = 64 * 1024 * 1024;
/** So many bytes at most wait in memory for the card, so that a receipt does not wait for all of them. */
const SYNC_EVERY = 4 * 1024 * 1024;

/** The whole bundle; no other file of the folder is ever taken for one. */
const INCOMING = 'incoming.raucb';
const LAST_GOOD = 'last-good.raucb';
const PART = 'incoming.part';

/** Where bundles lie. One is whole under its name or not there at all: until its last byte is on the card it is a part. */
export class BundleFolder {
  private readonly folder: string;

  constructor(
    private readonly disk: Disk,
    data: string,
    private readonly bounds = { most: MAX_BUNDLE, syncEvery: SYNC_EVERY },
  ) {
    this.folder = join(data, UPDATES_FOLDER);
  }

  get incoming(): string {
    return join(this.folder, INCOMING);
  }

  async hasIncoming(): Promise<boolean> {
    return (await this.disk.list(this.folder)).includes(INCOMING);
  }

  /** Removes what a power cut has left of a bundle that was being received. */
  async sweep(): Promise<void> {
    await this.disk.remove(join(this.folder, PART));
  }

  async removeIncoming(): Promise<void> {
    await this.disk.remove(this.incoming);
    await this.disk.syncDir(this.folder);
  }

  /** The bundle whose system was kept, for the rescue. */
  async keepAsLastGood(): Promise<void> {
    if (!(await this.hasIncoming())) return;
    await this.disk.rename(this.incoming, join(this.folder, LAST_GOOD));
    await this.disk.syncDir(this.folder);
  }

  /**
   * Takes a bundle in; it is on the card when this resolves. `all`: how many bytes come, where that is known. Of one that is too long
   * or comes to no end nothing is left. Rejects with what the pieces reject with, or with a DiskError.
   */
  async receive(
    pieces: AsyncIterable<Uint8Array>,
    all: number | null,
    onProgress: (done: number) => void,
  ): Promise<Result<void, string>> {
    const { disk, folder } = this;
    await disk.makeDir(folder);
    const refusal = await this.refusal(all);
    if (refusal !== undefined) return failed(refusal);
    const part = join(folder, PART);
    await disk.remove(part);
    try {
      const written = await this.write(part, pieces, onProgress);
      if (!written.ok) return written;
      if (all !== null && written.value !== all) return failed(REFUSALS.cutOff);
      await disk.rename(part, this.incoming);
    } finally {
      await disk.remove(part).catch(() => undefined);
    }
    await disk.syncDir(folder);
    return ok(undefined);
  }

  private async refusal(all: number | null): Promise<string | undefined> {
    if (all !== null && all > this.bounds.most) return REFUSALS.tooLarge;
    const free = await this.disk.freeBytes(this.folder);
    return free - (all ?? 0) < SPARE_ROOM ? REFUSALS.noRoom : undefined;
  }

  private async write(
    path: string,
    pieces: AsyncIterable<Uint8Array>,
    onProgress: (done: number) => void,
  ): Promise<Result<number, string>> {
    const file = await this.disk.create(path);
    try {
      let [done, synced] = [0, 0];
      for await (const piece of pieces) {
        if (done + piece.length > this.bounds.most) return failed(REFUSALS.tooLarge);
        file.write(done, piece);
        done += piece.length;
        if (done - synced >= this.bounds.syncEvery) {
          await file.datasync();
          synced = done;
          // Where its length was not told, the card may fill up meanwhile.
          if ((await this.disk.freeBytes(this.folder)) < SPARE_ROOM) return failed(REFUSALS.noRoom);
          onProgress(done);
        }
      }
      await file.datasync();
      onProgress(done);
      return ok(done);
    } finally {
      await file.close();
    }
  }
}
