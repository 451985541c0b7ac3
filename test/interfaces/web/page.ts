import { english } from '../../../src/base/index.js';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { UserRole } from '../../../src/platform/ledger/shopRecords.js';
import type { TestBox } from '../../kit/box.js';
import { DESKTOP, newDevice, newPage } from '../../kit/web/browser.js';
import { PASSWORD, signInDevice } from '../../kit/web/signedIn.js';

/** A person at a device, signed in. */
export interface Person {
  readonly device: BrowserContext;
  readonly page: Page;
  /** What went wrong in the page. */
  readonly faults: string[];
}

/** Is nothing wider than the screen? */
export function fitsWidth(page: Page): Promise<boolean> {
  return page.evaluate('document.documentElement.scrollWidth <= innerWidth');
}

/** Creates the user if necessary, signs in, and opens the status page. There is no service worker. */
export async function personAt(
  browser: Browser,
  box: TestBox,
  { name = 'Ана', role = 'owner', ...options }: BrowserContextOptions & { name?: string; role?: UserRole } = {},
): Promise<Person> {
  // A box without an owner asks everybody to claim it.
  for (const [one, its] of [['Ана', 'owner'] as const, [name, role] as const]) {
    if (box.parts.users.findByName(one) !== undefined) continue;
    const created = await box.parts.users.create(one, its, PASSWORD);
    if (!created.ok) throw new Error(english(created.error.message));
  }
  const device = await newDevice(browser, { ...DESKTOP, serviceWorkers: 'block', ...options });
  await signInDevice(device, box.origin, name, PASSWORD);
  const { page, faults } = await newPage(device);
  await page.goto(`${box.origin}/#/status`);
  await page.getByRole('navigation', { name: 'Мени' }).waitFor();
  return { device, page, faults };
}
