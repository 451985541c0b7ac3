import type { Clock } from '../base/index.js';
import { type CardMode, cardMode } from './inShort.js';
import type { CardReader, FoundReader } from './link.js';
import type { PinKeep } from './pin/keep.js';
import { ShopCard } from './shopCard.js';
import type { ShopRules } from './standing.js';

/** A reader in the hands of the box, and the card in it. */
export interface HeldReader {
  readonly found: FoundReader;
  readonly card: ShopCard;
}

interface HeldParts {
  readonly rules: () => ShopRules;
  readonly keep: PinKeep | undefined;
  readonly clock: Pick<Clock, 'sleep'>;
  /** Called after each change of any card. */
  readonly changed: () => void;
}

/** More readers than a shop has at one box. */
const MAX_HELD = 4;

/**
 * From what helps least to what helps most. A card that is just being read takes the place of none, lest a loose contact in one reader
 * hide what lies in the other; one that is blocked for good helps less than one that may become this shop's.
 */
const BY_WORTH: readonly CardMode[] = [
  ...(['no reader', 'no card', 'reading', 'mute', 'denied', 'busy', 'unknown card'] as const),
  ...(['other environment', 'foreign', 'blocked', 'ended', 'no key'] as const),
  ...(['unconfirmed', 'pin needed', 'ready'] as const),
];
const WILL_DO: readonly CardMode[] = ['pin needed', 'ready'];

/** The readers that the box holds. The card that helps most counts; of equal ones that which did before, else the first. */
export class HeldReaders {
  private readonly all: HeldReader[] = [];
  private best: HeldReader | undefined;

  constructor(private readonly parts: HeldParts) {}

  /** The reader whose card counts. */
  get used(): HeldReader | undefined {
    return this.best;
  }

  get cards(): readonly ShopCard[] {
    return this.all.map(({ card }) => card);
  }

  get isFull(): boolean {
    return this.all.length >= MAX_HELD;
  }

  /** Is this shop's card there, and can it be used once its PIN is entered? */
  get isFound(): boolean {
    return this.best !== undefined && WILL_DO.includes(modeOf(this.best));
  }

  /** Are there readers beside the one with the card of this shop? */
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
      // What a reader says that was given back is of no interest.
      if (!this.all.includes(held)) return;
      this.choose();
      this.parts.changed();
    };
    const { rules, keep, clock } = this.parts;
    const held: HeldReader = { found, card: new ShopCard({ reader, rules, changed, keep, clock }) };
    this.all.push(held);
    this.choose();
  }

  /** Those that do not answer any more, or for which `isLeft` says so: they count no longer, and have to be closed. */
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

/** Is the reader of no use any more? */
function isLost({ card }: HeldReader): boolean {
  return card.state.kind === 'no reader';
}

function worthOf(held: HeldReader): number {
  return BY_WORTH.indexOf(modeOf(held));
}

/** An ended card of this shop is still the one of which people should hear. */
function modeOf({ card }: HeldReader): CardMode {
  return cardMode(card.state, null);
}
