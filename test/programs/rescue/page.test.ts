// turns: 4
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { assertAccessible, browserTest } from '../../kit/web/accessibility.js';
import { newDevice, newPage, openBrowser, PHONE } from '../../kit/web/browser.js';
import { RescueBoard } from './board.js';

browserTest('a person puts a stick in, restores what is on it, and is led to the box', async () => {
  const browser = await openBrowser();
  try {
    await RescueBoard.during(
      async (board) => {
        const { page, faults } = await newPage(await newDevice(browser, PHONE));
        await page.goto(`http://127.0.0.1:${board.port}/till`);
        await page.getByText('Нема ниједне верзије').waitFor();
        await assertAccessible(page);
        board.keepUpdate('1.4.0');
        board.stick('sda1', { 'kasirbox-1.5.0-arm64.raucb': { version: '1.5.0' }, 'broken.raucb': 'x' });
        const shown = page.getByRole('listitem').filter({ hasText: 'Верзија 1.5.0' });
        await shown.waitFor();
        await assertAccessible(page);
        await shown.getByLabel('Код за спасавање').fill('abcd efgh');
        await shown.getByRole('button', { name: 'Врати ову верзију' }).click();
        await page.getByRole('progressbar').waitFor();
        await page.getByText('40 %').waitFor();
        await assertAccessible(page);
        await board.endInstall('LastError of the test');
        await page.getByRole('alert').getByText('LastError of the test').first().waitFor();
        await assertAccessible(page);
        await shown.getByLabel('Код за спасавање').fill('ABCD-EFGH');
        await shown.getByRole('button', { name: 'Врати ову верзију' }).click();
        await page.getByRole('progressbar').waitFor();
        await board.endInstall('well');
        await page.getByText('Верзија је враћена').waitFor();
        assert.equal(faults, []);
      },
      // The page learns of the end before it comes.
      { farewell: 60_000 },
    );
  } finally {
    await browser.close();
  }
});

browserTest('the page works without scripts, too', async () => {
  const browser = await openBrowser();
  try {
    await RescueBoard.during(
      async (board) => {
        const { page, faults } = await newPage(await newDevice(browser, { ...PHONE, javaScriptEnabled: false }));
        await page.goto(`http://127.0.0.1:${board.port}/`);
        const again = page.locator('form[action="/again"]');
        await again.getByLabel('Код за спасавање').fill('abcdefgh');
        await again.getByRole('button', { name: 'Покушај поново' }).click();
        await page.getByText('Инсталирани системи се поново покушавају').waitFor();
        assert.is(await page.locator('noscript').count(), 1);
        assert.equal(faults, []);
      },
      { farewell: 60_000 },
    );
  } finally {
    await browser.close();
  }
});

test.run();
