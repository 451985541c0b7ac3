// turns: 3
import * as assert from 'uvu/assert';
import { cardScene } from '../../scenarios/cardDesk.js';
import { assertAccessible } from '../../kit/web/accessibility.js';
import { DESKTOP, hasBrowser, newDevice, newPage, openBrowser, PHONE } from '../../kit/web/browser.js';
import { assertFits } from '../../kit/web/managing.js';
import { nextSale, openShop, openTill } from '../../kit/web/till.js';

const CASHIER = { name: 'Јова', pin: '2468' } as const;

cardScene(
  'a till says before the first sale what its card waits for, and sells once a person has seen to it',
  async (stage, desk) => {
    if (!hasBrowser) return;
    const { box } = stage;
    // It reports the rates.
    await stage.sold();
    await openShop(box);
    assert.ok((await box.parts.users.create(CASHIER.name, 'cashier', CASHIER.pin)).ok);
    const admitted = await box.parts.tablets.admit('Таблет', 'Мира');
    assert.ok(admitted.ok);
    desk.way.reader.remove();
    await desk.shows('no card');

    const browser = await openBrowser();
    try {
      const tablet = await newDevice(browser, { ...PHONE, colorScheme: 'dark' });
      const { hostname } = new URL(box.origin);
      const cookie = { name: '__Host-kasirbox-tablet', value: admitted.value.token, domain: hostname, path: '/' };
      await tablet.addCookies([{ ...cookie, secure: true, httpOnly: true, sameSite: 'Strict' }]);
      const { page: till, faults } = await newPage(tablet);
      await till.goto(box.origin);
      await till.getByRole('button', { name: CASHIER.name }).click();
      await till.getByLabel('ПИН').fill(CASHIER.pin);
      await till.getByRole('button', { name: 'Пријави се' }).click();
      await till.getByText('У читачу нема фискалне картице').waitFor();
      await till.getByText('Позовите власника или сервисера.').waitFor();
      assert.is(await till.getByRole('link', { name: 'Отвори картицу' }).count(), 0);
      await assertFits(till);
      await assertAccessible(till);
      await desk.insert();
      await till.getByText('Фискална картица чека ПИН.').waitFor();
      await till.locator('.troubles').waitFor({ state: 'detached' });

      const { page: office, faults: ofOffice } = await newPage(await newDevice(browser, DESKTOP));
      await openTill(office, box.origin);
      const notice = office.getByRole('status').filter({ hasText: 'Фискална картица чека ПИН.' });
      await notice.getByRole('link', { name: 'Отвори картицу' }).waitFor();
      assert.is(await office.getByText('Позовите власника').count(), 0);
      await assertAccessible(office);
      // The state of the box leads to the card as well: the PIN of a card in its own reader is not entered there.
      await office.goto(`${box.origin}/#/status`);
      await office.locator('.technical > summary').click();
      const processor = office.locator('section', {
        has: office.getByRole('heading', { name: 'Процесор', exact: true }),
      });
      await processor.getByRole('link', { name: 'Отвори картицу' }).waitFor();
      await office.getByText('датотека сертификата није потребна').waitFor();
      await office.getByText(/^Картица \S+ важи до/).waitFor();
      assert.is(await office.getByRole('button', { name: 'Унеси ПИН картице' }).count(), 0);
      assert.is(await office.getByText('Сертификат није инсталиран.').count(), 0);
      await assertAccessible(office);

      await office.goto(`${box.origin}/#/till`);
      await notice.getByRole('link', { name: 'Отвори картицу' }).click();
      await office.getByLabel('ПИН картице').fill('1234');
      await office.getByRole('button', { name: 'Унеси ПИН', exact: true }).click();
      await office.getByText('ПИН је прихваћен.').waitFor();
      await till.getByText('Фискална картица чека ПИН.').waitFor({ state: 'hidden' });
      await till.getByRole('button', { name: /Кафа/ }).first().click();
      await till.getByRole('button', { name: 'Наплати' }).click();
      await till.getByRole('button', { name: 'Платна картица', exact: true }).click();
      await nextSale(till).waitFor();
      assert.equal([...faults, ...ofOffice], []);
    } finally {
      await browser.close();
    }
  },
);
