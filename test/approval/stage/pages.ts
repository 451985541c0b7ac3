import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { DESKTOP, newDevice, newPage, openBrowser } from '../../kit/web/browser.js';
import { signInDevice } from '../../kit/web/signedIn.js';
import { chooseMore } from '../../kit/web/till.js';
import { OWNER, type Shop } from './shop.js';

/** What a page may take for a step before the step counts as impossible, ms. */
const PATIENCE = 15_000;

/** A browser, and the pages of a box in it. Each check gets a device of its own, with nothing stored on it. */
export class Pages {
  private constructor(private readonly browser: Browser) {}

  static async start(): Promise<Pages> {
    return new Pages(await openBrowser());
  }

  stop(): Promise<void> {
    return this.browser.close();
  }

  /** Works on a screen, `till` or `settings/sale`, as the owner. */
  async at<T>(
    shop: Shop,
    screen: string,
    work: (page: Page) => Promise<T>,
    options: BrowserContextOptions = DESKTOP,
  ): Promise<T> {
    const device = await newDevice(this.browser, { serviceWorkers: 'block', ...options });
    device.setDefaultTimeout(PATIENCE);
    try {
      await signInDevice(device, shop.origin, OWNER.name, OWNER.secret);
      const { page } = await newPage(device);
      await page.goto(`${shop.origin}/#/${screen}`);
      await page.getByRole('navigation', { name: 'Мени' }).or(tillOf(page)).first().waitFor();
      return await work(page);
    } finally {
      await device.close();
    }
  }
}

/** Any of the buttons that the till has when it can sell. */
function tillOf(page: Page): Locator {
  return page.getByRole('button', { name: 'Слободан износ' });
}

/** Adds an item of the catalogue to the open bill. */
export async function add(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('button', { name }).first().click();
}

/** Charges the open bill in cash, exactly. */
export async function payCash(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Наплати', exact: true }).click();
  await page.getByRole('button', { name: /тачно/ }).click();
}

/** The text of the receipt on the screen after a sale. */
export async function receiptText(page: Page): Promise<string> {
  return page.getByLabel('Текст рачуна').innerText();
}

/** Opens what is behind *Још*. */
export async function more(page: Page, name: string | RegExp): Promise<void> {
  await chooseMore(page, name);
}

/** Whether something is on the page within a moment. */
export async function isShown(locator: Locator, within = 3_000): Promise<boolean> {
  try {
    await locator.first().waitFor({ timeout: within });
    return true;
  } catch {
    return false;
  }
}

/** Names a company as the buyer of the bill, with the code and the value of its optional field. */
export async function nameBuyer(page: Page, buyer: string, code: string, value: string): Promise<void> {
  await page
    .getByRole('button', { name: /Рачун на купца|Купац/ })
    .first()
    .click();
  await page.getByLabel('Број', { exact: true }).fill(buyer.slice(3));
  await page.getByLabel('Опционо поље купца').selectOption(code);
  await page.getByLabel('Ознака са документа').fill(value);
  await page.getByRole('button', { name: 'Примени' }).click();
}
