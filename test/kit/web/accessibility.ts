import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Turns } from '../turns.js';
import { hasBrowser } from './browser.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Fails when axe-core finds a fault on the page in its present state. */
export async function assertAccessible(page: Page): Promise<void> {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(AXE);
  // What it passed is not collected, which is much more than what it found.
  const found = await page.evaluate<readonly string[]>(`
    axe.run({ resultTypes: ['violations'] }).then(({ violations }) =>
      violations.map(({ id, help, nodes }) => id + ': ' + help + ': ' + nodes.map(({ html }) => html).join(' ')))`);
  assert.equal(found, []);
}

/** A test that needs a browser; it is skipped without one. */
export function browserTest(name: string, work: () => Promise<void>): void {
  if (hasBrowser) test(name, work);
  else test.skip(name, work);
}

/** The same of tests that take turns. */
export class BrowserTurns extends Turns {
  override test(name: string, work: () => Promise<void>): boolean {
    return super.test(name, hasBrowser ? work : undefined);
  }
}
