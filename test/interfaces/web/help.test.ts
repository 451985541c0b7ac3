// turns: 3
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { assertAccessible } from '../../kit/web/accessibility.js';
import { DESKTOP, hasBrowser, newDevice, newPage, PHONE } from '../../kit/web/browser.js';
import { assertFits, Managed } from '../../kit/web/managing.js';

const test = suite<{ managed: Managed }>('the help page');

if (hasBrowser) {
  test.before(async (context) => {
    context.managed = await Managed.start();
  });
  test.after(({ managed }) => managed.stop());

  test('who is not signed in opens it, and finds in either alphabet what is written in Cyrillic', async ({
    managed,
  }) => {
    const device = await newDevice(managed.browser, { ...PHONE, serviceWorkers: 'block' });
    const { page, faults } = await newPage(device);
    await page.goto(managed.box.origin);
    await page.getByRole('button', { name: 'Помоћ' }).click();
    await page.getByRole('heading', { name: 'Корисничко упутство', level: 1 }).waitFor();
    const search = page.getByRole('searchbox', { name: 'Тражи у упутству' });
    const results = page.locator('.found a');
    const found: string[][] = [];
    for (const sought of ['поништавање погрешног', 'ponistavanje pogresnog', 'Poništavanje POGREŠNOG']) {
      await search.fill(sought);
      await results.first().waitFor();
      found.push(await results.allTextContents());
    }
    assert.is(found[0]?.[0], 'Поништавање погрешног рачуна');
    assert.equal([found[1], found[2]], [found[0], found[0]]);
    await search.fill('оваквоганема');
    await page.getByText('Ништа није нађено.').waitFor();
    await assertFits(page);

    await search.fill('ponistavanje pogresnog');
    await results.first().click();
    const heading = page.getByRole('heading', { name: 'Поништавање погрешног рачуна' });
    await heading.waitFor();
    assert.ok(((await heading.boundingBox())?.y ?? -1) < 200, 'the place of the result is shown');
    await assertFits(page);
    await page.getByRole('button', { name: 'Назад' }).click();
    await page.getByRole('heading', { name: 'Пријава' }).waitFor();
    assert.equal(faults, []);
    await device.close();
  });

  test('it is in the menu, in the alphabet of the page; commands stay as they are typed, links and pictures work', async ({
    managed,
  }) => {
    const { page, faults, close } = await managed.open('status', undefined, DESKTOP);
    await page.getByRole('navigation', { name: 'Мени' }).getByRole('link', { name: 'Помоћ' }).click();
    await page.getByRole('button', { name: 'Lat' }).click();
    await page.getByRole('heading', { name: 'Korisničko uputstvo', level: 1 }).waitFor();
    const text = await page.locator('.manual').innerText();
    const cyrillic = await page.evaluate<string>(`(() => {
      const manual = document.querySelector('.manual').cloneNode(true);
      for (const code of manual.querySelectorAll('code')) code.remove();
      return manual.textContent.match(/\\p{Script=Cyrillic}+/u)?.[0] ?? '';
    })()`);
    assert.is(cyrillic, '');
    assert.match(text, 'kasirbox doctor');
    for (const image of await page.locator('.manual img').all()) {
      await image.scrollIntoViewIfNeeded();
      await image.evaluate('(one) => one.decode()');
    }
    await page.locator('.manual').getByRole('link', { name: 'uputstvo za konfiguraciju' }).first().click();
    await page.getByRole('heading', { name: 'Uputstvo za konfiguraciju', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Eng' }).click();
    await page.getByText('is in Serbian:').waitFor();
    await page.getByRole('navigation', { name: 'Documents' }).getByRole('link', { name: 'Pages' }).click();
    await page.getByRole('heading', { name: 'The till' }).waitFor();
    await page.getByRole('button', { name: 'Ћир' }).click();
    await page.locator('.contents summary').click();
    await assertAccessible(page);
    assert.equal(faults, []);
    await close();
  });

  test('on paper it is the whole document alone', async ({ managed }) => {
    const { page, close } = await managed.open('help/letak');
    await page.getByRole('heading', { name: 'Летак' }).waitFor();
    await page.emulateMedia({ media: 'print' });
    assert.is(await page.getByRole('searchbox').isVisible(), false);
    assert.is(await page.getByRole('navigation', { name: 'Мени' }).isVisible(), false);
    const short = await page.pdf({ format: 'A4' });
    await page.goto(`${managed.box.origin}/#/help/uputstvo`);
    await page.getByRole('heading', { name: 'Корисничко упутство', level: 1 }).waitFor();
    const long = await page.pdf({ format: 'A4' });
    const sheets = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
    assert.ok(sheets(short) >= 1 && sheets(long) > 10, `${sheets(short)} and ${sheets(long)} sheets`);
    await close();
  });
}

test.run();
