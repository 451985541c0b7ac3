import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/** Debian's build of Chromium without a window, which starts and draws in two thirds of the CPU time; scripts/test installs it. */
export const CHROMIUM = '/usr/bin/chromium-headless-shell';
/** It looks for nothing outside: every connection goes to the box. */
export const BROWSER_ARGUMENTS = [
  '--no-sandbox',
  // Which authority is trusted is tried with TLS clients elsewhere; a service worker would be refused otherwise.
  '--ignore-certificate-errors',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const hasBrowser = existsSync(CHROMIUM);
if (!hasBrowser) console.log('skipped: a browser: install the Debian package chromium-headless-shell');

/** What a page is looked at with. */
export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, deviceScaleFactor: 2 } as const;
export const TABLET = { viewport: { width: 820, height: 1180 }, hasTouch: true } as const;
export const DESKTOP = { viewport: { width: 1280, height: 800 } } as const;

/** A browser in a process of its own; `close` ends it. `more`: further arguments. */
export async function openBrowser(...more: readonly string[]): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: [...BROWSER_ARGUMENTS, ...more] });
}

/** How long a page may take for what a test waits for, ms: all the time that there is, less than the limit of a file to say what it was. */
const PATIENCE = 90_000;

/** A device with nothing stored on it, which trusts the authority of the box as far as a browser can be configured so. */
export async function newDevice(browser: Browser, options: BrowserContextOptions = DESKTOP): Promise<BrowserContext> {
  const device = await browser.newContext({
    ignoreHTTPSErrors: true,
    locale: 'sr-RS',
    timezoneId: 'Europe/Belgrade',
    ...options,
  });
  device.setDefaultTimeout(PATIENCE);
  return device;
}

/** A new page of a device; what the page logs as an error, or throws, ends up in `faults`. */
export async function newPage(device: BrowserContext): Promise<{ readonly page: Page; readonly faults: string[] }> {
  const page = await device.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  return { page, faults };
}

/** A folder that is removed when `work` has ended. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'kasirbox-web-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
