import type { Channel, ChannelRequest, Exchanged } from './channel.js';

/** Signatures in a row that bring no answer, before anybody waits. */
const FREE = 3;
/**
 * The pause after those, ms, twice as long after each further one. Somebody waits for a sale, and at a till for the outcome of one
 * that was lost; of the state nobody hears while all goes well.
 */
const PAUSES = {
  sale: { first: 5_000, longest: 30_000 },
  lookUp: { first: 5_000, longest: 30_000 },
  state: { first: 30_000, longest: 5 * 60_000 },
} as const;
type Purpose = keyof typeof PAUSES;
/** What a server answers to whoever it does not let in. */
const TURNED_AWAY = [401, 403];

interface Vain {
  inARow: number;
  lastAt: number;
}

/**
 * Spares a card whose signatures bring nothing. A processor that breaks off after each of them costs one with each call, the PIN
 * with it: it is called ever less often, until it answers. What a sale has cost holds up no other call, and the other way round.
 * A call that has to wait ends at once, as the one before it ended; of that nothing was sent.
 */
export class Sparing {
  private signatures = 0;
  private vain: Record<Purpose, Vain> = nothingInVain();
  /** How the last call ended, if the server did not let the box in. */
  private lastEnd: Exchanged | undefined;

  constructor(private readonly monotonic: () => number) {}

  /** The card is asked for a signature. */
  signed(): void {
    this.signatures += 1;
  }

  /** The same processor, called as often as that allows. */
  around(channel: Channel): Channel {
    return { exchange: (request) => this.exchange(channel, request) };
  }

  private async exchange(channel: Channel, request: ChannelRequest): Promise<Exchanged> {
    const purpose = request.purpose ?? 'state';
    if (this.lastEnd !== undefined && this.hasToWait(purpose)) return this.lastEnd;
    const before = this.signatures;
    const exchanged = await channel.exchange(request);
    this.lastEnd = inVain(exchanged);
    if (this.lastEnd === undefined) this.vain = nothingInVain();
    else if (this.signatures > before) this.vain[purpose] = this.oneMore(purpose);
    return exchanged;
  }

  private oneMore(purpose: Purpose): Vain {
    return { inARow: this.vain[purpose].inARow + 1, lastAt: this.monotonic() };
  }

  private hasToWait(purpose: Purpose): boolean {
    const { inARow, lastAt } = this.vain[purpose];
    if (inARow < FREE) return false;
    const { first, longest } = PAUSES[purpose];
    return this.monotonic() - lastAt < Math.min(first * 2 ** (inARow - FREE), longest);
  }
}

function nothingInVain(): Record<Purpose, Vain> {
  const none = { inARow: 0, lastAt: -Infinity };
  return { sale: none, lookUp: none, state: none };
}

/** How a call ends that is not made for now, because this one was in vain; undefined when the server has let the box in. */
function inVain(exchanged: Exchanged): Exchanged | undefined {
  if (exchanged.kind !== 'answered') return { kind: 'unsent', reason: exchanged.reason };
  return TURNED_AWAY.includes(exchanged.status) ? exchanged : undefined;
}
