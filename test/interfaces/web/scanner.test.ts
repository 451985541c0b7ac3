import type { CDPSession, Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { cases } from '../../kit/cases.js';
import { seededRandom } from '../../kit/random.js';
import { type LayoutName, LAYOUTS, scanned, type ScannerSettings, type Suffix, SUFFIXES } from '../../kit/scanner.js';
import { hasBrowser } from '../../kit/web/browser.js';
import { atTill, receiptsOf, untilKept } from '../../kit/web/till.js';

const random = seededRandom();

/** A scanner of the model on a real page: every screen, whatever has the focus. The reader itself is tried far more often by its own test. */
const SCANS = cases('SCANNED_PAGES', { ci: 12, all: 150 });

const COFFEE = '8600000000011';
const SELLING = ['till', 'till/pay', 'till/more'];
/** With what each needs before it is there. */
const ELSEWHERE = ['status', 'settings/company', 'users', 'reports', 'settings/selling'];

/** Sends the keys of a scanner; the browser believes the times that they have. */
async function type(devtools: CDPSession, text: string, settings: ScannerSettings): Promise<void> {
  const begin = Date.now() - 60_000;
  const keys = scanned(text, 0, settings);
  const length = keys.at(-1)?.time ?? 0;
  await Promise.all(
    keys.map(({ type: kind, key, code, time, shift }) =>
      devtools.send('Input.dispatchKeyEvent', {
        type: kind === 'up' ? 'keyUp' : 'keyDown',
        ...{ key, code, modifiers: shift ? 8 : 0, timestamp: (begin + 60_000 - length + time) / 1000 },
        ...(kind === 'down' && { text: key === 'Enter' ? '\r' : key === 'Tab' ? '' : key }),
        windowsVirtualKeyCode: key === 'Enter' ? 13 : key === 'Tab' ? 9 : key === ' ' ? 32 : 0,
      }),
    ),
  );
}

/** Gives the focus to anything that may have it; says what. */
function focusAnything(page: Page): Promise<string> {
  return page.evaluate<string>(`(() => {
    const all = [...document.querySelectorAll('button:not(:disabled), a[href], input:not([type=password]), select, summary, textarea')]
      .filter((one) => one.checkVisibility() && !one.matches('.skip'));
    const one = all[Math.floor(${random.next()} * (all.length + 1))];
    if (one === undefined) document.activeElement?.blur();
    else one.focus();
    return one === undefined ? 'nothing' : one.tagName + ' ' + (one.textContent || one.type || '').slice(0, 30);
  })()`);
}

function anySettings(): ScannerSettings {
  const gap = random.pick([4, 12, 35, 70, 110]);
  return {
    gap: () => Math.max(3, gap + random.int(-3, 3)),
    suffix: random.pick(Object.keys(SUFFIXES).filter((one) => one !== 'none') as Suffix[]),
    layout: random.pick(Object.keys(LAYOUTS) as LayoutName[]),
    capsLock: false,
    tellsPlace: true,
  };
}

if (hasBrowser) {
  test('what is scanned on the till is sold, elsewhere it is told; no key of a scanner issues a receipt or changes anything', () =>
    atTill(async (page, box, faults) => {
      const devtools = await page.context().newCDPSession(page);
      let quantity = 1;
      await page.getByRole('button', { name: /Кафа/ }).click();
      await untilKept(page, 'the coffee', ({ cart }) => cart.lines[0]?.quantity === 1000);
      const settingsBefore = JSON.stringify(box.parts.settings.now);
      for (let count = 0; count < SCANS; count++) {
        const isSelling = random.oneIn(2);
        const screen = random.pick(isSelling ? SELLING : ELSEWHERE);
        await page.goto(`${box.origin}/#/${screen}`);
        await page.locator('main :is(h1, h2, form, button):visible').first().waitFor();
        const focus = await focusAnything(page);
        const settings = anySettings();
        await type(devtools, COFFEE, settings);
        const told = JSON.stringify({ screen, focus, ...settings, gap: settings.gap() });
        if (isSelling) {
          quantity += 1;
          const wanted = quantity * 1000;
          await untilKept(page, `${quantity} coffees: ${told}`, ({ cart }) => cart.lines[0]?.quantity === wanted);
        } else {
          await page.getByText(`Скенирано је ${COFFEE}`).waitFor();
          assert.is(new URL(page.url()).hash, `#/${screen}`, told);
        }
        assert.equal(await receiptsOf(box), [], told);
        await page.evaluate('document.activeElement?.blur()');
      }
      assert.is(JSON.stringify(box.parts.settings.now), settingsBefore);
      await untilKept(page, 'one line', ({ cart }) => cart.lines.length === 1);
      // Fast requests for pages are slowed down.
      const others = faults.filter((fault) => !fault.includes('429'));
      faults.splice(0, Infinity, ...others);
    }));
} else {
  test.skip('there is no browser here');
}

test.run();
