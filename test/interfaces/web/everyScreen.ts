import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { latin } from '../../../src/base/bilingual.js';
import { line } from '../../sales/invoicing/bodies.js';
import type { Invoice } from '../../kit/answers.js';
import { shareOf } from '../../kit/cases.js';
import { read } from '../../kit/client.js';
import { DESKTOP, PHONE } from '../../kit/web/browser.js';
import { TEXTS } from '../../kit/web/texts.js';
import { assertAccessible } from '../../kit/web/accessibility.js';
import { CLIPPED_RINGS } from './clippedRings.js';
import { Managed } from '../../kit/web/managing.js';

export type Language = 'sr-Cyrl' | 'sr-Latn' | 'en';

const SETTINGS = [
  ...[
    'company',
    'processor',
    'certificates',
    'card',
    'printers',
    'selling',
    'mail',
    'notify',
    'backup',
    'fleet',
    'network',
    'keys',
    'audit',
  ],
  ...['updates', 'service', 'advanced'],
];
const STEPS = ['company', 'processor', 'certificate', 'printer', 'tablet', 'cashiers', 'backup'];

/** Every text of the pages in a language; placeholders match any value. */
const placeholders = /\{\w+\}/;

/** What people and the box have written, and no text of a page: items, names, papers. */
const DATA = '.paper, .manual, bdi, input, textarea, option, .user, pre, .address';

/** A shop with one of everything, whose data have Latin letters alone. */
export async function openShop(): Promise<{ readonly managed: Managed; readonly screens: readonly string[] }> {
  const managed = await Managed.start();
  const { box } = managed;
  const client = await box.client('till 1');
  const items = [line({ name: 'Kafa', unit: 'kom' })];
  const sale = read('Invoice', 201, await client.post('/invoices', { items, cashier: 'Vera' })) satisfies Invoice;
  const printer = { name: 'sank', address: 'tcp://127.0.0.1:9', width: 80, dpi: 203, mode: 'raster' } as const;
  await box.set('printers', [printer]);
  await box.parts.catalogue.create({ name: 'Kafa', price: 150, label: 'Ђ', plu: '1', category: 'Pica' });
  await box.parts.users.create('Mika', 'cashier', '2468');
  const tablet = await box.parts.tablets.admit('Tablet', 'Vera');
  assert.ok(tablet.ok);
  return {
    managed,
    screens: [
      ...['help', 'till', 'status', 'receipts', `receipts/${sale.uuid}`, 'reports', 'catalogue', 'catalogue/import'],
      ...['catalogue/labels', 'users', 'settings', ...SETTINGS.map((name) => `settings/${name}`)],
      ...[...['till/more', 'till/find', 'setup'], ...STEPS.map((name) => `setup/${name}`)],
    ],
  };
}

/** What was seen of the screens. */
interface Walked {
  /** Screens that were shown, in their order. */
  readonly seen: readonly string[];
  /** Heading of the screen of settings. */
  readonly settings: string | null;
  readonly isDark: boolean;
  /** Width of the page, px. */
  readonly width: number;
  readonly faults: readonly string[];
}

/**
 * Looks at every screen in one language, as an owner with a phone or at a desk, in light or dark. axe takes most of the time, so in CI it
 * looks at a quarter of them, by the commit.
 */
export async function walk(
  { managed, screens }: Awaited<ReturnType<typeof openShop>>,
  language: Language,
  device: 'phone' | 'desktop',
  colorScheme: 'light' | 'dark',
  hasAxe = true,
): Promise<Walked> {
  const options = { ...(device === 'phone' ? PHONE : DESKTOP), colorScheme };
  const { page, faults, close } = await managed.open('settings', undefined, options);
  await page.addInitScript(WATCH_SHIFTS);
  // Answers come one after the other, as over a slow Wi-Fi, where parts of a screen push each other away.
  let answers = 0;
  await page.route(/\/(?:web|api)\/(?!events)/, async (route) => {
    answers += 1;
    await sleep((answers % 4) * LAG);
    await route.continue();
  });
  await page.evaluate(`localStorage.setItem('language', '${language}')`);
  await page.reload();
  await page.locator('nav').first().waitFor();
  // What moves on this screen is not of the next one.
  await shownWhole(page);
  const found: string[] = [];
  const seen: string[] = [];
  let settings: string | null = null;
  const withAxe = hasAxe ? shareOf(screens, 4) : [];
  for (const screen of screens) {
    await page.evaluate('window.shifted = 0');
    await page.goto(`${managed.box.origin}/#/${screen}`);
    await shownWhole(page);
    const shifted = await page.evaluate<number>(SHIFTED);
    seen.push((await page.evaluate<string>('location.hash')).replace('#/', ''));
    if (screen === 'settings') settings = await page.locator('main h1').first().textContent();
    if (shifted > MAX_SHIFT) found.push(`${screen}: moved while it appeared: ${shifted.toFixed(2)}`);
    await page.evaluate("for (const one of document.querySelectorAll('main details')) one.open = true");
    for (const fault of [...(await textFaults(page, language)), ...(await sizeFaults(page, device))]) {
      found.push(`${screen}: ${fault}`);
    }
    // Buttons have a ring only for who uses keys.
    await page.keyboard.press('Tab');
    found.push(...(await page.evaluate<readonly string[]>(CLIPPED_RINGS)).map((one) => `${screen}: ${one}`));
    if (device === 'phone') {
      const wide = await page.evaluate<readonly string[]>(WIDE_IN_LARGE_TYPE);
      found.push(...wide.map((one) => `${screen}: too wide with type of twice the size: ${one}`));
    }
    if (!withAxe.includes(screen)) continue;
    try {
      await assertAccessible(page);
    } catch (error) {
      found.push(`${screen}: axe: ${String((error as { actual?: unknown }).actual)}`);
    }
  }
  const isDark = await page.evaluate<boolean>("matchMedia('(prefers-color-scheme: dark)').matches");
  const width = await page.evaluate<number>('innerWidth');
  await close();
  return { seen, settings, isDark, width, faults: [...found, ...faults] };
}

/** Waits until a screen is there, and then until nothing of it is still being loaded: before, nothing says so. */
async function shownWhole(page: Page): Promise<void> {
  await page.locator('main :is(h1, h2, form, button):visible').first().waitFor();
  await page.locator('.loading').first().waitFor({ state: 'detached' });
}

/** Each answer comes so much later than the one before it, four in a row, ms. */
const LAG = 60;
/** Layout shift that is still good (web.dev/articles/cls). */
const MAX_SHIFT = 0.1;
/** Adds up how far things move. The browser takes a change of the address for input, which a person's tap is, so input is not left out. */
const WATCH_SHIFTS = `
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) window.shifted += value;
  }).observe({ type: 'layout-shift', buffered: true });
`;
/** What does not fit once the person has set type of twice the size. */
const WIDE_IN_LARGE_TYPE = `(() => {
  const { style } = document.documentElement;
  style.fontSize = '200%';
  const isWide = document.documentElement.scrollWidth > innerWidth;
  const wide = [...document.querySelectorAll('body *')].filter((one) =>
    isWide && one.getBoundingClientRect().right > innerWidth + 1 && one.closest('.table, .chips') === null);
  style.fontSize = '';
  return wide.map((one) => one.localName + '.' + one.className + ' ' + one.textContent.trim().slice(0, 30)).slice(0, 3);
})()`;
/** The sum, after two frames were painted, so that the last shift is in it. */
const SHIFTED = `new Promise((resolve) => {
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(window.shifted))));
})`;

/** Texts in letters of another language, and what was meant to be replaced. */
async function textFaults(page: Page, language: Language): Promise<string[]> {
  const shown = await page.evaluate<readonly string[]>(`(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts = [...document.querySelectorAll('[aria-label], [title], [placeholder]')].flatMap((element) =>
      ['aria-label', 'title', 'placeholder'].map((name) => element.closest(${JSON.stringify(DATA)}) ? '' : element.getAttribute(name) ?? ''));
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (!node.parentElement.closest(${JSON.stringify(`${DATA}, script, noscript`)})) texts.push(node.textContent);
    return [...texts, document.title];
  })()`);
  const faults = shown.filter((text) => placeholders.test(text) || isKey(text)).map((text) => `raw: ${text}`);
  if (language === 'sr-Cyrl') return faults;
  // Names of the language and of people, and the usual unit, are the same everywhere.
  const foreign = shown.filter((text) =>
    /\p{Script=Cyrillic}{2}/u.test(text.replace(/Ћир|Вера|Тома|ДЕМО ПРОДАВНИЦА|Пекара|ком/g, '')),
  );
  const serbian = language === 'en' ? shown.filter((text) => SERBIAN_LATIN.has(text.trim())) : [];
  return [...faults, ...[...foreign, ...serbian].map((text) => `in another language: ${text}`)];
}

/** Is it the name of a text, such as `COMMON.save`, in place of the text? */
function isKey(text: string): boolean {
  return /^[A-Z_]+\.[a-zA-Z]+$/.test(text.trim()) || /\b(undefined|NaN|\[object Object\])\b/.test(text);
}

/** Serbian texts in Latin that are no English ones. */
const SERBIAN_LATIN: ReadonlySet<string> = new Set(
  Object.values(TEXTS)
    .flatMap((texts) => Object.values(texts))
    .map(({ sr, en }) => (latin(sr) === en ? '' : latin(sr)))
    .filter((text) => text.length > 3),
);

/** What does not fit, and on a phone what a thumb does not hit: 44 px, but for links within a sentence. */
function sizeFaults(page: Page, device: 'phone' | 'desktop'): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const found = [];
    const wide = document.documentElement.scrollWidth;
    if (wide > innerWidth) found.push('as wide as ' + wide);
    if (${device === 'desktop'}) return found;
    for (const target of document.querySelectorAll('button, a, select, summary, input:not([type=file])')) {
      const label = target.labels?.[0];
      const isSwitch = target.type === 'checkbox' || target.type === 'radio';
      const box = (isSwitch ? label ?? target : target).getBoundingClientRect();
      if (box.width === 0 || target.matches('.skip') || target.closest('p, li > bdi, .manual') !== null && target.matches('a:not(.button)')) continue;
      if (box.height < 43.5 || box.width < 43.5) found.push('small: ' + (target.textContent || label?.textContent || target.type) + ' ' + Math.round(box.width) + '×' + Math.round(box.height));
    }
    return found;
  })()`);
}
