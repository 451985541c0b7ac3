import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { TestBox, type TestBoxOptions } from '../box.js';
import { DESKTOP, newDevice, newPage, openBrowser } from './browser.js';

export const OWNER = { name: 'Вера', secret: 'lozinka vlasnice' } as const;
export const TECHNICIAN = { name: 'Тома', secret: 'lozinka majstora' } as const;

type Person = typeof OWNER | typeof TECHNICIAN;

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A box that has an owner and a technician, and a browser that looks at it. */
export class Managed {
  private constructor(
    readonly box: TestBox,
    readonly browser: Browser,
  ) {}

  static async start(options: TestBoxOptions = {}): Promise<Managed> {
    const box = await TestBox.start(options);
    for (const [{ name, secret }, role] of [
      [OWNER, 'owner'],
      [TECHNICIAN, 'technician'],
    ] as const) {
      const created = await box.parts.users.create(name, role, secret);
      if (!created.ok) throw new Error(created.error.message);
    }
    return new Managed(box, await openBrowser());
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await this.box.stop();
  }

  /** A page of a device on which somebody has signed in, at a screen: `settings/mail`. */
  async open(screen: string, person: Person = OWNER, device: BrowserContextOptions = DESKTOP) {
    const context = await newDevice(this.browser, device);
    const { page, faults } = await newPage(context);
    await page.goto(`${this.box.origin}/#/${screen}`);
    await page.getByLabel('Име').fill(person.name);
    await page.getByLabel('Лозинка').fill(person.secret);
    await page.getByRole('button', { name: 'Пријави се' }).click();
    await page.getByRole('navigation', { name: 'Мени' }).waitFor();
    return { page, faults, close: () => context.close() };
  }
}

/** Nothing that axe-core finds is wrong with what is shown. */
export async function assertAccessible(page: Page): Promise<void> {
  await page.evaluate(AXE);
  const found = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run: () => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    return (await axe.run()).violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  });
  assert.equal(found, []);
}

/** Nothing is wider than the screen. */
export async function assertFits(page: Page): Promise<void> {
  const [wide, room] = await page.evaluate<readonly number[]>('[document.documentElement.scrollWidth, innerWidth]');
  assert.ok((wide ?? 0) <= (room ?? 0), `${wide} > ${room}`);
}
