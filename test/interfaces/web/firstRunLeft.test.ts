// turns: 3
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { COMPANY } from '../../processors/pfr/certificate/files.js';
import { FakePrinter } from '../../kit/printer/core.js';
import { TcpFront } from '../../kit/printer/fronts/tcp.js';
import { until } from '../../kit/until.js';
import { hasBrowser, PHONE } from '../../kit/web/browser.js';
import { assertAccessible } from '../../kit/web/accessibility.js';
import { assertFits, Managed, TECHNICIAN } from '../../kit/web/managing.js';

const test = suite<{ managed: Managed }>('a first run that is not gone through in one go');

const PRINTER = { name: 'каса', address: 'tcp://127.0.0.1:9', width: 80, dpi: 203, mode: 'raster' } as const;

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

    // Results of the demo do not apply to a processor that was never tested.
    await box.set('pfr.sandbox', { mode: 'lpfr', url: 'http://127.0.0.1:9' });
    const technician = await managed.open('setup', TECHNICIAN);
    await technician.page.getByText('Још мало па можете да издате први рачун.').waitFor();
    assert.equal(await technician.page.locator('.progress li.open .name').allTextContents(), ['Процесор']);
    await technician.close();

    // In production the demo issues nothing, so no shop stays with it.
    await box.set('environment', 'production');
    const live = await managed.open('setup/processor', TECHNICIAN);
    await live.page.getByRole('heading', { name: 'Процесор', exact: true, level: 1 }).waitFor();
    await live.page.locator('.loading').first().waitFor({ state: 'detached' });
    assert.equal(await live.page.locator('.progress li.open .name').allTextContents(), ['Процесор']);
    assert.is(await live.page.getByRole('button', { name: 'Остајем на демо процесору' }).count(), 0);
    await live.close();
    await box.set('environment', 'sandbox');
  });

  test('a printer that never answers is set but not done, until it answers or the shop continues anyway', async ({
    managed,
  }) => {
    const { box } = managed;
    const printer = new FakePrinter();
    const front = await TcpFront.start(printer);
    try {
      await box.set('setupNotNeeded', ['printer']);
      await box.set('printers', [PRINTER]);
      const { page, faults, close } = await managed.open('setup/printer', undefined, PHONE);
      const step = page.locator('.progress li', { hasText: 'Штампач' });
      await page.getByText('На подешеној адреси нема штампача.').waitFor();
      await page.getByText('Штампач је подешен, али још није одговорио.').waitFor();
      assert.match((await step.textContent()) ?? '', /не одговара/);
      assert.is(await step.getAttribute('class'), 'open', 'what was said of no printer says nothing of this one');
      await assertFits(page);
      await assertAccessible(page);
      await page.getByRole('link', { name: 'Измени или уклони' }).click();
      await page.getByRole('heading', { name: 'Штампачи', level: 1 }).waitFor();
      await page.getByRole('button', { name: 'Назад' }).click();
      await page.getByRole('heading', { name: 'Штампач', level: 1 }).waitFor();
      await page.getByRole('button', { name: 'Ипак настави' }).click();
      await page.getByRole('heading', { name: 'Први таблет', level: 1 }).waitFor();
      assert.is(await step.getAttribute('class'), 'done');
      assert.match((await step.textContent()) ?? '', /не одговара/);

      await box.set('setupNotNeeded', []);
      await box.set('printers', [{ ...PRINTER, address: `tcp://127.0.0.1:${front.port}` }]);
      await page.goto(`${box.origin}/#/setup/printer`);
      await page.getByText('Још није испробан.').waitFor();
      await page.getByRole('button', { name: 'Пробна штампа' }).click();
      await page.getByText('Пробна штампа је одштампана.').waitFor();
      await page.locator('.progress li.done', { hasText: 'Штампач' }).waitFor();
      assert.is(await page.getByRole('button', { name: 'Ипак настави' }).count(), 0);
      assert.equal(faults, []);
      await close();
    } finally {
      await box.set('printers', []);
      await front.stop();
    }
  });

  test('an open first run and open settings show what another device has changed, and do not change it back', async ({
    managed,
  }) => {
    const { box } = managed;
    await box.set('pfr.sandbox', { mode: 'demo' });
    const first = await managed.open('setup/processor');
    const settings = await managed.open('settings/processor');
    const status = await managed.open('status');
    await status.page.locator('.technical > summary').click();
    const environmentOfStatus = status.page
      .locator('section', { hasText: 'Питај процесор' })
      .getByText(/^(?:пробно|продукција)$/);
    assert.is(await environmentOfStatus.textContent(), 'пробно');
    const kind = first.page.getByLabel('Врста процесора', { exact: true }).last();
    const environment = first.page.getByLabel('Окружење', { exact: true }).last();
    assert.is(await environment.inputValue(), 'sandbox');
    await settings.page.getByRole('button', { name: 'Пређи на продукцију' }).waitFor();
    await box.set('pfr.production', { mode: 'lpfr', url: 'http://127.0.0.1:9' });
    await box.set('environment', 'production');
    await first.page.getByText('Ово је у међувремену промењено на другом уређају.').waitFor();
    await settings.page.getByRole('button', { name: 'Пређи на пробно окружење' }).waitFor();
    await status.page.locator('.technical > summary').click();
    await until(
      'the environment of the status',
      async () => (await environmentOfStatus.textContent()) === 'продукција',
    );
    assert.equal([await environment.inputValue(), await kind.inputValue()], ['production', 'lpfr']);
    assert.is(await first.page.getByLabel('Адреса процесора').inputValue(), 'http://127.0.0.1:9');
    await box.set('pfr.production', { mode: 'lpfr', url: 'http://127.0.0.1:8' });
    await until(
      'the new address',
      async () => (await first.page.getByLabel('Адреса процесора').inputValue()) === 'http://127.0.0.1:8',
    );
    await box.set('environment', 'sandbox');
    await settings.page.getByRole('button', { name: 'Пређи на продукцију' }).waitFor();
    await until(
      'the sandbox with its processor',
      async () => (await environment.inputValue()) === 'sandbox' && (await kind.inputValue()) === 'demo',
    );
    assert.equal([...first.faults, ...settings.faults, ...status.faults], []);
    await Promise.all([first.close(), settings.close(), status.close()]);
  });
} else {
  test.skip('there is no browser here');
}

test.run();
