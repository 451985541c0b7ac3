// turns: 2
import type { BrowserContext, Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { TestBox } from '../../kit/box.js';
import { assertAccessible, BrowserTurns } from '../../kit/web/accessibility.js';
import { newDevice, newPage, openBrowser, PHONE, TABLET } from '../../kit/web/browser.js';
import { makeUsers, PASSWORD, PIN } from '../../kit/web/visitor.js';

/** Each starts a box, and a browser or a page in it. */
const turns = new BrowserTurns(2);

async function during(
  work: (box: TestBox, open: (options: Parameters<typeof newDevice>[1]) => Promise<Opened>) => Promise<void>,
): Promise<void> {
  const browser = await openBrowser();
  try {
    await TestBox.during(async (box) => {
      await makeUsers(box);
      const all: string[][] = [];
      await work(box, async (options) => {
        const device = await newDevice(browser, options);
        const { page, faults } = await newPage(device);
        all.push(faults);
        await page.goto(box.origin);
        return { device, page };
      });
      // What is refused on purpose is an answer that the browser notes as an error.
      assert.equal(
        all.flat().filter((fault) => !/status of 40[13]/.test(fault)),
        [],
      );
    });
  } finally {
    await browser.close();
  }
}

interface Opened {
  readonly device: BrowserContext;
  readonly page: Page;
}

async function signIn(page: Page, name: string, secret: string): Promise<void> {
  await page.getByLabel('Име').fill(name);
  await page.getByLabel('Лозинка').fill(secret);
  await page.getByRole('button', { name: 'Пријави се' }).click();
}

const signedIn = (page: Page): Promise<void> => page.getByRole('button', { name: 'Одјави се' }).waitFor();

turns.test('an owner lets a tablet in, a cashier signs in there with a new PIN, and both are taken back', async () => {
  await during(async (box, open) => {
    const { page: tablet } = await open(TABLET);
    await signIn(tablet, 'Ана', PASSWORD);
    await signedIn(tablet);
    await tablet.goto(`${box.origin}/#/users`);
    await tablet.getByRole('button', { name: 'Дозволи продају на овом уређају' }).click();
    await tablet.getByText('На овом уређају је продаја дозвољена.').waitFor();
    await tablet.getByRole('button', { name: 'Нови ПИН: Ђорђе' }).click();
    await tablet.getByRole('dialog').getByRole('textbox').fill('1357');
    await assertAccessible(tablet);
    await tablet.getByRole('button', { name: 'Сачувај' }).click();
    await tablet.getByText('Ђорђе је сада свуда одјављен').waitFor();
    await tablet.getByRole('button', { name: 'Одјави се' }).click();

    await tablet.getByRole('button', { name: 'Пријава лозинком (власник, сервисер)' }).click();
    await tablet.getByLabel('Лозинка').waitFor();
    await assertAccessible(tablet);
    await tablet.getByRole('button', { name: 'Назад на касире' }).click();
    await tablet.getByRole('button', { name: 'Ђорђе', exact: true }).click();
    const pin = tablet.getByLabel('ПИН');
    await pin.waitFor();
    assert.is(await tablet.evaluate('document.activeElement.inputMode'), 'numeric', 'the PIN can be typed at once');
    await pin.fill(PIN);
    await tablet.getByRole('button', { name: 'Пријави се' }).click();
    await tablet.getByText('ПИН није тачан.').waitFor();
    // Keys for a thumb, with a slip of it.
    for (const key of ['1', '3', '4', 'Обриши последњу цифру', '5', '7'])
      await tablet.getByRole('group', { name: 'Цифре' }).getByRole('button', { name: key, exact: true }).click();
    await assertAccessible(tablet);
    await tablet.getByRole('button', { name: 'Пријави се' }).click();
    await signedIn(tablet);
    assert.is(await tablet.getByRole('link', { name: 'Корисници' }).count(), 0);
    await tablet.goto(`${box.origin}/#/users`);
    assert.is(await tablet.getByRole('heading', { name: 'Људи' }).count(), 0, 'not by its address either');

    const { page: phone } = await open(PHONE);
    await signIn(phone, 'Ана', PASSWORD);
    await signedIn(phone);
    await phone.goto(`${box.origin}/#/users`);
    await phone.getByRole('button', { name: 'Уклони: Таблет 1' }).click();
    await phone.getByRole('dialog').getByRole('button', { name: 'Уклони' }).click();
    await phone.getByText('Продаја још није дозвољена ни на једном таблету.').waitFor();
    await tablet.reload();
    await tablet.getByRole('heading', { name: 'Пријава' }).waitFor();
    await phone.getByRole('button', { name: 'Уклони: Ђорђе' }).click();
    await assertAccessible(phone);
    await phone.getByRole('dialog').getByRole('button', { name: 'Уклони' }).click();
    await phone.getByRole('dialog').waitFor({ state: 'detached' });
    assert.is(box.parts.users.findByName('Ђорђе'), undefined);
  });
});

turns.test('an owner makes another owner, whose recovery code is shown once, and ends a session', async () => {
  await during(async (box, open) => {
    const { page } = await open(PHONE);
    await signIn(page, 'Ана', PASSWORD);
    await signedIn(page);
    await page.goto(`${box.origin}/#/users`);
    await page.getByLabel('Улога').selectOption('owner');
    await page.getByLabel('Име').fill('ана');
    await page.getByLabel('Лозинка (најмање 8 знакова)').fill('kratka');
    await page.getByRole('button', { name: 'Додај корисника' }).click();
    await page.getByText('Већ постоји корисник са тим именом.').waitFor();
    await page.getByText('Лозинка мора имати 8 до 128 знакова').waitFor();
    await page.getByLabel('Име').fill('<b>Сара</b>');
    await page.getByLabel('Лозинка (најмање 8 знакова)').fill('druga lozinka');
    await page.getByRole('button', { name: 'Додај корисника' }).click();
    await page.getByRole('heading', { name: 'Код за заборављену лозинку' }).waitFor();
    await page.locator('strong', { hasText: '<b>Сара</b>' }).waitFor();
    await page.getByRole('button', { name: 'Код је записан' }).click();
    await page.locator('strong', { hasText: '<b>Сара</b>' }).waitFor();

    const { page: other } = await open(PHONE);
    await signIn(other, '<b>Sara</b>', 'druga lozinka');
    await signedIn(other);
    await page.reload();
    await page.getByRole('button', { name: 'Одјави: <b>Сара</b>' }).click();
    await page.getByRole('button', { name: 'Одјави: <b>Сара</b>' }).waitFor({ state: 'detached' });
    await assertAccessible(page);
    await other.reload();
    await other.getByRole('heading', { name: 'Пријава' }).waitFor();
  });
});

turns.test('an owner makes a new recovery code, which opens the box while the one before does not', async () => {
  await during(async (box, open) => {
    const { page } = await open(PHONE);
    await signIn(page, 'Ана', PASSWORD);
    await signedIn(page);
    await page.goto(`${box.origin}/#/users`);
    await page.getByRole('button', { name: 'Нови код за заборављену лозинку: Ана' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Нови код за заборављену лозинку' }).click();
    await page.getByRole('heading', { name: 'Код за заборављену лозинку' }).waitFor();
    const code = (await page.locator('.code').textContent()) ?? '';
    await page.reload();
    await page.locator('.code', { hasText: code }).waitFor();
    await assertAccessible(page);
    // One that was replaced elsewhere is not shown for the one to write down.
    const ana = box.parts.users.findByName('Ана');
    const renewed = await box.parts.users.renewRecoveryCode(ana?.id ?? 0);
    assert.ok(renewed.ok);
    await page.reload();
    await page.getByRole('heading', { name: 'Људи' }).waitFor();
    await page.getByRole('button', { name: 'Нови код за заборављену лозинку: Ана' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Нови код за заборављену лозинку' }).click();
    await page.locator('.code').waitFor();
    const last = (await page.locator('.code').textContent()) ?? '';
    await page.getByRole('button', { name: 'Код је записан' }).click();
    await page.getByRole('heading', { name: 'Људи' }).waitFor();
    const again = await box.parts.users.recover(last, 'nova lozinka 3');
    assert.is(again.ok && again.value?.user.name, 'Ана');
  });
});

turns.test('an owner who changes the own password is told why the page asks to sign in', async () => {
  await during(async (box, open) => {
    const { page } = await open(PHONE);
    await signIn(page, 'Ана', PASSWORD);
    await signedIn(page);
    await page.goto(`${box.origin}/#/users`);
    await page.getByRole('button', { name: 'Нова лозинка: Ана' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('После промене сте одјављени').waitFor();
    await dialog.getByRole('textbox').fill('nova lozinka 4');
    await dialog.getByRole('button', { name: 'Сачувај' }).click();
    await page.getByText('Лозинка је промењена. Пријавите се новом лозинком.').waitFor();
    await signIn(page, 'Ана', 'nova lozinka 4');
    await signedIn(page);
  });
});

turns.test(
  'a technician is led through the setup without keys, people and the backup code, and sees no users',
  async () => {
    await during(async (box, open) => {
      const { page } = await open(PHONE);
      await signIn(page, 'Мика', PASSWORD);
      await signedIn(page);
      await page.goto(`${box.origin}/#/setup`);
      await page.locator('.progress li').first().waitFor();
      assert.equal(await page.locator('.progress .name').allTextContents(), [
        ...['Фирма', 'Процесор', 'Сертификат', 'Штампач'],
      ]);
      assert.is(await page.getByRole('link', { name: 'Корисници' }).count(), 0);
      await page.goto(`${box.origin}/#/setup/backup`);
      await page.locator('.progress li').first().waitFor();
      assert.is(await page.getByRole('button', { name: 'Прикажи код' }).count(), 0);
    });
  },
);

test.run();
