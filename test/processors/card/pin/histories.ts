import type { ConfirmedTries } from '../../../../src/processors/card/pin/pinRules.js';
import type { assessCard } from '../../../../src/processors/card/standing.js';
import type { Interruption } from '../../../kit/card/chipReader.js';
import type { GidsFile } from '../../../kit/card/gidsFiles.js';
import { PIN_TRIES } from '../../../kit/card/pinCounter.js';
import { TaxCard, type TaxCardOptions } from '../../../kit/card/taxCard.js';
import { OWN } from '../shop.js';
import { Allowance } from './allowance.js';
import type { Deed, Meanwhile } from './deeds.js';
import { Life, newDisk } from './life.js';

type KnownCard = Parameters<typeof assessCard>[0];

/** A card, and the box's note about it once a person has confirmed it. */
export type HistoryCard = TaxCardOptions & { readonly known: KnownCard };

const packed = new WeakMap<HistoryCard, GidsFile[]>();

/** The certificate of its key alone: packed once for all histories, and read with the fewest commands. */
function filesOf(holder: HistoryCard): GidsFile[] {
  const known = packed.get(holder) ?? new TaxCard(holder).pki.files.filter(({ name }) => name === 'kxc00');
  packed.set(holder, known);
  return known;
}

/** Lives through a history and judges each PIN that reaches a card; gives what was wrong. */
export class History {
  private readonly cards: readonly TaxCard[];
  private known: readonly KnownCard[] = OWN.knownCards;
  private life!: Life;
  private readonly allowance = new Allowance();
  private odd: number | undefined;
  private untilInterrupt = -1;
  private how: Interruption | undefined;

  constructor(private readonly holders: readonly HistoryCard[]) {
    this.cards = holders.map((options) => new TaxCard(options));
    for (const card of this.cards) {
      card.pki.sign = () => Buffer.alloc(256, 1);
      card.pki.files = filesOf(this.holders[this.cards.indexOf(card)]!);
      card.watch = (command) => {
        if (command?.ins === 0x20 || (command?.cla === 0x88 && command.ins === 0x11)) this.judge(card, command.data);
      };
      card.spoil = (answer, { cla, ins, data }) => {
        if (cla !== 0 || ins !== 0x20) return answer;
        const word = this.odd ?? answer.word;
        this.odd = undefined;
        this.allowance.hear(card, data.toString('latin1'), word, answer.word);
        return { ...answer, word };
      };
    }
  }

  /** PINs that cards have seen. */
  get seen(): Allowance['seen'] {
    return this.allowance.seen;
  }

  private get faults(): string[] {
    return this.allowance.faults;
  }

  async live(deeds: readonly Deed[]): Promise<readonly string[]> {
    await this.start();
    for (const deed of deeds) {
      await this.do(deed);
      await settled();
      while (this.life.left !== undefined) await this.startAgain();
      if (this.faults.length > 0) break;
    }
    const given = this.cards.reduce((sum, card) => sum + card.pki.pin.given.length + card.element.pin.given.length, 0);
    const { entered, repeated, kept } = this.seen;
    if (given !== entered + repeated + kept)
      this.faults.push(`${given} PINs were tried, ${entered} + ${repeated} + ${kept} were allowed`);
    return this.faults;
  }

  private async do(deed: Deed): Promise<void> {
    const { life } = this;
    switch (deed.does) {
      case 'insert':
        life.reader.insert(this.cards[deed.card]!);
        this.forget();
        return;
      case 'remove':
        life.reader.remove();
        this.forget();
        return;
      case 'lose':
        life.reader.lose('protocol');
        this.forget();
        return;
      case 'unplug':
        this.forget();
        life.replug();
        return;
      case 'restart':
        return this.restart(deed.meanwhile);
      case 'refresh':
        return life.shop.refresh();
      case 'judge':
        this.known = [];
        life.shop.judgeAgain();
        this.forget();
        return;
      case 'confirm': {
        this.known = [...this.known, this.holders[deed.card]!.known];
        life.shop.judgeAgain();
        return;
      }
      case 'answer':
        this.odd = deed.word;
        return;
      case 'interrupt':
        this.untilInterrupt = deed.after;
        this.how = deed.how;
        return;
      case 'cut': {
        life.awaitCut(deed);
        return;
      }
      case 'want':
        return this.want(deed.isWanted);
      case 'enter':
        return this.enter(deed.pin, deed.confirmed);
      case 'sign':
        return this.sign();
    }
  }

  private async want(isWanted: boolean): Promise<void> {
    const { life, allowance } = this;
    allowance.isWanted = isWanted;
    if (isWanted && allowance.wantNow(this.cardIn())) await life.shop.keepPin();
    if (isWanted) return;
    await life.kept.forgetAll();
    life.shop.judgeAgain();
    if (life.left === undefined && !life.hasFailed && life.files.length > 0) this.faults.push('it is kept, unwanted');
  }

  private async enter(pin: string, confirmed: ConfirmedTries | 'shown' | undefined): Promise<void> {
    const { shop } = this.life;
    const { state } = shop;
    const shown = state.kind === 'ready' ? (state.card.triesLeft.pki ?? 'unknown') : undefined;
    const left = this.cardIn()?.pki.pin.left;
    const before = this.seen.entered;
    this.allowance.entered = pin;
    const said = confirmed === 'shown' ? shown : confirmed;
    const outcome = await shop.enterPin({ pin, confirmed: said });
    this.allowance.entered = undefined;
    const tried = this.seen.entered - before;
    if (tried > 0 && left !== undefined && left <= 2 && said !== left) this.faults.push(`tried at ${left} left`);
    if (tried > 0 && !['accepted', 'wrong', 'blocked', 'failed'].includes(outcome.kind)) {
      this.faults.push(`tried, and said ${outcome.kind}`);
    }
    if (outcome.kind === 'accepted' && tried !== 1) this.faults.push('accepted without asking the card');
    if (tried > 0 && outcome.kind !== 'accepted') this.isForgotten();
  }

  private async sign(): Promise<void> {
    const card = this.cardIn();
    const before = this.seen.repeated;
    const isSure = card !== undefined && this.allowance.hasAccepted(card) && this.isCalm;
    this.allowance.mayRepeat = true;
    const outcome = await this.life.shop.sign(Buffer.alloc(51));
    this.allowance.mayRepeat = false;
    const tried = this.seen.repeated - before;
    if (isSure && tried !== 1) this.faults.push('the PIN that the card has accepted was not used');
    if (!outcome.ok && tried > 0 && card !== undefined) this.allowance.forget(card);
    if (!outcome.ok && tried > 0) this.isForgotten();
    if (outcome.ok && tried !== 1) this.faults.push('signed without a PIN');
  }

  /** Judges a PIN at the very moment in which it reaches a card. */
  private judge(card: TaxCard, given: Buffer): void {
    const { fingerprint } = this.holders[this.cards.indexOf(card)]!.known;
    if (!this.known.some((known) => known.fingerprint === fingerprint))
      this.faults.push('nobody has confirmed the card');
    this.allowance.judge(card, given);
  }

  /** After any answer but 9000 nothing is stored for that card. */
  private isForgotten(): void {
    const { state } = this.life.shop;
    if (this.life.left === undefined && state.kind === 'ready' && state.isKept) this.faults.push('it is kept still');
  }

  /** Is nothing about to go wrong? */
  private get isCalm(): boolean {
    return this.how === undefined && this.odd === undefined && this.life.awaited === undefined && !this.life.hasFailed;
  }

  private cardIn(): TaxCard | undefined {
    const { chip } = this.life.reader;
    return this.cards.find((card) => card === chip);
  }

  private forget(): void {
    this.allowance.forget();
  }

  /** A box that is stopped and started orderly asks for no PIN that it has stored. */
  private async restart(meanwhile: Meanwhile | undefined): Promise<void> {
    const { state } = this.life.shop;
    const mustUnlock = state.kind === 'ready' && state.isKept && this.isCalm && meanwhile === undefined;
    const { left } = this.cardIn()?.pki.pin ?? {};
    const isRight = this.allowance.isRight(this.cardIn());
    this.life.meanwhile = meanwhile;
    await this.life.end();
    await this.startAgain();
    const after = this.life.shop.state;
    if (!mustUnlock || !isRight || left !== PIN_TRIES) return;
    if (after.kind !== 'ready' || after.pin !== 'accepted' || !after.isKept)
      this.faults.push('what was kept is not used');
  }

  /** The box has ended, and is started with the card that is then in the reader. */
  private async startAgain(): Promise<void> {
    const chip = this.cardIn();
    const next = chip && this.whileOff(chip);
    const { left, awaited } = this.life;
    this.life.reader.unplug();
    await this.start(left, next, awaited);
  }

  private whileOff(card: TaxCard): TaxCard {
    const { meanwhile } = this.life;
    switch (meanwhile?.kind) {
      case undefined:
        return card;
      case 'changed':
        card.pki.pin.change(Buffer.from(meanwhile.pin));
        this.allowance.change(card);
        return card;
      case 'tried':
        card.pki.pin.left = Math.max(0, card.pki.pin.left - 1);
        return card;
      case 'swapped':
        return this.cards[meanwhile.card]!;
    }
  }

  private async start(disk = newDisk(), chip?: TaxCard, cut?: Deed & { does: 'cut' }): Promise<void> {
    this.allowance.start();
    const parts = {
      isWanted: () => this.allowance.isWanted,
      rules: () => ({ ...OWN, knownCards: this.known }),
      interrupt: () => this.interrupt(),
      onDeaf: () => (this.allowance.hears = false),
    };
    this.life = await Life.begin(disk, chip, parts, cut);
    await settled();
  }

  private interrupt(): Interruption | undefined {
    this.allowance.hears = true;
    if (this.how === undefined) return undefined;
    this.untilInterrupt -= 1;
    if (this.untilInterrupt >= 0) return undefined;
    const { how } = this;
    this.how = undefined;
    this.allowance.hears = false;
    // A card may still run the command during which it is pulled, and that may be the PIN that was allowed.
    queueMicrotask(() => this.forget());
    return how;
  }
}

/** Cards and disks in memory answer without waiting. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
