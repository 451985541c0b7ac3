import type { Clock } from '../../base/index.js';
import { type CardMode, cardMode } from './cardState.js';
import type { CardReader, FoundReader } from './link.js';
import type { PinKeep } from './pin/cardPin.js';
import { ShopCard } from './shopCard.js';
import type { ShopRules } from './standing.js';

/** A reader that the box has opened, and the card in it. */
interface HeldReader {
  readonly found: FoundReader;
  readonly card: ShopCard;
}

interface OpenReadersDeps {
  readonly rules: () => ShopRules;
  readonly keep: PinKeep | undefined;
  readonly clock: Pick<Clock, 'sleep'>;
  /** Called after each change of any card. */
  readonly changed: () => void;
}

/** Maximum number of open readers; more than a shop has at one box. */
const MAX_HELD = 4;

/**
 * From the least to the most useful state. A card that is being read replaces no other, so that a loose contact in one
 * reader does not hide the card in another. A permanently blocked card is less useful than one that may become this
 * shop's.
 */
const BY_WORTH: readonly CardMode[] = [
  ...(['no reader', 'no card', 'reading', 'mute', 'denied', 'busy', 'unknown card'] as const),
  ...(['other environment', 'foreign', 'blocked', 'ended', 'no key'] as const),
  ...(['unconfirmed', 'pin needed', 'ready'] as const),
];
const WILL_DO: readonly CardMode[] = ['pin needed', 'ready'];

/** The open readers. The most useful card is used; of equal ones the previously used one, otherwise the first. */
export class OpenReaders {
  private readonly all: HeldReader[] = [];
  private best: HeldReader | undefined;

  constructor(private readonly deps: OpenReadersDeps) {}

  /** The reader whose card is used. */
  get used(): HeldReader | undefined {
    return this.best;
  }

  get cards(): readonly ShopCard[] {
    return this.all.map(({ card }) => card);
  }

  get isFull(): boolean {
    return this.all.length >= MAX_HELD;
  }

  /** True when this shop's card is present and can be used once its PIN is entered. */
  get isFound(): boolean {
    return this.best !== undefined && WILL_DO.includes(modeOf(this.best));
  }

  /** True when there are readers besides the one with the card of this shop. */
  get hasSpare(): boolean {
    return this.isFound && this.all.length > 1;
  }

  get isReading(): boolean {
    return this.cards.some(({ state }) => state.kind === 'reading');
  }

  get hasLost(): boolean {
    return this.all.some(isLost);
  }

  has({ id, way }: FoundReader): boolean {
    return this.all.some(({ found }) => found.id === id && found.way === way);
  }

  add(found: FoundReader, reader: CardReader): void {
    const changed = (): void => {
      // Changes of a closed reader are ignored.
      if (!this.all.includes(held)) return;
      this.choose();
      this.deps.changed();
    };
    const { rules, keep, clock } = this.deps;
    const held: HeldReader = { found, card: new ShopCard({ reader, rules, changed, keep, clock }) };
    this.all.push(held);
    this.choose();
  }

  /** Removes the readers that no longer answer, or for which `isLeft` returns true. The caller has to close them. */
  take(isLeft: (held: HeldReader) => boolean): readonly HeldReader[] {
    const taken = this.all.filter((one) => isLost(one) || isLeft(one));
    this.all.splice(0, Infinity, ...this.all.filter((one) => !taken.includes(one)));
    this.choose();
    return taken;
  }

  private choose(): void {
    let best = this.all.find((one) => one === this.best) ?? this.all[0];
    for (const one of this.all) if (best === undefined || worthOf(one) > worthOf(best)) best = one;
    this.best = best;
  }
}

/** True when the reader can no longer be used. */
function isLost({ card }: HeldReader): boolean {
  return card.state.kind === 'no reader';
}

function worthOf(held: HeldReader): number {
  return BY_WORTH.indexOf(modeOf(held));
}

/** An expired card of this shop counts as usable here, so that its problem is the one reported. */
function modeOf({ card }: HeldReader): CardMode {
  return cardMode(card.state, null);
}
