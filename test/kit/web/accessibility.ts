import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { hasBrowser } from './browser.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** Fails when axe-core finds anything on the page as it stands. */
export async function assertAccessible(page: Page): Promise<void> {
  const { violations } = await page.evaluate<{ violations: readonly Violation[] }>(`${AXE}; axe.run()`);
  const found = violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' ')}`);
  assert.equal(found, []);
}

/** A test that needs a browser; it is skipped where there is none. */
export function browserTest(name: string, work: () => Promise<void>): void {
  if (hasBrowser) test(name, work);
  else test.skip(name, work);
}
