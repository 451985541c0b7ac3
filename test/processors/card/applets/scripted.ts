import { failed, ok, type Result } from '../../../../src/base/result.js';
import type { CardLink, CardLoss } from '../../../../src/processors/card/link.js';

/** A card that answers by a script, with bytes in hex or the name of a loss, and notes what it was asked. */
export class ScriptedLink implements CardLink {
  readonly atr = Buffer.alloc(2);
  readonly protocol = 'T=1';
  readonly ended = new Promise<CardLoss>(() => undefined);
  readonly asked: string[] = [];

  constructor(
    private readonly answer: (command: string) => string,
    readonly isExtended = true,
  ) {}

  async transmit(command: Buffer): Promise<Result<Buffer, CardLoss>> {
    const hex = command.toString('hex');
    this.asked.push(hex);
    const answer = this.answer(hex);
    return /^([0-9a-f]{2})*$/.test(answer) ? ok(Buffer.from(answer, 'hex')) : failed(answer as CardLoss);
  }

  async close(): Promise<void> {
    await Promise.resolve();
  }
}
