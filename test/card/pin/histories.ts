import type { ConfirmedTries } from '../../../src/card/pin/rules.js';
import { ShopCard } from '../../../src/card/shopCard.js';
import type { KnownCard } from '../../../src/card/standing.js';
import { ChipReader, type Interruption } from '../../kit/card/chipReader.js';
import { TaxCard, type TaxCardOptions } from '../../kit/card/taxCard.js';
import type { Random } from '../../kit/random.js';
import { OWN } from '../shop.js';

/** A person, the shop, or a fault does one of these; `card` is a number of the cards that lie there. */
export type Deed =
  | { readonly does: 'insert'; readonly card: number }
  | { readonly does: 'remove' | 'unplug' | 'restart' | 'lose' | 'refresh' | 'sign' | 'judge' }
  | { readonly does: 'confirm'; readonly card: number }
  | { readonly does: 'enter'; readonly pin: string; readonly confirmed: ConfirmedTries | 'shown' | undefined }
  /** The next answer to a PIN is another than the card gives, or none. */
  | { readonly does: 'answer'; readonly word: number }
  /** The card is pulled, or its link breaks, at one of the next commands. */
  | { readonly does: 'interrupt'; readonly after: number; readonly how: Interruption };

const PINS = ['1234', '1234', '1234', '1234', '0000', '5678', '5678', '123', 'abcd'];
const WORDS = [0x6300, 0x6302, 0x63c4, 0x63c0, 0x6983, 0x6310, 0x6700, 0x6c04, 0x6f00, 0x6101, 0x9001, 0x9000];
const CARDS = 3;

export function randomHistory(random: Random): readonly Deed[] {
  const first: Deed = { does: 'insert', card: 0 };
  return [first, ...Array.from({ length: random.int(4, 20) }, () => randomDeed(random))];
}

function randomDeed(random: Random): Deed {
  switch (random.int(0, 19)) {
    case 0:
    case 1:
      return { does: 'insert', card: random.int(0, CARDS - 1) };
    case 2:
      return { does: random.pick(['remove', 'unplug', 'restart', 'lose', 'judge'] as const) };
    case 3:
      return { does: 'refresh' };
    case 4:
      return { does: 'confirm', card: random.int(0, CARDS - 1) };
    case 5:
      return { does: 'answer', word: random.pick(WORDS) };
    case 6: {
      const how = { loss: random.pick(['removed', 'protocol', 'reader gone'] as const), seen: random.oneIn(2) };
      return { does: 'interrupt', after: random.int(0, 12), how };
    }
    case 7:
    case 8:
    case 9:
    case 10:
    case 11:
    case 12:
      return { does: 'sign' };
    default:
      return {
        does: 'enter',
        pin: random.pick(PINS),
        confirmed: random.pick([undefined, 'shown', 'shown', 'unknown', 1, 2] as const),
      };
  }
}

/** A VERIFY that a card has seen: which card, the PIN, and whether it answered 9000 to the box. */
interface Allowance {
  /** PINs that may be given now because a person has just entered them: once each. */
  entered: string | undefined;
  /** PIN that each card has accepted since it was last powered up, as the box was told. */
  readonly accepted: Map<TaxCard, string>;
  /** Is a signature asked for, which may verify once again? */
  mayRepeat: boolean;
}

/** A card, and what the box notes of it once somebody has confirmed it. */
export type HistoryCard = TaxCardOptions & { readonly known: KnownCard };

/** Lives through a history and judges each PIN that reaches a card; gives what was wrong. */
export class History {
  private readonly cards: readonly TaxCard[];
  private known: readonly KnownCard[];
  private reader!: ChipReader;
  private shop!: ShopCard;
  private readonly faults: string[] = [];
  private readonly allowance: Allowance = { entered: undefined, accepted: new Map(), mayRepeat: false };
  private odd: number | undefined;
  private untilInterrupt = -1;
  private how: Interruption | undefined;
  /** VERIFY commands by what allowed them. */
  readonly seen = { entered: 0, repeated: 0 };

  constructor(private readonly holders: readonly HistoryCard[]) {
    this.cards = holders.map((options) => new TaxCard(options));
    this.known = OWN.knownCards;
    for (const card of this.cards) {
      card.pki.sign = () => Buffer.alloc(256, 1);
      // Without a certificate of the key for TLS, which nothing here needs, and reading it takes most of the time.
      card.pki.files = [];
      card.watch = (command) => {
        if (command?.ins === 0x20 || (command?.cla === 0x88 && command.ins === 0x11)) this.judge(card, command.data);
      };
      card.spoil = (answer, { cla, ins }) => {
        if (cla !== 0 || ins !== 0x20) return answer;
        const word = this.odd ?? answer.word;
        this.odd = undefined;
        return { ...answer, word };
      };
    }
    this.start();
  }

  async live(deeds: readonly Deed[]): Promise<readonly string[]> {
    for (const deed of deeds) {
      await this.do(deed);
      await new Promise((resolve) => setImmediate(resolve));
      if (this.faults.length > 0) break;
    }
    const given = this.cards.reduce((sum, card) => sum + card.pki.pin.given.length + card.element.pin.given.length, 0);
    const { entered, repeated } = this.seen;
    if (given !== entered + repeated)
      this.faults.push(`${given} PINs were tried, ${entered} + ${repeated} were allowed`);
    return this.faults;
  }

  private async do(deed: Deed): Promise<void> {
    switch (deed.does) {
      case 'insert':
        this.reader.insert(this.cards[deed.card]!);
        this.forget();
        return;
      case 'remove':
        this.reader.remove();
        this.forget();
        return;
      case 'lose':
        this.reader.lose('protocol');
        this.forget();
        return;
      case 'unplug':
        this.reader.unplug();
        this.start();
        return;
      case 'restart':
        await this.shop.close();
        this.start();
        return;
      case 'refresh':
        return this.shop.refresh();
      case 'judge':
        this.known = [];
        this.shop.judgeAgain();
        this.forget();
        return;
      case 'confirm': {
        this.known = [...this.known, this.holders[deed.card]!.known];
        this.shop.judgeAgain();
        return;
      }
      case 'answer':
        this.odd = deed.word;
        return;
      case 'interrupt':
        this.untilInterrupt = deed.after;
        this.how = deed.how;
        return;
      case 'enter':
        return this.enter(deed.pin, deed.confirmed);
      case 'sign':
        return this.sign();
    }
  }

  private async enter(pin: string, confirmed: ConfirmedTries | 'shown' | undefined): Promise<void> {
    const { state } = this.shop;
    const shown = state.kind === 'ready' ? (state.card.triesLeft.pki ?? 'unknown') : undefined;
    const card = this.cardIn();
    const left = card?.pki.pin.left;
    const before = this.seen.entered;
    this.allowance.entered = pin;
    const said = confirmed === 'shown' ? shown : confirmed;
    const outcome = await this.shop.enterPin(pin, said);
    this.allowance.entered = undefined;
    const tried = this.seen.entered - before;
    if (tried > 0 && left !== undefined && left <= 2 && said !== left) this.faults.push(`tried at ${left} left`);
    if (tried > 0 && !['accepted', 'wrong', 'blocked', 'failed'].includes(outcome.kind)) {
      this.faults.push(`tried, and said ${outcome.kind}`);
    }
    if (outcome.kind === 'accepted' && tried !== 1) this.faults.push('accepted without asking the card');
    if (card === undefined) return;
    if (outcome.kind === 'accepted') this.allowance.accepted.set(card, pin);
    else if (tried > 0) this.allowance.accepted.delete(card);
  }

  private async sign(): Promise<void> {
    const card = this.cardIn();
    const before = this.seen.repeated;
    const isSure = card !== undefined && this.allowance.accepted.has(card) && this.how === undefined;
    this.allowance.mayRepeat = true;
    const outcome = await this.shop.sign(Buffer.alloc(51));
    this.allowance.mayRepeat = false;
    const tried = this.seen.repeated - before;
    if (isSure && tried !== 1) this.faults.push('the PIN that the card has accepted was not used');
    if (!outcome.ok && tried > 0 && card !== undefined) this.allowance.accepted.delete(card);
    if (outcome.ok && tried !== 1) this.faults.push('signed without a PIN');
  }

  /** Judges a PIN at the very moment in which it reaches a card. */
  private judge(card: TaxCard, given: Buffer): void {
    const pin = given.toString('latin1');
    const { fingerprint } = this.holders[this.cards.indexOf(card)]!.known;
    if (!this.known.some((known) => known.fingerprint === fingerprint))
      this.faults.push(`nobody has confirmed ${pin}'s card`);
    if (this.allowance.entered === pin) {
      this.allowance.entered = undefined;
      this.seen.entered += 1;
    } else if (this.allowance.mayRepeat && this.allowance.accepted.get(card) === pin) {
      this.allowance.mayRepeat = false;
      this.seen.repeated += 1;
    } else {
      this.faults.push(`nobody gave the PIN ${given.toString('hex')} to card ${this.cards.indexOf(card)}`);
    }
  }

  private cardIn(): TaxCard | undefined {
    const { chip } = this.reader;
    return this.cards.find((card) => card === chip);
  }

  private forget(): void {
    this.allowance.accepted.clear();
  }

  /** The reader is plugged in, and the box started, with the card in it that lay there. */
  private start(): void {
    const chip = (this.reader as ChipReader | undefined)?.chip;
    this.forget();
    this.reader = new ChipReader();
    this.reader.interrupt = () => {
      if (this.how === undefined) return undefined;
      this.untilInterrupt -= 1;
      if (this.untilInterrupt >= 0) return undefined;
      const { how } = this;
      this.how = undefined;
      this.forgetAfter();
      return how;
    };
    const rules = () => ({ ...OWN, knownCards: this.known });
    this.shop = new ShopCard({ reader: this.reader, rules, changed: () => undefined });
    if (chip !== undefined) this.reader.insert(chip);
  }

  /** A card may still run the command during which it is pulled, and that may be the PIN that was allowed. */
  private forgetAfter(): void {
    queueMicrotask(() => this.forget());
  }
}
