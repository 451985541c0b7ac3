import type { Channel, ChannelRequest, Exchanged } from './channel.js';

/** Signatures in a row that bring no answer, before anybody waits. */
const FREE = 3;
/** The pause after those, ms: twice as long after each further one. */
const FIRST_PAUSE = 30_000;
const LONGEST_PAUSE = 15 * 60_000;
/** From one sale that has cost a signature to the next, ms: somebody waits for it, whatever was asked in between. */
const SALE_PAUSE = 30_000;
/** What a server answers to whoever it does not let in. */
const TURNED_AWAY = [401, 403];

/**
 * Spares a card whose signatures bring nothing. A processor that breaks off after each of them costs one with each call, the PIN
 * with it: it is called ever less often, until it answers. A call that has to wait ends at once, as the one before it ended;
 * of that nothing was sent.
 */
export class Sparing {
  private inARow = 0;
  private lastAt = -Infinity;
  private saleAt = -Infinity;
  /** How the last call ended, if the server did not let the box in. */
  private lastEnd: Exchanged | undefined;

  constructor(private readonly monotonic: () => number) {}

  /** The card is asked for a signature. */
  signed(): void {
    this.inARow += 1;
    this.lastAt = this.monotonic();
  }

  /** The same processor, called as often as that allows. */
  around(channel: Channel): Channel {
    return { exchange: (request) => this.exchange(channel, request) };
  }

  private async exchange(channel: Channel, request: ChannelRequest): Promise<Exchanged> {
    const isOfSale = request.isOfSale === true;
    if (this.lastEnd !== undefined && this.hasToWait(isOfSale)) return this.lastEnd;
    const before = this.inARow;
    const exchanged = await channel.exchange(request);
    if (isOfSale && this.inARow > before) this.saleAt = this.monotonic();
    this.lastEnd = inVain(exchanged);
    if (this.lastEnd === undefined) this.inARow = 0;
    return exchanged;
  }

  private hasToWait(isOfSale: boolean): boolean {
    if (this.inARow < FREE) return false;
    const now = this.monotonic();
    if (isOfSale) return now - this.saleAt < SALE_PAUSE;
    return now - this.lastAt < Math.min(FIRST_PAUSE * 2 ** (this.inARow - FREE), LONGEST_PAUSE);
  }
}

/** How a call ends that is not made for now, because this one was in vain; undefined when the server has let the box in. */
function inVain(exchanged: Exchanged): Exchanged | undefined {
  if (exchanged.kind !== 'answered') return { kind: 'unsent', reason: exchanged.reason };
  return TURNED_AWAY.includes(exchanged.status) ? exchanged : undefined;
}
