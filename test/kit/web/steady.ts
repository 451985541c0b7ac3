import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import type { CheckResult } from '../../../src/interfaces/health/check.js';
import { BROWSER_ARGUMENTS, CHROMIUM, newDevice, newPage } from './browser.js';
import { compareScreens, readScreen, type ScreenPicture, writeScreen } from './pictures.js';

/** Screens that look the same on every machine and every day, with their approved pictures. */

const ROOT = resolve(import.meta.dirname, '../../..');
const KEPT = join(ROOT, 'test/interfaces/web/pictures/expected');
/** Where a picture that differs is put, to be looked at. */
const DIFFERENT = join(ROOT, '.cache/pictures');
/** `npm run pictures -- screens` sets it: pictures are written and not compared. */
const IS_WRITING = process.env['KASIRBOX_PICTURES'] === 'write';
/** Another version of the browser moves and smooths letters a little; a button that is missing is far above. */
const MAX_DIFFERENT = { part: 0.01, worst: 0.05 } as const;

/** When all of it happens: Monday, 23 November 2026, 10:24 in Belgrade. */
export const MOMENT = Date.UTC(2026, 10, 23, 9, 24, 0);

/** Letters are drawn with the one font of the project, unhinted and in grays, wherever it runs. */
const ARGUMENTS = ['--font-render-hinting=none', '--disable-lcd-text', '--force-color-profile=srgb'];

/** A browser that knows no other font than the one of the project. `close` ends it. */
export async function openSteadyBrowser(): Promise<Browser> {
  const folder = mkdtempSync(join(tmpdir(), 'kasirbox-font-'));
  const fonts = resolve(ROOT, 'node_modules/dejavu-fonts-ttf/ttf');
  const config = join(folder, 'fonts.conf');
  writeFileSync(config, fontConfig(fonts, join(folder, 'cache')));
  const env = { ...process.env, FONTCONFIG_FILE: config } as Record<string, string>;
  const args = [...BROWSER_ARGUMENTS, ...ARGUMENTS];
  const browser = await chromium.launch({ executablePath: CHROMIUM, args, env });
  browser.on('disconnected', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return browser;
}

/** Whatever a page asks for, it gets DejaVu Sans, or DejaVu Sans Mono. */
function fontConfig(fonts: string, cache: string): string {
  const accepted = ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf', 'DejaVuSansMono.ttf', 'DejaVuSansMono-Bold.ttf'];
  return `<?xml version="1.0"?>
<fontconfig>
<dir>${fonts}</dir>
<cachedir>${cache}</cachedir>
<selectfont>
<rejectfont><glob>${fonts}/*</glob></rejectfont>
<acceptfont>${accepted.map((name) => `<glob>${fonts}/${name}</glob>`).join('')}</acceptfont>
</selectfont>
<match target="pattern">
<edit name="family" mode="append_last"><string>DejaVu Sans</string></edit>
</match>
</fontconfig>`;
}

/** What a picture is taken of. */
export interface Look {
  readonly device: 'phone' | 'desktop';
  readonly scheme?: 'light' | 'dark';
  readonly language?: 'sr-Cyrl' | 'sr-Latn' | 'en';
  /** The box's state in its stream of events, which differs on each machine. */
  readonly checks?: readonly CheckResult[];
  /** What operations answer, by their name, where that is not the same on each machine. */
  readonly answers?: Readonly<Record<string, unknown>>;
}

const DEVICES: Readonly<Record<Look['device'], BrowserContextOptions>> = {
  phone: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
  desktop: { viewport: { width: 1280, height: 800 } },
};

/** A page of a device that has nothing stored but its language, at {@link MOMENT}. */
export async function steadyPage(browser: Browser, look: Look): Promise<{ page: Page; close: () => Promise<void> }> {
  const { device, scheme = 'light', language = 'sr-Cyrl', checks = [], answers = {} } = look;
  const context = await newDevice(browser, { ...DEVICES[device], colorScheme: scheme, reducedMotion: 'reduce' });
  const { page } = await newPage(context);
  await page.clock.setFixedTime(MOMENT);
  await page.addInitScript(`localStorage.setItem('language', '${language}')`);
  await page.addInitScript(`
    window.EventSource = class extends EventTarget {
      readyState = 1;
      constructor() {
        super();
        setTimeout(() => {
          this.onopen?.();
          this.dispatchEvent(new MessageEvent('checks', { data: ${JSON.stringify(JSON.stringify(checks))} }));
        });
      }
      close() {}
    };`);
  for (const [name, value] of Object.entries(answers)) {
    await page.route(`**/web/operations/${name}`, (route) => route.fulfill({ json: { value } }));
  }
  return { page, close: () => context.close() };
}

/** Texts that are another in each run, and the letters that take the place of theirs. */
const RANDOM: readonly (readonly [pattern: string, letters: string])[] = [
  ['[0-9A-Z]{8}-[0-9A-Z]{8}-(?=\\d)', 'DEMO2026'],
  ['DEMO[0-9A-Z]{4}(?![0-9A-Z-])', 'DEMO2026'],
  ['(?<=127\\.0\\.0\\.1:)\\d{4,5}', '8443'],
  ['(?:[0-9A-Fa-f]{2}:){31}[0-9A-Fa-f]{2}', 'A7C3'],
  ['(?:[0-9A-Fa-f]{4} ){15}[0-9A-Fa-f]{4}', 'A7C3'],
  ['(?<=kasir_)[0-9a-f]{4,}', '7c3a'],
  ['(?:[0-9A-Z]{4,8}-){2,}[0-9A-Z]{4,8}', 'A7C3K9'],
];

interface PictureOptions {
  /** The whole page, not what fits into the window. */
  readonly isWhole?: boolean;
  /** What is painted over, since it is another in each run: codes, and what the program is called by. */
  readonly masks?: readonly string[];
  /** Folder of the picture; by default that of the pages. */
  readonly folder?: string;
}

/** Compares a page with the approved picture of this name; throws the difference. */
export async function assertPicture(page: Page, name: string, options: PictureOptions = {}): Promise<void> {
  const png = await takePicture(page, options);
  const actual = readScreen(png);
  const { folder = KEPT } = options;
  const file = join(folder, `${name}.png`);
  if (IS_WRITING) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, writeScreen(actual));
    return;
  }
  if (!existsSync(file)) throw new Error(`There is no picture ${name}. npm run pictures -- screens writes it.`);
  const { part, worst, drawn } = compareScreens(actual, readScreen(readFileSync(file)));
  if (isAlike({ part, worst })) return;
  throw new Error(
    `${name}: ${percent(part)} of the picture differ, ${percent(worst)} of one square. ` +
      `Now: ${put(`${name}.now.png`, actual)}, what differs: ${put(`${name}.difference.png`, drawn)}. ` +
      'If it is meant: npm run pictures -- screens, and look at the new ones.',
  );
}

function put(name: string, picture: ScreenPicture): string {
  const file = join(DIFFERENT, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, writeScreen(picture));
  return relative(process.cwd(), file);
}

const percent = (part: number): string => `${(part * 100).toFixed(2)} %`;

const isAlike = ({ part, worst }: { readonly part: number; readonly worst: number }): boolean =>
  part <= MAX_DIFFERENT.part && worst <= MAX_DIFFERENT.worst;

function areAlike(one: ScreenPicture, other: ScreenPicture): boolean {
  return one.width === other.width && one.height === other.height && isAlike(compareScreens(one, other));
}

/** Waits until everything has come and two pictures in a row are the same. */
async function takePicture(page: Page, { isWhole = false, masks = [] }: PictureOptions): Promise<Buffer> {
  await page.waitForLoadState('networkidle');
  await page.locator('.loading, [aria-busy=true]').first().waitFor({ state: 'detached' });
  await page.mouse.move(0, 0);
  const take = async (): Promise<Buffer> => {
    await page.evaluate(`(${steadyTexts})(${JSON.stringify(RANDOM)})`);
    return page.screenshot({
      animations: 'disabled',
      caret: 'hide',
      fullPage: isWhole,
      mask: masks.map((mask) => page.locator(mask)),
      maskColor: '#9aa5a1',
    });
  };
  for (let last = await take(), again = 0; again < 10; again += 1) {
    const next = await take();
    // The edges of a long page come out a shade different from time to time, though nothing moves.
    if (next.equals(last) || areAlike(readScreen(next), readScreen(last))) return next;
    last = next;
  }
  throw new Error('the page does not come to rest');
}

const steadyTexts = `(texts) => {
  const fill = (found, letters) => {
    let at = 0;
    return found.replace(/[0-9A-Za-z]/g, () => letters[at++ % letters.length]);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const steady = texts.reduce(
      (text, [pattern, letters]) => text.replace(new RegExp(pattern, 'g'), (found) => fill(found, letters)),
      node.data,
    );
    if (steady !== node.data) node.data = steady;
  }
}`;
