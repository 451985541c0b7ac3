import { join } from 'node:path';
import type { Disk, Result } from '../base/index.js';
import { BOUNDS, IncomingPart } from './incomingPart.js';
import { UPDATES_FOLDER } from './keptState.js';

/** The whole bundle; no other file of the folder is ever taken for one. */
const INCOMING = 'incoming.raucb';
/** The update that ran last and was confirmed, for the rescue. */
export const LAST_GOOD = 'last-good.raucb';
const PART = 'incoming.part';

/** Where bundles lie. One is whole under its name or not there at all: until its last byte is on the card it is a part. */
export class BundleFolder {
  private readonly folder: string;

  constructor(
    private readonly disk: Disk,
    data: string,
    private readonly bounds = BOUNDS,
  ) {
    this.folder = join(data, UPDATES_FOLDER);
  }

  get incoming(): string {
    return join(this.folder, INCOMING);
  }

  async hasIncoming(): Promise<boolean> {
    return (await this.disk.list(this.folder)).includes(INCOMING);
  }

  /** Removes what a power cut has left of a bundle that was being received. Resolves with whether there was any. */
  async sweep(): Promise<boolean> {
    const isCutOff = (await this.disk.list(this.folder)).includes(PART);
    await this.disk.remove(join(this.folder, PART));
    return isCutOff;
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

  /** A bundle that is about to come. `all`: how many bytes, where that is known. Rejects with a DiskError. */
  async begin(all: number | null): Promise<Result<IncomingPart, string>> {
    await this.disk.makeDir(this.folder);
    return IncomingPart.begin(this.disk, join(this.folder, PART), all, this.bounds);
  }

  /**
   * Takes a bundle in; it is on the card when this resolves. Of one that is too long or comes to no end nothing is left. Rejects with
   * what the pieces reject with, or with a DiskError.
   */
  async receive(
    pieces: AsyncIterable<Uint8Array>,
    all: number | null,
    onProgress: (done: number) => void,
  ): Promise<Result<void, string>> {
    const begun = await this.begin(all);
    if (!begun.ok) return begun;
    const part = begun.value;
    try {
      for await (const piece of pieces) {
        const added = await part.add(piece);
        if (!added.ok) return added;
        if (added.value) onProgress(part.done);
      }
      onProgress(part.done);
      return await part.finish(this.incoming);
    } finally {
      await part.drop();
    }
  }
}
