import { english } from '../../../src/base/index.js';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import type { TillState } from '../../../src/interfaces/web/client/till/tillState.js';
import { TestBox } from '../box.js';
import { FakePfrServer } from '../pfr/server.js';
import type { BoxProcess } from '../process.js';
import { until } from '../until.js';
import { DESKTOP, newDevice, newPage, openBrowser } from './browser.js';
import { inEnglish } from '../inEnglish.js';

/** The shop of the till's tests. */
export const GOODS = [
  { name: 'Кафа', price: 150, label: 'Ђ', plu: '1', category: 'Пића', gtin: '8600000000011' },
  { name: 'Чај', price: 120, label: 'Ђ', plu: '2', category: 'Пића' },
  { name: 'Јабука', price: 89.9, label: 'Е', plu: '123', unit: 'кг', category: 'Воће' },
  { name: 'Бурек', price: 220, label: 'Е', plu: '4', category: 'Храна' },
  { name: 'Поправка', price: 0, label: 'Ђ', plu: '5' },
] as const;

const PASSWORD = 'tajna-lozinka';

export interface TillTest {
  readonly device?: BrowserContextOptions;
  /** Of the browser. */
  readonly args?: readonly string[];
  /** Before the till is opened. */
  readonly prepare?: (box: TestBox) => Promise<void>;
  /** False cuts the page off from the box's event stream. Default: true. */
  readonly hears?: boolean;
}

/** A box with a shop, and its till on a device; nothing may go wrong in the page. */
export async function atTill(
  work: (page: Page, box: TestBox, faults: string[]) => Promise<void>,
  { device = DESKTOP, args = [], prepare, hears = true }: TillTest = {},
): Promise<void> {
  await TestBox.during(async (box) => {
    const browser = await openBrowser(...args);
    try {
      await openShop(box);
      await prepare?.(box);
      const { page, faults } = await newPage(await newDevice(browser, device));
      if (!hears) await page.route('**/web/events/box', () => undefined);
      await openTill(page, box.origin);
      await work(page, box, faults);
      assert.equal(faults, []);
    } finally {
      await browser.close();
    }
  });
}

/** Sells the item of this name, in cash, and continues. */
export async function sellCash(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('button', { name }).first().click();
  await page.getByRole('button', { name: 'Наплати' }).click();
  await page.getByRole('button', { name: /тачно/ }).click();
  await nextSale(page).click();
}

export function nextSale(page: Page): Locator {
  return page.getByRole('button', { name: 'Следећа продаја' });
}

/** Chooses something that is needed less often. */
export async function chooseMore(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Још', exact: true }).click();
  await page.getByRole('button', { name, exact: true }).click();
}

/** Between two keys of a scanner, and of a hand, ms. */
const SCANNED = 5;
const TYPED = 200;

/** Types a code as a scanner does, and ends it with Enter. */
export function scan(page: Page, code: string): Promise<void> {
  return typeKeys(page, code, SCANNED);
}

/** Types a text as a person does, and ends it with Enter. */
export function typeByHand(page: Page, text: string): Promise<void> {
  return typeKeys(page, text, TYPED);
}

/**
 * The till tells a scanner from a hand by the times of the keys. Each key says when it was pressed, since a busy
 * browser gets round to it at any time; none waits for the one before.
 */
async function typeKeys(page: Page, text: string, between: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const characters = Array.from(text);
  const begin = Date.now() - characters.length * between;
  const keys = [...characters.map((character) => [character, character] as const), ['Enter', '\r'] as const];
  const sent = keys.flatMap(([key, typed], at) => {
    const pressed = { key, timestamp: (begin + at * between) / 1000, windowsVirtualKeyCode: virtualKey(typed) };
    return [
      devtools.send('Input.dispatchKeyEvent', { type: 'keyDown', text: typed, ...pressed }),
      devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', ...pressed }),
    ];
  });
  await Promise.all(sent);
  await devtools.detach();
}

/** Those of digits, Latin letters and Enter are their characters; others have none. */
function virtualKey(character: string): number {
  return /^[\da-z\r]$/i.test(character) ? character.toUpperCase().charCodeAt(0) : 0;
}

/** Reads the till's stored state, by its own connection to the database of the device. */
const READ_KEPT = `new Promise((resolve, reject) => {
  const asked = indexedDB.open('till');
  asked.onerror = () => reject(asked.error);
  asked.onsuccess = () => {
    const found = asked.result.transaction('kept').objectStore('kept').get('state');
    found.onerror = () => reject(found.error);
    found.onsuccess = () => {
      asked.result.close();
      resolve(found.result ?? null);
    };
  };
})`;

/** Waits until the device has stored the state of the till: what is only shown may be lost in a reload. */
export function untilKept(page: Page, what: string, holds: (kept: TillState) => boolean): Promise<void> {
  return until(`the till keeps ${what}`, async () => {
    const kept = await page.evaluate<TillState | null>(READ_KEPT);
    return kept !== null && holds(kept);
  });
}

/** Fills the catalogue, and makes an owner. */
export async function openShop(box: TestBox, goods: readonly object[] = GOODS): Promise<void> {
  for (const item of goods) {
    const made = await box.parts.catalogue.create(item);
    if (!made.ok) throw new Error(JSON.stringify(inEnglish(made.error)));
  }
  const owner = await box.parts.users.create('Мира', 'owner', PASSWORD);
  if (!owner.ok) throw new Error(english(owner.error.message));
}

/**
 * Gives a box a processor, and lets sales wait for it while it is away. One receipt is made, so that the rates are
 * known.
 */
export async function openQueue(box: TestBox): Promise<FakePfrServer> {
  const fake = await FakePfrServer.start({ now: box.now });
  fake.pfr.card.isOpen = true;
  await box.set('pfr.sandbox', { mode: 'lpfr', url: fake.url, timeout: 2, signingLimit: 2 });
  await box.set('offlineQueue', { enabled: true, maxCount: 10, maxAgeHours: 1, printSlip: false });
  const items = [{ name: 'Вода', quantity: 1, unitPrice: 70, label: 'Ђ' }];
  const { status, text } = await (await box.client()).post('/invoices', { items });
  if (status !== 201) throw new Error(text);
  return fake;
}

/** Signs the owner in, which opens the till. */
export async function openTill(page: Page, origin: string, name?: string): Promise<void> {
  await page.goto(origin);
  await signIn(page, name);
  await page.getByRole('button', { name: 'Слободан износ' }).waitFor();
}

export async function signIn(page: Page, name = 'Мира'): Promise<void> {
  await page.getByLabel('Име').fill(name);
  await page.getByLabel('Лозинка').fill(PASSWORD);
  await page.getByRole('button', { name: 'Пријави се' }).click();
}

/** How many receipts the box has, newest first, as the ledger holds them. */
interface MadeReceipt {
  readonly invoiceType: string;
  readonly uuid: string;
  readonly total: number;
  readonly tendered?: number;
  readonly journal: string;
}

export async function receiptsOf(box: TestBox): Promise<readonly MadeReceipt[]> {
  const client = await box.client();
  const { text } = await client.get('/invoices');
  return (JSON.parse(text) as { invoices: MadeReceipt[] }).invoices;
}

/** Makes the owner of a box that runs as a process. */
export async function addOwner(box: BoxProcess): Promise<void> {
  const made = await box.ask('users.create', { name: 'Мира', role: 'owner', secret: PASSWORD });
  if (made?.ok !== true) throw new Error(made === undefined ? 'nobody answers' : english(made.error));
}
