import { type Clock, failed, type Result, type TaskQueue } from '../../../base/index.js';
import { type CardLink, type CardLoss, Ending } from '../link.js';
import type { ActiveCard } from './activate.js';
import { Turn } from './ccidPipe.js';

interface LinkDeps {
  /** The queue of the reader: one command at a time. */
  readonly queue: TaskQueue;
  readonly clock: Clock;
  /** Powers the card off when its turn comes. */
  readonly powerOff: () => Promise<void>;
}

/** A card that the box itself has powered up. */
export class CcidLink implements CardLink {
  private readonly ending = new Ending();
  private off: Promise<void> | undefined;

  readonly ended = this.ending.told;

  constructor(
    private readonly card: ActiveCard,
    private readonly deps: LinkDeps,
  ) {}

  get atr(): Buffer {
    return Buffer.from(this.card.atr);
  }

  get protocol(): CardLink['protocol'] {
    return this.card.protocol === 0 ? 'T=0' : 'T=1';
  }

  get isExtended(): boolean {
    return this.card.exchange.isExtended;
  }

  get hasEnded(): boolean {
    return this.ending.reason() !== undefined;
  }

  /** The end of the link is reported at once, even before the reader has answered. */
  transmit(command: Buffer): Promise<Result<Buffer, CardLoss>> {
    const { queue } = this.deps;
    const own = Buffer.from(command);
    return Promise.race([this.ended.then(failed), queue.run(() => this.exchange(own))]);
  }

  private async exchange(command: Buffer): Promise<Result<Buffer, CardLoss>> {
    const lossNow = (): CardLoss | undefined => this.ending.reason();
    const before = lossNow();
    if (before !== undefined) return failed(before);
    const answer = await this.card.exchange.transmit(command, new Turn(this.deps.clock, lossNow));
    const meanwhile = lossNow();
    if (meanwhile !== undefined) return failed(meanwhile);
    if (!answer.ok && answer.error !== 'too long') this.end(answer.error);
    return answer;
  }

  /** The first reason is recorded. */
  end(loss: CardLoss): void {
    if (this.ending.come(loss)) this.off = this.deps.powerOff();
  }

  async close(): Promise<void> {
    this.end('closed');
    await this.off;
  }
}
