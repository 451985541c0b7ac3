import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { shareOf } from '../../kit/cases.js';
import { withCheckDigit } from '../../kit/scanner.js';
import { hasBrowser } from '../../kit/web/browser.js';
import { atTill, scan, untilKept } from '../../kit/web/till.js';
import { CLIPPED_RINGS } from './clippedRings.js';

/** PICTURES=folder keeps what the screens look like. */
const PICTURES = process.env['PICTURES'];

/** From the smallest phone to a wall; on its side, and with the keyboard of the screen, which leaves half of the height. */
const SIZES = [
  [320, 480],
  [360, 740],
  [740, 360],
  [360, 380],
  [480, 320],
  [768, 1024],
  [1024, 768],
  [1024, 400],
  [1280, 800],
  [1920, 1080],
] as const;
const TYPE = [100, 130, 150, 200] as const;
/** Of what costs most. */
const FLAT = 99;
const LINES = [1, 10, 50] as const;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where something is on the screen, as far as it can be seen and tapped. */
function seen(page: Page, selector: string): Promise<{ readonly box: Box; readonly isSeen: boolean }> {
  return page.evaluate<{ box: Box; isSeen: boolean }>(`(() => {
    const element = document.querySelector(${JSON.stringify(selector)});
    const { x, y, width, height } = element.getBoundingClientRect();
    const points = [[0.1, 0.1], [0.9, 0.1], [0.5, 0.5], [0.1, 0.9], [0.9, 0.9]];
    const isSeen = element.scrollWidth <= element.clientWidth + 1 && points.every(([across, down]) => {
      const found = document.elementFromPoint(x + width * across, y + height * down);
      return found !== null && (element.contains(found) || found.contains(element));
    });
    return { box: { x, y, width, height }, isSeen: isSeen && x >= 0 && y >= 0 && x + width <= innerWidth && y + height <= innerHeight };
  })()`);
}

async function look(page: Page, [width, height]: readonly [number, number], type: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.evaluate(`document.documentElement.style.fontSize = '${type}%'`);
  // An observer reports sizes, at the latest two frames later.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
}

/** Where a keyboard begins on a phone of 844 px. */
const COVERED_FROM = 480;
const TELL = "visualViewport.dispatchEvent(new Event('resize'))";
const COVER = `Object.defineProperty(visualViewport, 'height', { value: ${COVERED_FROM}, configurable: true }); ${TELL}`;
const UNCOVER = `delete visualViewport.height; ${TELL}`;

if (hasBrowser) {
  test('total and Наплати stand at one place and can be tapped, with 1, 10 and 50 lines, on every size, with larger type', () =>
    atTill(
      async (page) => {
        const faults: string[] = [];
        const places = new Map<string, string>();
        for (const count of LINES) {
          const before = count === 1 ? 0 : count === 10 ? 1 : 10;
          for (let at = before; at < count; at += 1) await scan(page, codeOf(at));
          await untilKept(page, `${count} lines`, ({ cart }) => cart.lines.length === count);
          for (const size of shareOf(SIZES, 3)) {
            for (const type of TYPE) {
              await look(page, size, type);
              const name = `${size.join('×')} at ${type} %`;
              for (const [what, selector] of [
                ['Наплати', '.bill .pay .primary'],
                ['total', '.bill .total'],
              ] as const) {
                const { box, isSeen } = await seen(page, selector);
                if (!isSeen)
                  faults.push(`${what} is not to be seen with ${count} lines on ${name}: ${JSON.stringify(box)}`);
                const place = what === 'total' ? JSON.stringify([box.y, box.height]) : JSON.stringify(box);
                const known = places.get(what + name) ?? place;
                if (known !== place)
                  faults.push(`${what} moves from ${known} to ${place} with ${count} lines on ${name}`);
                places.set(what + name, known);
              }
              const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
              if (wide > 0) faults.push(`${wide} px too wide with ${count} lines on ${name}`);
              if (PICTURES !== undefined && (type === 100 || type === 200)) {
                mkdirSync(PICTURES, { recursive: true });
                await page.screenshot({ path: join(PICTURES, `${size.join('x')}-${type}-${count}.png`) });
              }
            }
          }
        }
        await look(page, [1024, 768], 100);
        await page.keyboard.press('Tab');
        faults.push(...(await page.evaluate<readonly string[]>(CLIPPED_RINGS)));
        // A sum of hundreds of millions covers nothing either.
        await scan(page, codeOf(FLAT));
        await untilKept(page, 'the flat', ({ cart }) => cart.lines.length === 51);
        for (const size of [...shareOf(SIZES, 3), [1024, 768] as const]) {
          await look(page, size, 100);
          const { isSeen, box } = await seen(page, '.bill .total');
          if (!isSeen) faults.push(`a long total is covered on ${size.join('×')}: ${JSON.stringify(box)}`);
        }
        // Safari lays its keyboard over the page, and says so by the visual viewport alone.
        await look(page, [390, 844], 100);
        await page.evaluate(COVER);
        await look(page, [390, 844], 100);
        const { box: above } = await seen(page, '.bill .pay .primary');
        if (above.y + above.height > COVERED_FROM)
          faults.push(`Наплати is behind a keyboard: ${JSON.stringify(above)}`);
        await page.evaluate(UNCOVER);
        await look(page, [390, 844], 100);
        const { box: below } = await seen(page, '.bill .pay .primary');
        if (below.y < COVERED_FROM) faults.push(`Наплати stays up without a keyboard: ${JSON.stringify(below)}`);
        await look(page, [390, 844], 200);
        await page.getByRole('button', { name: 'Наплати' }).click();
        await page.getByRole('button', { name: /тачно/ }).waitFor();
        const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
        if (wide > 0) faults.push(`${wide} px too wide where it is paid, with large type`);
        assert.equal(faults, []);
      },
      {
        async prepare(box) {
          const flat = { name: 'Стан', price: 999_900_000, label: 'Ђ', gtin: codeOf(FLAT) };
          assert.ok((await box.parts.catalogue.create(flat)).ok);
          for (let at = 0; at < 50; at += 1) {
            const item = {
              name: `Артикал ${at + 1} са дужим називом`,
              price: 1234.5 + at,
              label: 'Ђ',
              gtin: codeOf(at),
            };
            assert.ok((await box.parts.catalogue.create(item)).ok);
          }
        },
      },
    ));
} else {
  test.skip('there is no browser here');
}

function codeOf(at: number): string {
  return withCheckDigit(String(860_100_000_000 + at));
}

test.run();
