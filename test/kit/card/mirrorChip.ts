import type { Chip } from './chip.js';

/** Answer to reset of the tax authority's cards: T=0 is offered first, T=1 as well. */
const ATR = Buffer.from('3b99968031fe454a546178436f7265566f', 'hex');

/** A card that answers each command with the command itself and 9000. */
export class MirrorChip implements Chip {
  resets = 0;
  readonly seen: Buffer[] = [];

  constructor(readonly atr: Buffer = ATR) {}

  reset(): void {
    this.resets += 1;
  }

  transmit(command: Buffer): Buffer {
    this.seen.push(Buffer.from(command));
    return Buffer.concat([command, Buffer.from([0x90, 0])]);
  }
}
