// turns: 3
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { COMPANY } from '../pfr/certificate/files.js';
import { hasBrowser, PHONE } from '../kit/web/browser.js';
import { assertAccessible } from '../kit/web/accessibility.js';
import { assertFits, Managed, TECHNICIAN } from '../kit/web/managing.js';

const test = suite<{ managed: Managed }>('a first run that is not gone through in one go');

/** Steps with the button by which a shop does without them; the others are wanted of everybody. The demo needs no certificate. */
const STEPS = [
  ['company', 'Фирма', null],
  ['processor', 'Процесор', 'Остајем на демо процесору'],
  ['printer', 'Штампач', 'Радим без штампача'],
  ['tablet', 'Први таблет', 'Радим без таблета'],
  ['cashiers', 'Касири', 'Продајем без касира'],
  ['backup', 'Резервне копије', 'Радићу без резервних копија'],
] as const;

if (hasBrowser) {
  test.before(async (context) => {
    context.managed = await Managed.start();
  });
  test.after(({ managed }) => managed.stop());

  test('every step can be left for later, and is still there then', async ({ managed }) => {
    const { page, faults, close } = await managed.open('setup/company', undefined, PHONE);
    for (const [name, title] of STEPS) {
      await page.getByRole('heading', { name: title, exact: true, level: 1 }).waitFor();
      assert.ok(page.url().endsWith(`#/setup/${name}`));
      assert.is(await page.evaluate('scrollY'), 0, 'a step begins with its title');
      await page.evaluate('scrollTo(0, 9999)');
      await page.locator('.loading').first().waitFor({ state: 'detached' });
      await assertFits(page);
      await assertAccessible(page);
      await page.getByRole('button', { name: 'Касније', exact: true }).click();
    }
    await page.getByRole('heading', { name: 'Добро дошли' }).waitFor();
    assert.equal(await page.locator('.progress li.done .name').allTextContents(), ['Сертификат']);
    assert.equal(faults, []);
    await close();
  });

  test('a shop that practises, without a printer, tablets and cashiers, is done', async ({ managed }) => {
    const { box } = managed;
    await box.set('company', COMPANY);
    const { page, faults, close } = await managed.open('setup', undefined, PHONE);
    const setup = page.getByRole('navigation', { name: 'Мени' }).getByRole('link', { name: 'Прво подешавање' });
    await page.getByRole('heading', { name: 'Прво подешавање' }).waitFor();
    for (const [name, , words] of STEPS) {
      if (words === null || name === 'backup') continue;
      await page.goto(`${box.origin}/#/setup/${name}`);
      await page.getByRole('button', { name: words }).click();
      await page.getByRole('button', { name: words }).waitFor({ state: 'detached' });
    }
    assert.equal(box.parts.settings.now.setupNotNeeded, ['processor', 'printer', 'tablet', 'cashiers']);
    await page.goto(`${box.origin}/#/setup`);
    await page.getByText('Још мало па можете да издате први рачун.').waitFor();
    assert.equal(await page.locator('.progress li.open .name').allTextContents(), ['Резервне копије']);

    await page.goto(`${box.origin}/#/setup/printer`);
    await page.getByText('Речено је да овај корак није потребан.').waitFor();
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Ипак је потребно' }).click();
    await page.getByRole('button', { name: 'Радим без штампача' }).click();
    await page.getByRole('heading', { name: 'Први таблет' }).waitFor();
    await page.goto(`${box.origin}/#/setup/backup`);
    await page.getByRole('button', { name: 'Прикажи код' }).click();
    const code = (await page.locator('.code').textContent()) ?? '';
    await page.getByRole('button', { name: 'Код је записан, сакриј га' }).click();
    await page.getByLabel('Препишите код са папира').fill(code);
    await page.getByRole('button', { name: 'Потврди код' }).click();
    await page.getByText('Код за резервне копије је направљен.').waitFor();
    await page.getByRole('button', { name: 'Радићу без резервних копија' }).click();
    await page.getByRole('heading', { name: 'Прво подешавање', level: 1 }).waitFor();
    await page.goto(`${box.origin}/#/status`);
    await setup.waitFor({ state: 'detached' });
    await page.goto(`${box.origin}/#/setup`);
    await page.getByText('Све је подешено.').waitFor();
    await page.getByText('још у демо режиму: рачуни нису фискални').waitFor();
    await assertFits(page);
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Унеси артикле' }).click();
    await page.getByRole('heading', { name: 'Артикли', level: 1 }).waitFor();
    await page.goto(`${box.origin}/#/setup`);
    await page.getByRole('button', { name: 'Иди на касу' }).click();
    await page.waitForURL(`${box.origin}/#/till`);
    assert.equal(faults, []);
    await close();

    // What was said of the demo does not hold for a processor that nobody has tried.
    await box.set('pfr.sandbox', { mode: 'lpfr', url: 'http://127.0.0.1:9' });
    const technician = await managed.open('setup', TECHNICIAN);
    await technician.page.getByText('Још мало па можете да издате први рачун.').waitFor();
    assert.equal(await technician.page.locator('.progress li.open .name').allTextContents(), ['Процесор']);
    await technician.close();
  });
} else {
  test.skip('there is no browser here');
}

test.run();
