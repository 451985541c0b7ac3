import { english } from '../../../src/base/index.js';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { TestBox, type TestBoxOptions } from '../box.js';
import { DESKTOP, newDevice, newPage, openBrowser } from './browser.js';
import { signInDevice } from './signedIn.js';

export const OWNER = { name: 'Вера', secret: 'lozinka vlasnice' } as const;
export const TECHNICIAN = { name: 'Тома', secret: 'lozinka majstora' } as const;

type Person = typeof OWNER | typeof TECHNICIAN;

/** A box that has an owner and a technician, and a browser that looks at it. */
export class Managed {
  private constructor(
    readonly box: TestBox,
    readonly browser: Browser,
  ) {}

  static async start(options: TestBoxOptions = {}): Promise<Managed> {
    const box = await TestBox.start(options);
    for (const [{ name, secret }, role] of [
      [OWNER, 'owner'],
      [TECHNICIAN, 'technician'],
    ] as const) {
      const created = await box.parts.users.create(name, role, secret);
      if (!created.ok) throw new Error(english(created.error.message));
    }
    return new Managed(box, await openBrowser());
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await this.box.stop();
  }

  /**
   * A page of a device on which somebody has signed in, at a screen: `settings/mail`. Without a service worker, which takes a third of the
   * time of a page; tests of the till have it.
   */
  async open(screen: string, person: Person = OWNER, device: BrowserContextOptions = DESKTOP) {
    const context = await newDevice(this.browser, { serviceWorkers: 'block', ...device });
    await signInDevice(context, this.box.origin, person.name, person.secret);
    const { page, faults } = await newPage(context);
    await page.goto(`${this.box.origin}/#/${screen}`);
    await page.getByRole('navigation', { name: 'Мени' }).waitFor();
    return { page, faults, close: () => context.close() };
  }
}

/** Nothing is wider than the screen. */
export async function assertFits(page: Page): Promise<void> {
  const [wide, room] = await page.evaluate<readonly number[]>('[document.documentElement.scrollWidth, innerWidth]');
  assert.ok((wide ?? 0) <= (room ?? 0), `${wide} > ${room}`);
}
