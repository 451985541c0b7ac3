import { failed, ok } from '../../../src/base/result.js';
import type { FoundReader, ReaderBackend } from '../../../src/processors/card/link.js';
import { ChipReader } from './chipReader.js';

/** A way to one reader in process, which can be plugged in and out. */
export class ChipWay implements ReaderBackend {
  private plugged: ChipReader | undefined;

  /** The reader that is plugged in. */
  get reader(): ChipReader {
    if (this.plugged === undefined) throw new Error('no reader is plugged in');
    return this.plugged;
  }

  plug(): ChipReader {
    this.plugged = new ChipReader();
    return this.plugged;
  }

  unplug(): void {
    this.plugged?.unplug();
    this.plugged = undefined;
  }

  readonly find: ReaderBackend['find'] = async () => {
    const found: readonly FoundReader[] =
      this.plugged === undefined ? [] : [{ id: '1', name: this.plugged.name, way: 'usb' }];
    return ok(found);
  };

  readonly open: ReaderBackend['open'] = async () =>
    this.plugged === undefined ? failed('no reader') : ok(this.plugged);
}
