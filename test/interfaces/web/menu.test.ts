// turns: 3
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { assertAccessible } from '../../kit/web/accessibility.js';
import { DESKTOP, hasBrowser, PHONE } from '../../kit/web/browser.js';
import { assertFits, Managed, TECHNICIAN } from '../../kit/web/managing.js';

const test = suite<{ managed: Managed }>('the menu');

const OWNERS = [
  'Каса',
  'Стање',
  'Рачуни',
  'Извештаји',
  'Артикли',
  'Подешавања',
  'Корисници',
  'Прво подешавање',
  'Помоћ',
];

if (hasBrowser) {
  test.before(async (context) => {
    context.managed = await Managed.start();
  });
  test.after(({ managed }) => managed.stop());

  test('on a phone it is a button that opens all screens, and closes with a choice, Escape or a tap elsewhere', async ({
    managed,
  }) => {
    const { page, faults, close } = await managed.open('status', undefined, PHONE);
    const menu = page.getByRole('navigation', { name: 'Мени' });
    const button = menu.getByRole('button', { name: 'Мени' });
    assert.is(await menu.getByRole('link').count(), 0);
    assert.ok(await page.getByRole('button', { name: 'Одјави се' }).isVisible());
    const header = await page.locator('.top').boundingBox();
    assert.ok((header?.height ?? 999) < 60, `one row: ${header?.height}`);
    const banner = await page.locator('.banner').boundingBox();
    assert.ok((banner?.height ?? 999) < 30, `one row: ${banner?.height}`);

    await button.click();
    await menu.getByRole('link', { name: 'Прво подешавање' }).waitFor();
    assert.equal(await menu.getByRole('link').allTextContents(), OWNERS);
    for (const link of await menu.getByRole('link').all()) assert.ok((await link.boundingBox())?.x === 0);
    await assertFits(page);
    await assertAccessible(page);
    await page.keyboard.press('Escape');
    assert.is(await menu.getByRole('link').count(), 0);
    assert.is(await button.getAttribute('aria-expanded'), 'false');

    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Рачуни', level: 1 }).waitFor();
    await menu.getByRole('link').first().waitFor({ state: 'hidden' });

    await button.click();
    await page.getByRole('button', { name: 'Lat' }).click();
    await page.getByRole('navigation', { name: 'Meni' }).getByRole('link', { name: 'Korisnici' }).waitFor();
    await page.getByRole('button', { name: 'Ћир' }).click();
    await page.mouse.click(180, 720);
    await menu.getByRole('link').first().waitFor({ state: 'hidden' });
    assert.equal(faults, []);
    await close();
  });

  test('where there is room all screens stand side by side, also when a tablet is turned', async ({ managed }) => {
    const { page, faults, close } = await managed.open('status', TECHNICIAN, DESKTOP);
    const menu = page.getByRole('navigation', { name: 'Мени' });
    await menu.getByRole('link', { name: 'Подешавања' }).waitFor();
    assert.is(await menu.getByRole('button').count(), 0);
    assert.is(await menu.getByRole('link', { name: 'Корисници' }).count(), 0);
    await page.setViewportSize({ width: 600, height: 900 });
    await menu.getByRole('button', { name: 'Мени' }).waitFor();
    await menu.getByRole('link').first().waitFor({ state: 'hidden' });
    assert.equal(faults, []);
    await close();
  });
}

test.run();
