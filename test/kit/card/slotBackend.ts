import { failed, ok } from '../../../src/base/result.js';
import type { CardLoss, FoundReader, ReaderBackend } from '../../../src/processors/card/link.js';
import type { Chip } from './chip.js';
import { ChipReader } from './chipReader.js';

/** A backend for at most one reader in process, into which cards are inserted whether it is open or not. */
export class SlotWay implements ReaderBackend {
  /** How often readers were looked for, and one was opened. */
  looks = 0;
  opened = 0;
  /** Why there is no reader to be opened. */
  refused: CardLoss | undefined;
  /** The program that has opened it. */
  reader: ChipReader | undefined;
  private chip: Chip | undefined;

  /** `loss`: why the way cannot be used. */
  constructor(
    private readonly way: FoundReader['way'],
    public isPlugged = true,
    public loss?: CardLoss,
  ) {}

  readonly find: ReaderBackend['find'] = async () => {
    this.looks += 1;
    if (this.loss !== undefined) return failed(this.loss);
    return ok(this.isPlugged ? [{ id: 'first', name: `reader on ${this.way}`, way: this.way }] : []);
  };

  readonly open: ReaderBackend['open'] = async () => {
    const loss = this.loss ?? this.refused;
    if (loss !== undefined) return failed(loss);
    if (!this.isPlugged) return failed('no reader');
    this.opened += 1;
    this.reader = new ChipReader();
    this.reader.chip = this.chip;
    return ok(this.reader);
  };

  insert(chip: Chip): void {
    this.chip = chip;
    this.reader?.insert(chip);
  }

  remove(): void {
    this.chip = undefined;
    this.reader?.remove();
  }

  unplug(): void {
    this.isPlugged = false;
    this.reader?.unplug();
  }
}
