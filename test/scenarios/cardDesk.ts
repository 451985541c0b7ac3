import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { newCard } from '../kit/card/cards.js';
import { ChipWay } from '../kit/card/chipBackend.js';
import type { TaxCard } from '../kit/card/taxCard.js';
import type { Credentials } from '../kit/pfr/certificates.js';
import { DEFAULTS } from '../kit/pfr/options.js';
import { scene, type SceneOptions, type Stage } from './stage.js';

/** The reader of a shop, its card, and the person who puts it in. */
export class CardDesk {
  readonly way = new ChipWay();
  private made: TaxCard | undefined;

  /** `pki`: its key for TLS, and the certificate of that; as the authority issues them when left out. */
  constructor(private readonly pki?: Credentials) {}

  /** Set before the scene begins. */
  stage: Stage | undefined;

  get card(): TaxCard {
    if (this.made === undefined) throw new Error('there is no card yet');
    return this.made;
  }

  /** How often the card has signed for TLS. */
  signatures = 0;

  /** Plugs a reader in and the shop's card into it, and says that it is the shop's; no PIN yet. */
  async begin(stage: Stage): Promise<void> {
    this.stage = stage;
    const { jid: uid, company } = DEFAULTS;
    this.made = await newCard(this.pki === undefined ? {} : { pki: this.pki }, {
      uid,
      environment: 'sandbox',
      tin: company.tin,
    });
    const sign = this.made.pki.sign;
    this.made.pki.sign = (digestInfo) => {
      this.signatures += 1;
      return sign(digestInfo);
    };
    this.way.plug();
    await this.insert();
    await this.shows('stranger');
    await stage.admin('card.accept', { uid });
  }

  async insert(): Promise<void> {
    this.way.reader.insert(this.card);
  }

  /** Enters the PIN as a person does. */
  async enterPin(pin = '1234'): Promise<string> {
    const { stage } = this;
    if (stage === undefined) throw new Error('the scene has not begun');
    await this.shows('ready');
    return (await stage.admin('card.pin', { pin })).kind;
  }

  /** The file of the PIN that is kept over a restart. */
  get pinFile(): string {
    return join(this.stage?.box.folder ?? '', 'card.pin');
  }

  /** The owner wants the PIN kept, which the card has accepted. */
  async keepPin(): Promise<void> {
    await this.stage?.admin('settings.set', { name: 'cardPin', value: 'keep' });
    await this.stage?.until('the PIN is kept', () => existsSync(this.pinFile));
  }

  /**
   * The power comes back in the morning, with a card in the reader; gives how it stands with its PIN, and the PINs that
   * it was given.
   */
  async restart(card = this.card): Promise<readonly [pin: string, given: number]> {
    const { given } = card.pki.pin;
    let before = 0;
    await this.stage?.restart(() => {
      before = given.length;
      this.way.plug().chip = card;
    });
    await this.shows('ready');
    return [this.pin, given.length - before];
  }

  private get pin(): string {
    const { state } = this.stage?.box.parts.cards ?? {};
    return state?.kind === 'ready' ? state.pin : 'no card';
  }

  shows(kind: string): Promise<void> {
    const { stage } = this;
    if (stage === undefined) throw new Error('the scene has not begun');
    return stage.until(`the card is ${kind}`, () => stage.box.parts.cards.state.kind === kind);
  }
}

interface CardSceneOptions extends Omit<SceneOptions, 'readers'> {
  readonly pki?: Credentials;
  /** What becomes of the PIN at the start; `accepted` when left out. */
  readonly entered?: string;
}

/** A scene of a shop whose V-PFR is spoken to with the key of its card, PIN entered. */
export function cardScene(
  name: string,
  act: (stage: Stage, desk: CardDesk) => Promise<void>,
  { pki, entered = 'accepted', ...options }: CardSceneOptions = {},
): void {
  const desk = new CardDesk(pki);
  scene(
    name,
    async (stage) => {
      await desk.begin(stage);
      assert.is(await desk.enterPin(), entered);
      await act(stage, desk);
      // However it went, no PIN was tried that nobody had entered: all were the right one, of four digits.
      assert.ok(desk.card.pki.pin.given.every((pin) => pin === '31323334'));
    },
    { pfr: { kind: 'vpfr' }, ...options, readers: { usb: desk.way } },
  );
}
