import type { CardState } from '../../../src/processors/card/cardState.js';
import type { PinKeep } from '../../../src/processors/card/pin/cardPin.js';
import { ShopCard } from '../../../src/processors/card/shopCard.js';
import type { ShopRules } from '../../../src/processors/card/standing.js';
import { CARD_HOLDER, knownCards } from '../../kit/card/cards.js';
import type { Chip } from '../../kit/card/chip.js';
import { HandClock } from '../../kit/handClock.js';
import { ChipReader } from '../../kit/card/chipReader.js';

export const OWN: ShopRules = {
  get knownCards() {
    return knownCards(CARD_HOLDER);
  },
  companyTin: CARD_HOLDER.tin,
  environment: 'sandbox',
};

/** A shop with one reader, and its reported states. */
export class Shop {
  readonly reader = new ChipReader();
  readonly states: CardState[] = [];
  readonly clock = new HandClock();
  readonly card: ShopCard;
  rules: ShopRules = OWN;

  /** `chip` is in the reader when the box starts. */
  constructor(chip?: Chip, keep?: PinKeep) {
    const { reader } = this;
    if (chip !== undefined) reader.insert(chip);
    const changed = (state: CardState): void => void this.states.push(state);
    const { clock } = this;
    this.card = new ShopCard({ reader, rules: () => this.rules, changed, keep, clock });
  }

  get state(): CardState {
    return this.card.state;
  }

  /** Resolves when all events of the reader were handled: cards in process answer without waiting. */
  async settled(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
  }

  async insert(chip: Chip): Promise<void> {
    await this.settled();
    this.reader.insert(chip);
    await this.settled();
  }
}
