import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { nodeDisk } from '../../../src/base/nodeDisk.js';
import { openLedger } from '../ledger.js';
import type { CardState } from './cardState.js';
import type { CrashState } from './crashStates.js';
import { checkFat, dumpFolder, mendExt4 } from './filesystem.js';
import type { Till } from './owner.js';

const BOOT = 1;
const DATA = 4;

/** What a box has answered while its writes were logged, and whether a card that the power was cut on has it. */
export class Answered {
  private readonly sales: { readonly uuid: string; readonly bytes: number }[] = [];

  constructor(
    /** The log of writes. */
    private readonly log: string,
    /** For what is taken out of a card. */
    private readonly folder: string,
  ) {}

  /** Bytes that the log has now. */
  get bytes(): number {
    return statSync(this.log).size;
  }

  /** How many sales were answered. */
  get count(): number {
    return this.sales.length;
  }

  /** Bytes that the log had when the first sale was answered. */
  get firstBytes(): number {
    return this.sales[0]?.bytes ?? 0;
  }

  /** Sells, and remembers what the log had when the answer was here: whatever comes later must not lose it. */
  async sell(till: Till): Promise<void> {
    const uuid = await till.sell();
    this.sales.push({ uuid, bytes: this.bytes });
  }

  /**
   * Moves the card to this state: are both its file systems sound then, and is each sale there that was answered before? Throws what is
   * not. Gives how many sales were looked for.
   */
  async check(card: CardState, crash: CrashState): Promise<number> {
    card.moveTo(crash);
    const [where, part] = [`${crash.kind} behind ${crash.through}`, join(this.folder, 'part.img')];
    const fat = checkFat(card.part(BOOT));
    assert.ok(fat.isSound, `boot partition, ${where}: ${fat.said}`);
    card.copyOut(DATA, part);
    const data = mendExt4(part);
    assert.ok(data.isSound, `data, ${where}: ${data.said}`);
    const kept = this.sales.filter(({ bytes }) => bytes <= crash.loggedBytes);
    if (kept.length === 0) return 0;
    const dump = join(this.folder, 'dump');
    rmSync(dump, { recursive: true, force: true });
    dumpFolder(part, '/kasirbox', dump);
    const ledger = await openLedger(nodeDisk, { folder: join(dump, 'kasirbox') });
    for (const { uuid } of kept) assert.is((await ledger.invoice(uuid))?.uuid, uuid, `${where}: ${uuid} is lost`);
    await ledger.close();
    return kept.length;
  }
}
