import { systemClock } from '../../../../src/base/clock.js';
import { StoredPin, readStoredPin } from '../../../../src/processors/card/pin/storedPin.js';
import { ShopCard } from '../../../../src/processors/card/shopCard.js';
import type { ShopRules } from '../../../../src/processors/card/standing.js';
import { silentLog } from '../../../../src/base/log.js';
import type { Chip } from '../../../kit/card/chip.js';
import { ChipReader, type Interruption } from '../../../kit/card/chipReader.js';
import { MemoryDisk } from '../../../kit/disk/memory.js';
import { momentOf, statesAfterCut } from '../../../kit/disk/powerCut.js';
import { Random } from '../../../kit/random.js';
import type { Cut, Deed, Meanwhile } from './deeds.js';

const VERIFY = 0x20;
const FOLDER = '/data';
const BOX = { key: Buffer.alloc(32, 7), boxId: Buffer.alloc(16, 9), board: '10000000a1b2c3d4' };

export function newDisk(): MemoryDisk {
  return new MemoryDisk(new Map([[FOLDER, 'folder']]));
}

export interface LifeDeps {
  readonly isWanted: () => boolean;
  readonly rules: () => ShopRules;
  /** What happens at a command to the card instead of its answer. */
  readonly interrupt: () => Interruption | undefined;
  /** The answer to the next command is lost. */
  readonly onDeaf: () => void;
}

/**
 * A box from its start to its end, which may come in the middle of anything; a dead box reaches neither disk nor card.
 */
export class Life {
  reader = new ChipReader();
  shop: ShopCard;
  /** What the next one finds on the disk, once this one has ended. */
  left: MemoryDisk | undefined;
  /** True when the disk has failed: then a file may exist that should be removed. */
  hasFailed = false;
  /** What happens to the card before the next one begins. */
  meanwhile: Meanwhile | undefined;
  private cut: (Deed & { does: 'cut' }) | undefined;
  private steps = 0;

  private constructor(
    private readonly disk: MemoryDisk,
    readonly kept: StoredPin,
    private readonly deps: LifeDeps,
  ) {
    disk.before = () => {
      if (this.step() !== undefined) this.reader.unplug();
    };
    disk.fault = () => this.fault();
    this.shop = this.plug(undefined);
  }

  /** `chip` is in the reader. */
  static async begin(
    disk: MemoryDisk,
    chip: Chip | undefined,
    deps: LifeDeps,
    cut?: Deed & { does: 'cut' },
  ): Promise<Life> {
    const found = await readStoredPin(disk, FOLDER);
    const { isWanted } = deps;
    const kept = new StoredPin({ ...BOX, disk, folder: FOLDER, found, isWanted, log: silentLog });
    const life = new Life(disk, kept, deps);
    if (cut !== undefined) life.awaitCut(cut);
    kept.begin();
    if (chip !== undefined) life.reader.insert(chip);
    return life;
  }

  /** What is still to end it. */
  get awaited(): (Deed & { does: 'cut' }) | undefined {
    return this.cut;
  }

  /** Names of files of the PIN that processes see. */
  get files(): readonly string[] {
    return [...this.disk.names.keys()].filter((name) => name !== FOLDER);
  }

  awaitCut(cut: Deed & { does: 'cut' }): void {
    this.cut = cut;
    this.steps = cut.after === 'pin' ? Infinity : cut.after;
  }

  /** The reader is unplugged, and plugged in again with what is in it. */
  replug(): void {
    const { chip } = this.reader;
    this.reader.unplug();
    this.shop = this.plug(chip);
  }

  async end(): Promise<void> {
    if (this.left !== undefined) return;
    await this.shop.close();
    await this.kept.settled();
    this.left ??= this.disk.copy();
  }

  private plug(chip: Chip | undefined): ShopCard {
    const { rules } = this.deps;
    this.reader = new ChipReader();
    this.reader.interrupt = (command) => this.interruption(command);
    const shop = new ShopCard({
      reader: this.reader,
      rules,
      keep: this.kept,
      changed: () => undefined,
      clock: systemClock,
    });
    if (chip !== undefined) this.reader.insert(chip);
    return shop;
  }

  private interruption(command: Buffer): Interruption | undefined {
    if (command[1] === VERIFY && this.cut?.after === 'pin') this.steps = 0;
    const cut = this.step();
    if (cut === undefined) return this.deps.interrupt();
    this.deps.onDeaf();
    return { loss: 'reader gone', seen: cut.seen };
  }

  /** What ends the box now. */
  private step(): (Deed & { does: 'cut' }) | undefined {
    const { cut } = this;
    if (cut === undefined || cut.how === 'disk' || this.left !== undefined) return undefined;
    this.steps -= 1;
    if (this.steps >= 0) return undefined;
    this.left = leftOf(this.disk, cut);
    this.meanwhile = cut.meanwhile;
    this.cut = undefined;
    return cut;
  }

  private fault(): string | undefined {
    if (this.left !== undefined) return 'EIO';
    if (this.cut?.how !== 'disk') return undefined;
    this.steps -= 1;
    if (this.steps >= 0) return undefined;
    this.cut = undefined;
    this.hasFailed = true;
    return 'EIO';
  }
}

function leftOf(disk: MemoryDisk, { how, choice }: { readonly how: Cut; readonly choice: number }): MemoryDisk {
  if (how === 'kill') return disk.copy();
  const states = [...statesAfterCut(momentOf(disk), new Random(choice), 6)];
  return new MemoryDisk(states[choice % states.length]);
}
