import { faultOf } from '../../kit/inEnglish.js';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Answer, Input, OperationName } from '../../../src/interfaces/admin/operations.js';
import { callService } from '../../../src/interfaces/admin/socket.js';
import { BASE_PATH } from '../../../src/interfaces/api/router.js';
import type { CardState } from '../../../src/processors/card/cardState.js';
import { cardAuthority, newCard } from '../../kit/card/cards.js';
import { Pcscd } from '../../kit/card/pcscd.js';
import type { TaxCard } from '../../kit/card/taxCard.js';
import { DEFAULTS } from '../../kit/pfr/options.js';
import { FakePfrServer } from '../../kit/pfr/server.js';
import type { Bench } from '../bench.js';
import type { Customer } from '../customer.js';
import { Service } from '../service.js';
import { Shop } from '../shop.js';

/** Enough keys that none reaches its limit of requests a minute. */
const KEYS = 20;
/** For NODE_OPTIONS: see board.cjs. */
export const BOARD = `--require ${resolve(import.meta.dirname, 'board.cjs')}`;

/** The built box in a process of its own, with a V-PFR that it speaks to with the key of a card, or of a file. */
export class CardCounter {
  readonly took: number[] = [];
  /** What the card has signed for TLS. */
  signatures = 0;
  private readonly shop = new Shop(23);
  private keys: readonly string[] = [];
  private asked = 0;

  private constructor(
    readonly service: Service,
    readonly pfr: FakePfrServer,
    private readonly folder: string,
    private readonly desk: { readonly pcscd: Pcscd; readonly card: TaxCard } | undefined,
  ) {}

  /** A box that does not use readers; the card is in the reader of pcscd. */
  static async open(bench: Bench, key: 'card' | 'file'): Promise<CardCounter> {
    const folder = bench.folder();
    const pfr = await FakePfrServer.start({ kind: 'vpfr', tls: { authority: await cardAuthority() } });
    pfr.pfr.card.isOpen = true;
    const desk = key === 'card' ? await cardDesk() : undefined;
    const env = { NODE_OPTIONS: BOARD, ...(desk !== undefined && { PCSCLITE_CSOCK_NAME: desk.pcscd.socket }) };
    const counter = new CardCounter(await Service.start(folder, env), pfr, folder, desk);
    if (desk !== undefined) counter.countSignatures(desk.card);
    await counter.prepare();
    return counter;
  }

  /** The box takes the reader, and reads the card, which is this shop's from now on. */
  async takeReader(): Promise<void> {
    await this.do('settings.set', { name: 'cardReader', value: 'pcsc' });
    await this.shows('stranger');
    await this.do('card.accept', { uid: DEFAULTS.jid });
  }

  /** Sets the V-PFR; with a card its PIN is entered. */
  async useVpfr(): Promise<void> {
    const value = { mode: 'vpfr', url: this.pfr.url, pac: DEFAULTS.pac };
    if (this.desk === undefined) {
      const { jid, company, environment } = DEFAULTS;
      const client = await (await cardAuthority()).client({ jid, company, environment });
      await this.do('certificate.install', { environment: 'sandbox', ...client, chain: [] });
    } else {
      await this.do('card.pin', { pin: '1234' });
    }
    await this.do('settings.set', {
      name: 'pfr.sandbox',
      value: this.desk === undefined ? value : { ...value, key: 'card' },
    });
  }

  /** Sells over HTTPS; how long each took, ms. Two boxes that have sold as much sell the same next. */
  sell(customer: Customer, sales: number): Promise<number[]> {
    const { port, ca } = this.service;
    const asked = Array.from({ length: sales }, () => ({
      ...({ method: 'POST', path: `${BASE_PATH}/invoices` } as const),
      key: this.keys[(this.asked += 1) % KEYS] ?? '',
      body: JSON.stringify(this.shop.next()),
    }));
    return customer.ask({ port, ca, asked });
  }

  async close(): Promise<void> {
    await this.service.stop();
    await this.pfr.stop();
    await this.desk?.pcscd.stop();
  }

  private async prepare(): Promise<void> {
    await this.do('settings.set', { name: 'cardReader', value: 'off' });
    await this.do('settings.set', { name: 'environment', value: 'sandbox' });
    const bundle = Buffer.from((await cardAuthority()).pem).toString('base64');
    await this.do('certificate.trust', { environment: 'sandbox', bundle });
    const keys: string[] = [];
    for (let n = 1; n <= KEYS; n += 1) keys.push((await this.do('keys.create', { label: `bench ${n}` })).key);
    this.keys = keys;
  }

  private countSignatures(card: TaxCard): void {
    const { sign } = card.pki;
    card.pki.sign = (digestInfo) => {
      this.signatures += 1;
      return sign(digestInfo);
    };
  }

  private async shows(state: CardState['kind']): Promise<void> {
    while ((await this.do('card.info', {})).state !== state) await delay(100);
  }

  private async do<N extends OperationName>(name: N, ask: Input<N>): Promise<Answer<N>> {
    const reply = await callService(this.folder, name, ask);
    if (reply?.ok !== true) throw new Error(`${name}: ${faultOf(reply)}`);
    return reply.value;
  }
}

async function cardDesk(): Promise<{ readonly pcscd: Pcscd; readonly card: TaxCard }> {
  const pcscd = await Pcscd.start();
  const card = await newCard({}, { uid: DEFAULTS.jid, environment: 'sandbox', tin: DEFAULTS.company.tin });
  pcscd.insert(card);
  return { pcscd, card };
}
