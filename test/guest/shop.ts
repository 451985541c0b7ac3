import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import type { CardMode } from '../../src/processors/card/cardState.js';
import { cardAuthority, newCard } from '../kit/card/cards.js';
import type { TaxCard } from '../kit/card/taxCard.js';
import { BoxGuest, HOST } from '../kit/guest/boxGuest.js';
import { DEFAULTS } from '../kit/pfr/options.js';
import { FakePfrServer } from '../kit/pfr/server.js';
import type { Received } from '../kit/transport.js';
import { BoxProcess, type Receipt, SALE, temporaryFolder } from '../kit/process.js';

export const PIN = '1234';
export const UID = DEFAULTS.jid;

/** Longest until the box has noticed what became of reader or card, ms. */
const NOTICED = 60_000;
/** The guest is ended after this, ms, whatever happens. */
const LIMIT = 290_000;

/** MANAGE SECURITY ENVIRONMENT and signing leave this on the wire (ISO/IEC 7816-8, 11.7): COMPUTE DIGITAL SIGNATURE. */
const SIGN = Buffer.from('002a9e9a', 'hex');

/** The built box in a guest, the shop's card outside of it behind its reader, and a V-PFR that accepts only that card. */
export class Shop {
  private sales = 0;

  private constructor(
    readonly guest: BoxGuest,
    readonly card: TaxCard,
    readonly pfr: FakePfrServer,
    private readonly key: string,
  ) {}

  /** The guest boots with a box that speaks with the V-PFR by the card's key; there is no reader yet. */
  static async open(): Promise<Shop> {
    const names = [HOST];
    const pfr = await FakePfrServer.start({ kind: 'vpfr', tls: { authority: await cardAuthority(), names } });
    pfr.pfr.card.isOpen = true;
    const card = await newCard({}, { uid: UID, environment: 'sandbox', tin: DEFAULTS.company.tin });
    try {
      const { folder, key } = await setUp(pfr);
      return new Shop(await BoxGuest.boot(folder, LIMIT), card, pfr, key);
    } catch (error) {
      await pfr.stop();
      throw error;
    }
  }

  /** Waits until the box sees reader and card so. */
  async shows(mode: CardMode): Promise<void> {
    const until = Date.now() + NOTICED;
    for (;;) {
      const { text } = await this.guest.send({ method: 'GET', url: '/metrics' });
      const seen = /card_state\{state="([^"]*)"\} 1$/m.exec(text)?.[1];
      if (seen === mode) return;
      if (Date.now() > until) throw new Error(`the card is "${seen}", not "${mode}"`);
      await delay(200);
    }
  }

  /**
   * A receipt that must be issued, over HTTPS from outside of the guest. On a machine that is busy with other work the handshake may
   * take too long in here; then the sale is repeated, as a till does it.
   */
  async sells(): Promise<Receipt> {
    const until = Date.now() + NOTICED;
    for (let reply = await this.tries(); ; reply = await this.repeats()) {
      if (reply.status === 201) return JSON.parse(reply.text) as Receipt;
      if (!reply.text.includes('не одговара') || Date.now() > until) throw new Error(reply.text);
    }
  }

  /** Another sale, which may be refused. */
  tries(): Promise<Received> {
    this.sales += 1;
    return this.repeats();
  }

  private repeats(): Promise<Received> {
    const headers = { 'Idempotency-Key': `prodaja-${this.sales}` };
    return this.guest.send({ method: 'POST', url: '/api/v1/invoices', key: this.key, json: SALE, headers });
  }

  /** What the command says of this PIN, and how it ends. */
  entersPin(pin: string) {
    return this.guest.run('kasirbox card pin', { input: `${pin}\n` });
  }

  /** Tries that the card itself has left, of either applet. */
  get triesLeft(): readonly [element: number, key: number] {
    return [this.card.element.pin.left, this.card.pki.pin.left];
  }

  /** Every PIN that the card was given, on both applets, each as it was typed. */
  get pins(): readonly string[] {
    const { element, pki } = this.card;
    const digits = element.pin.given.map((hex) => [...Buffer.from(hex, 'hex')].join(''));
    return [...digits, ...pki.pin.given.map((hex) => Buffer.from(hex, 'hex').toString())];
  }

  /** Does something once, at the moment when the card is to sign. */
  whenSigning(work: () => Promise<void>): Promise<void> {
    const { card } = this;
    return new Promise((done, fail) => {
      card.watch = (command) => {
        if (command?.ins !== SIGN[1]) return;
        card.watch = undefined;
        work().then(done, fail);
      };
    });
  }

  /** How often the card has signed a handshake. */
  get signatures(): number {
    return this.card.seen.filter((command) => command.subarray(0, SIGN.length).equals(SIGN)).length;
  }

  async close(): Promise<void> {
    await this.guest.stop();
    await this.pfr.stop();
  }
}

/** Makes the data folder on this machine, where commands take no seconds. */
async function setUp({ url }: FakePfrServer): Promise<{ readonly folder: string; readonly key: string }> {
  const authority = join(temporaryFolder(), 'authority.pem');
  writeFileSync(authority, (await cardAuthority()).pem);
  const box = await BoxProcess.start();
  const settings = {
    metrics: true,
    environment: 'sandbox',
    'pfr.sandbox': { mode: 'vpfr', key: 'card', url: url.replace('127.0.0.1', HOST), pac: DEFAULTS.pac, timeout: 30 },
  };
  const trusted = await box.command(['certificate', 'trust', authority, '--environment', 'sandbox']);
  assert.is(trusted.code, 0, trusted.stderr);
  for (const [name, value] of Object.entries(settings)) {
    const { code, stderr } = await box.command(['settings', 'set', name, JSON.stringify(value)]);
    assert.is(code, 0, stderr);
  }
  const [key = ''] = await box.keys(1);
  await box.stop();
  return { folder: box.folder, key };
}
