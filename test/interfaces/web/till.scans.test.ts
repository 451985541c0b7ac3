import type { Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { assertAccessible } from '../../kit/web/accessibility.js';
import type { TestBox } from '../../kit/box.js';
import { atTill, receiptsOf, scan, untilKept } from '../../kit/web/till.js';

const COFFEE = '8600000000011';
const CHEESE = '8600000000028';
const REPAIR = '8600000000035';

const button = (page: Page, name: RegExp | string) => page.getByRole('button', { name });
const bill = (page: Page) => page.getByRole('region', { name: 'Рачун', exact: true });

/** With things that are weighed, and without a price, under a code. */
async function prepare(box: TestBox): Promise<void> {
  for (const item of [
    { name: 'Сир', price: 900, label: 'Е', unit: 'кг', gtin: CHEESE },
    { name: 'Услуга', price: 0, label: 'Ђ', gtin: REPAIR },
  ]) {
    const made = await box.parts.catalogue.create(item);
    assert.ok(made.ok);
  }
}

/** What the box answers to a request for a receipt, and says of its key; nothing reaches it. */
async function answering(page: Page, status: number, state: 'free' | 'in doubt'): Promise<void> {
  const error = { code: status === 422 ? 'validation' : 'pfr_error', message: 'тако је' };
  await page.route('**/web/v1/invoices', (route) => route.fulfill({ status, json: { error } }));
  await page.route('**/web/sale/*', (route) => route.fulfill({ json: { state, uuid: null, number: null } }));
}

async function payTea(page: Page): Promise<void> {
  await button(page, /Чај/).click();
  await button(page, 'Наплати').click();
  await button(page, /тачно/).click();
}

test('codes of the next buyer are on their bill once the one before is set aside, and not on a later one', () =>
  atTill(
    async (page, _box, faults) => {
      await answering(page, 409, 'in doubt');
      await payTea(page);
      await button(page, /Послужи следећег/).waitFor();
      await scan(page, COFFEE);
      await scan(page, CHEESE);
      await untilKept(page, 'the codes', ({ forNext = [] }) => forNext.length === 2);
      await page.reload();
      await button(page, /Послужи следећег/).click();
      await page.getByRole('dialog', { name: 'Сир' }).waitFor();
      await page.keyboard.press('Escape');
      await bill(page).getByText('Кафа').waitFor();
      assert.is(new URL(page.url()).hash, '#/till');
      await button(page, 'Још').click();
      await button(page, 'Одложи рачун').click();
      await bill(page).getByText('Кафа').waitFor({ state: 'detached' });
      await button(page, /Чај/).click();
      await bill(page).getByText('Чај').waitFor();
      assert.is(await bill(page).getByText('Кафа').count(), 0);
      faults.length = 0;
    },
    { prepare },
  ));

test('codes of the next buyer do not slip onto a bill that was refused', () =>
  atTill(
    async (page, _box, faults) => {
      let refuse: () => void = () => undefined;
      const scanned = new Promise<void>((done) => (refuse = done));
      await answering(page, 422, 'free');
      await page.route('**/web/v1/invoices', async (route) => {
        await scanned;
        await route.fallback();
      });
      await payTea(page);
      await page.getByText('Издајем рачун').waitFor();
      await scan(page, COFFEE);
      refuse();
      await page.getByText('Рачун није издат.').waitFor();
      await button(page, 'Назад').click();
      await page.getByText('Скенирано за следећег купца: 1').waitFor();
      assert.is(await bill(page).getByText('Кафа').count(), 0);
      await assertAccessible(page);
      await button(page, 'Још').click();
      await button(page, 'Одложи рачун').click();
      await bill(page).getByText('Кафа').waitFor();
      assert.is(await page.getByText('Скенирано за следећег').count(), 0);
      faults.length = 0;
    },
    { prepare },
  ));

test('what is weighed or has no price is asked for wherever it is scanned', () =>
  atTill(
    async (page, box) => {
      await button(page, /Чај/).click();
      await button(page, 'Наплати').click();
      await button(page, /тачно/).waitFor();
      await scan(page, CHEESE);
      await page.getByRole('dialog', { name: 'Сир' }).getByLabel('Количина (кг)').fill('0,5');
      await page.keyboard.press('Enter');
      await page.getByLabel('Укупно').getByText('570,00').waitFor();
      await button(page, 'Наплати').click();
      await button(page, /тачно/).click();
      await page.getByText('Рачун је издат').waitFor();
      await scan(page, REPAIR);
      await page.getByRole('dialog', { name: 'Услуга' }).getByLabel('Цена (РСД)').fill('300');
      await page.keyboard.press('Enter');
      await page.getByLabel('Укупно').getByText('300,00').waitFor();
      // Back does not open the payment of a bill that has only begun.
      await page.goBack();
      await bill(page).getByText('Услуга').waitFor();
      assert.is(await button(page, /тачно/).count(), 0);
      assert.equal(
        (await receiptsOf(box)).map(({ total }) => total),
        [570],
      );
    },
    { prepare },
  ));

test('a typed quantity counts for the next code alone', () =>
  atTill(
    async (page) => {
      const search = page.getByRole('searchbox');
      await search.fill('3*');
      await scan(page, COFFEE);
      await bill(page).getByText('Кафа').waitFor();
      assert.is(await search.inputValue(), '');
      await scan(page, COFFEE);
      await page.getByLabel('Укупно').getByText('600,00').waitFor();
    },
    { prepare },
  ));

test('two things to weigh, one scanned after the other, are asked for one after the other', () =>
  atTill(
    async (page) => {
      await scan(page, CHEESE);
      const weighed = page.getByRole('dialog', { name: 'Сир' });
      await weighed.waitFor();
      await scan(page, '8600000000042');
      await weighed.getByText('Непознат код: 8600000000042').waitFor();
      await assertAccessible(page);
      await scan(page, REPAIR);
      await page.getByLabel('Количина (кг)').fill('2');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog', { name: 'Услуга' }).getByLabel('Цена (РСД)').fill('50');
      await page.keyboard.press('Enter');
      await page.getByLabel('Укупно').getByText('1.850,00').waitFor();
    },
    { prepare },
  ));

test.run();
