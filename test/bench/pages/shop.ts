import type { Browser, BrowserContext, Page } from 'playwright-core';
import { callService } from '../../../src/interfaces/admin/socket.js';
import { newDevice, newPage, openBrowser, PHONE } from '../../kit/web/browser.js';
import { GOODS, openTill, signIn } from '../../kit/web/till.js';
import type { Bench } from '../bench.js';
import { Service } from '../service.js';

/** A box in a process of its own that has an owner and a few items, and a browser that looks at it. */
export class PagesShop {
  private constructor(
    readonly service: Service,
    readonly browser: Browser,
    private readonly folder: string,
  ) {}

  /** Runs `work`; box and browser are ended whatever happens. */
  static async during<T>(bench: Bench, work: (shop: PagesShop) => Promise<T>): Promise<T> {
    const folder = bench.folder();
    const service = await Service.start(folder);
    try {
      const browser = await openBrowser();
      try {
        const shop = new PagesShop(service, browser, folder);
        await shop.fill();
        return await work(shop);
      } finally {
        await browser.close();
      }
    } finally {
      await service.stop();
    }
  }

  get origin(): string {
    return `https://localhost:${this.service.port}`;
  }

  /** A phone with nothing stored on it, and its first page. */
  async phone(): Promise<{ readonly device: BrowserContext; readonly page: Page }> {
    const device = await newDevice(this.browser, PHONE);
    return { device, page: (await newPage(device)).page };
  }

  /** The till on a phone of its own. */
  async till(name?: string): Promise<Page> {
    const { page } = await this.phone();
    await openTill(page, this.origin, name);
    return page;
  }

  /**
   * Status pages, each on a phone of its own: a browser has six connections to a box, and each page that shows listens
   * on two.
   */
  async statusPages(number: number): Promise<{ readonly close: () => Promise<void> }> {
    const devices: BrowserContext[] = [];
    for (let n = 0; n < number; n += 1) {
      const { device, page } = await this.phone();
      devices.push(device);
      await page.goto(`${this.origin}/#/status`);
      await signIn(page);
      await waitForStatus(page);
    }
    return {
      close: async () => {
        for (const device of devices) await device.close();
      },
    };
  }

  /** New API keys. */
  async apiKeys(number: number): Promise<readonly string[]> {
    const keys: string[] = [];
    for (let n = 1; n <= number; n += 1) {
      const made = await callService(this.folder, 'keys.create', { label: `bench ${n}` });
      if (made?.ok !== true) throw new Error('no key');
      keys.push(made.value.key);
    }
    return keys;
  }

  /** As `kasirbox settings set`. */
  async set(name: string, value: unknown): Promise<void> {
    const changed = await callService(this.folder, 'settings.set', { name, value });
    if (changed?.ok !== true) throw new Error(`${name} is not set`);
  }

  async addOwner(name: string): Promise<void> {
    const owner = await callService(this.folder, 'users.create', { name, role: 'owner', secret: 'tajna-lozinka' });
    if (owner?.ok !== true) throw new Error('no owner');
  }

  private async fill(): Promise<void> {
    await this.addOwner('Мира');
    const rows = GOODS.map((fields, at) => ({ line: at + 2, fields }));
    const items = await callService(this.folder, 'items.import', { rows });
    if (items?.ok !== true) throw new Error('no items');
  }
}

/** What the box knows of itself has come and is drawn. */
export async function waitForStatus(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Стање', level: 1 }).waitFor();
  await page.locator('.checks li').first().waitFor();
}
