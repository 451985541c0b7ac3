import { join } from 'node:path';
import type { Disk, Result, Message } from '../../base/index.js';
import { BOUNDS, IncomingPart } from './incomingPart.js';
import { UPDATES_FOLDER } from './state.js';

/** The whole bundle; no other file of the folder is ever used as one. */
const INCOMING = 'incoming.raucb';
/** The last update that ran and was confirmed, for the rescue. */
export const LAST_GOOD = 'last-good.raucb';
const PART = 'incoming.part';

/**
 * The folder of bundles. A bundle exists under its name only when it is complete: until its last byte is on the card it
 * is a part.
 */
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

  /** Removes the remains of a bundle whose transfer a power cut interrupted. Resolves with whether there were any. */
  async sweep(): Promise<boolean> {
    const isCutOff = (await this.disk.list(this.folder)).includes(PART);
    await this.disk.remove(join(this.folder, PART));
    return isCutOff;
  }

  async removeIncoming(): Promise<void> {
    await this.disk.remove(this.incoming);
    await this.disk.syncDir(this.folder);
  }

  /** Renames the bundle whose system was confirmed, for the rescue. */
  async keepAsLastGood(): Promise<void> {
    if (!(await this.hasIncoming())) return;
    await this.disk.rename(this.incoming, join(this.folder, LAST_GOOD));
    await this.disk.syncDir(this.folder);
  }

  /** Begins a new bundle. `all` is the number of bytes, if known. Rejects with a DiskError. */
  async begin(all: number | null): Promise<Result<IncomingPart, Message>> {
    await this.disk.makeDir(this.folder);
    return IncomingPart.begin(this.disk, join(this.folder, PART), all, this.bounds);
  }

  /**
   * Receives a bundle, which is on the card when this resolves. A bundle that is too long or incomplete is removed.
   * Rejects with the error of the pieces, or with a DiskError.
   */
  async receive(
    pieces: AsyncIterable<Uint8Array>,
    all: number | null,
    onProgress: (done: number) => void,
  ): Promise<Result<void, Message>> {
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
