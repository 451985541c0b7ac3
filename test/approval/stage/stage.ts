import { makePfx } from '../../kit/pfr/certificates.js';
import { DEFAULTS } from '../../kit/pfr/options.js';
import { FakePfrServer } from '../../kit/pfr/server.js';
import { cleanUp } from '../../kit/process.js';
import { SmtpServer } from '../../kit/smtp/server.js';
import { bodyOf } from '../answers.js';
import { Pages } from './pages.js';
import { Printers } from './printers.js';
import { Shop } from './shop.js';

/** A check needs a stand-in whose card can be removed, whose rates can change, and so on. The real sandbox has none. */
export class NeedsStandIn extends Error {}

/** The seller of the authority's samples, with a PIB that a company can have. */
const COMPANY = {
  name: 'Техничар ДОО',
  tin: '100000049',
  location: 'Продавница техничког тима',
  address: 'Макензијева 153',
  district: 'Врачар',
};

/** Items of the catalogue that the checks sell on the pages. */
const GOODS = [
  { name: 'Кафа', price: 150, label: 'Ђ', plu: '1', gtin: '8600000000011' },
  { name: 'Хлеб Сава', price: 40, label: 'Е', plu: '2' },
  { name: 'Zimska salama', price: 1259.1, label: 'Ђ', plu: '3', unit: 'кг' },
  { name: '20: Једнонаменски ваучер', price: 6000, label: 'Ђ', plu: '20' },
  { name: 'Бензин БМБ', price: 150, label: 'Ђ', plu: '40', unit: 'л' },
  { name: 'Color TV Sony', price: 7000, label: 'Ђ', plu: '50' },
  { name: 'Стан бр. 12 (87.6)', price: 6_000_000, label: 'Е', plu: '60' },
  { name: 'Паркинг место бр. 124', price: 800_000, label: 'Ђ', plu: '61' },
  { name: '00: Хаљина', price: 6000, label: 'Ђ', plu: '30' },
];

/** Seconds that a sale waits for the stand-in. */
const QUICK = { timeout: 3, signingLimit: 3 };

/** The processor of the real sandbox, where there is access to it: how a new box is set up for it. */
export type Connect = (shop: Shop) => Promise<void>;

/** What the checks work on. All of it is started when it is first needed, and ended by {@link close}. */
export class Stage {
  private readonly closing: (() => Promise<void>)[] = [];
  private readonly started = new Map<string, Promise<unknown>>();

  constructor(
    /** The processor is the real sandbox's. */
    private readonly connect: Connect | undefined,
  ) {}

  get isSandbox(): boolean {
    return this.connect !== undefined;
  }

  /** The stand-in for an L-PFR, with its PIN given. */
  lpfr(): Promise<FakePfrServer> {
    if (this.isSandbox) throw new NeedsStandIn();
    return this.once('lpfr', async () => {
      const server = await FakePfrServer.start({ company: COMPANY });
      server.pfr.card.isOpen = true;
      this.closing.push(() => server.stop());
      return server;
    });
  }

  /** The stand-in for a V-PFR. */
  vpfr(): Promise<FakePfrServer> {
    if (this.isSandbox) throw new NeedsStandIn();
    return this.once('vpfr', async () => {
      const server = await FakePfrServer.start({ kind: 'vpfr', company: COMPANY, jid: 'FAKE7VPF' });
      this.closing.push(() => server.stop());
      return server;
    });
  }

  /** The box that most checks share: a shop with goods, connected to the L-PFR. */
  shop(): Promise<Shop> {
    return this.once('shop', async () => {
      const shop = await this.open();
      if (this.connect === undefined) {
        const { url } = await this.lpfr();
        await shop.set('pfr.sandbox', { mode: 'lpfr', url, ...QUICK });
      } else {
        await this.connect(shop);
        await shop.untilReady();
        await shop.takeLabels();
      }
      await shop.set('company', { ...COMPANY, location: `1234567-${COMPANY.location}` });
      await shop.untilReady();
      for (const item of GOODS) bodyOf(await shop.call('POST', '/items', item), 201);
      return shop;
    });
  }

  /** A new box in which nothing is set. */
  plainShop(): Promise<Shop> {
    if (this.isSandbox) throw new NeedsStandIn();
    return this.once('plain', () => this.open());
  }

  /** A box connected to the V-PFR by the commands of an operator: file with the certificate, password, PAC. */
  vpfrShop(): Promise<Shop> {
    if (this.isSandbox) throw new NeedsStandIn();
    return this.once('vpfr shop', async () => {
      const [shop, server] = [await this.open(), await this.vpfr()];
      await this.installCertificate(shop);
      await shop.set('pfr.sandbox', { mode: 'vpfr', url: server.url, pac: DEFAULTS.pac, ...QUICK });
      return shop;
    });
  }

  /** Installs the file with the certificate of the V-PFR, and trusts its authority. */
  async installCertificate(shop: Shop): Promise<void> {
    const { authority } = await this.vpfr();
    if (authority === undefined) throw new Error('a V-PFR has certificates');
    const environment = 'sandbox';
    const credentials = await authority.client({ jid: 'FAKE7VPF', company: COMPANY, environment });
    const pfx = makePfx(credentials, { password: 'TAJNA123', ciphers: 'rc2' }).toString('base64');
    await shop.ask('certificate.trust', { environment, bundle: Buffer.from(authority.pem).toString('base64') });
    await shop.ask('certificate.upload', { environment, pfx, password: 'TAJNA123' });
  }

  /** The printers of the shop. */
  printers(): Promise<Printers> {
    return this.once('printers', async () => {
      const printers = await Printers.start(await this.shop());
      this.closing.push(() => printers.stop());
      return printers;
    });
  }

  /** The mail server of the shop. */
  mail(): Promise<SmtpServer> {
    return this.once('mail', async () => {
      const server = await SmtpServer.start();
      const from = 'kasa@primer.rs';
      await (await this.shop()).set('mail', { host: '127.0.0.1', port: server.port, secure: false, from });
      this.closing.push(() => server.stop());
      return server;
    });
  }

  pages(): Promise<Pages> {
    return this.once('pages', async () => {
      const pages = await Pages.start();
      this.closing.push(() => pages.stop());
      return pages;
    });
  }

  /** Makes something that several checks look at, such as a receipt, when the first of them needs it. */
  once<T>(name: string, make: () => Promise<T>): Promise<T> {
    const known = this.started.get(name) as Promise<T> | undefined;
    if (known !== undefined) return known;
    const made = make();
    this.started.set(name, made);
    return made;
  }

  async close(): Promise<void> {
    for (const end of this.closing.toReversed()) await end();
    cleanUp();
  }

  private async open(): Promise<Shop> {
    const shop = await Shop.open();
    this.closing.push(() => shop.close());
    return shop;
  }
}
