import { hkdfSync } from 'node:crypto';
import { join } from 'node:path';
import {
  decryptText,
  type Disk,
  DiskError,
  encryptText,
  KEY_LENGTH,
  type Log,
  readWhole,
  TaskQueue,
  writeAtomic,
} from '../../../base/index.js';
import type { PinKeep } from './cardPin.js';

/** In the data folder itself, which backups do not include. */
const FILE = 'card.pin';
/** Kind and version of the sealed content. */
const KIND = 'kasirbox card PIN 1';

interface StoredPinDeps {
  readonly disk: Disk;
  /** The data folder. */
  readonly folder: string;
  /** The result of {@link readStoredPin}. */
  readonly found: Buffer | null;
  /** The secret key of the box, which is not in the ledger. Undefined when it cannot be read; then no PIN is stored. */
  readonly key: Buffer | undefined;
  readonly boxId: Buffer;
  /** Identifies this board; empty without an identifier. */
  readonly board: string;
  /** True when the owner wants it; called each time. */
  readonly isWanted: () => boolean;
  readonly log: Log;
}

/** The sealed PIN in a data folder; null when there is none, or it cannot be read. */
export async function readStoredPin(disk: Disk, folder: string): Promise<Buffer | null> {
  try {
    return await readWhole(disk, join(folder, FILE));
  } catch (error) {
    if (error instanceof DiskError) return null;
    throw error;
  }
}

/**
 * The PIN of one card in a file, sealed with a key derived from the box's own, and bound to card, box and board. It is
 * used at most once per start, and deleted from the disk before it is tried. A file that exists was therefore not tried
 * since a card accepted the PIN.
 */
export class StoredPin implements PinKeep {
  private readonly key: Buffer | undefined;
  private readonly tasks = new TaskQueue();
  /** The content of the file. */
  private sealed: Buffer | null;
  private hasBegun = false;
  /** True when a PIN was used or stored since the start; a stored one is for the next start. */
  private isSpent = false;

  constructor(private readonly deps: StoredPinDeps) {
    const { key, boxId, found } = deps;
    this.key = key && Buffer.from(hkdfSync('sha256', key, boxId, KIND, KEY_LENGTH));
    this.sealed = found;
  }

  begin(): void {
    this.hasBegun = true;
    // A power cut may have come between the owner's change of the setting and the deletion.
    if (!this.deps.isWanted()) void this.forgetAll();
  }

  holds(card: string): boolean {
    return this.unsealed(card) !== undefined;
  }

  awaits(card: string): boolean {
    return this.mayKeep && !this.isSpent && this.holds(card);
  }

  take(card: string): Promise<string | undefined> {
    return this.tasks.run(async () => {
      const pin = this.awaits(card) ? this.unsealed(card) : undefined;
      if (pin === undefined) return undefined;
      this.isSpent = true;
      // If the file was deleted since the start, the PIN is no longer stored.
      const isThere = (await readStoredPin(this.deps.disk, this.deps.folder)) !== null;
      return (await this.remove('taken')) && isThere ? pin : undefined;
    });
  }

  store(card: string, pin: string): Promise<boolean> {
    return this.tasks.run(async () => {
      const { key } = this;
      if (!this.mayKeep || key === undefined) return false;
      this.isSpent = true;
      if (this.unsealed(card) === pin) return true;
      const bytes = encryptText(key, this.boundTo(card), pin);
      const isWritten = await this.attempt('kept', async () => {
        await writeAtomic(this.deps.disk, join(this.deps.folder, FILE), bytes);
        return true;
      });
      // A remaining older file does not have the PIN that this card accepted last.
      if (!isWritten) await this.remove('forgotten');
      this.sealed = isWritten ? bytes : null;
      return isWritten;
    });
  }

  forget(card: string): Promise<void> {
    return this.tasks.run(async () => {
      if (this.holds(card)) await this.remove('forgotten');
    });
  }

  /** Deletes any stored PIN, because the owner no longer wants it. */
  forgetAll(): Promise<void> {
    return this.tasks.run(async () => {
      // The owner may have changed the setting twice.
      if (!this.deps.isWanted()) await this.remove('forgotten');
    });
  }

  /** Resolves when all requested work is done. */
  settled(): Promise<void> {
    return this.tasks.run(async () => undefined);
  }

  private get mayKeep(): boolean {
    return this.hasBegun && this.deps.isWanted();
  }

  /** Also removes remains of an interrupted write. True when it is durably deleted. */
  private remove(step: 'taken' | 'forgotten'): Promise<boolean> {
    const { disk, folder } = this.deps;
    this.sealed = null;
    return this.attempt(step, async () => {
      const names = await disk.list(folder);
      const ours = [FILE, `${FILE}.tmp`].filter((name) => names.includes(name));
      if (ours.length === 0) return false;
      for (const name of ours) await disk.remove(join(folder, name));
      await disk.syncDir(folder);
      return true;
    });
  }

  /** True on success. `work` returns whether there was anything to do, which is logged. */
  private async attempt(step: 'kept' | 'taken' | 'forgotten', work: () => Promise<boolean>): Promise<boolean> {
    try {
      if (await work()) this.deps.log('card.kept_pin', { step });
      return true;
    } catch (error) {
      if (!(error instanceof DiskError)) throw error;
      this.deps.log('card.keep_failed', { step, operation: error.operation, code: error.code });
      return false;
    }
  }

  private unsealed(card: string): string | undefined {
    const { key, sealed } = this;
    return key === undefined || sealed === null ? undefined : decryptText(key, this.boundTo(card), sealed);
  }

  private boundTo(card: string): Buffer {
    return Buffer.from([KIND, this.deps.boxId.toString('hex'), this.deps.board, card].join('\n'));
  }
}
