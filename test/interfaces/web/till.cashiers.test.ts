import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { atTill, chooseMore, sellCash, untilKept } from '../../kit/web/till.js';

test('who signs in next sees whose the open bill is, and not the receipts of the one before', () =>
  atTill(async (page, box, faults) => {
    const made = await box.parts.users.create('Јова', 'owner', 'druga-lozinka');
    assert.ok(made.ok);
    await sellCash(page, /Кафа/);
    await page.getByRole('button', { name: /Чај/ }).click();
    await chooseMore(page, 'Одложи рачун');
    await page.getByRole('button', { name: /Бурек/ }).click();
    await page.getByLabel('Укупно').getByText('220,00').waitFor();
    assert.is(await page.getByText('отворио други касир').count(), 0);
    await untilKept(page, 'both bills', ({ cart, parked }) => cart.lines.length === 1 && parked.length === 1);
    await page.context().clearCookies();
    await page.reload();
    await page.getByLabel('Име').fill('Јова');
    await page.getByLabel('Лозинка').fill('druga-lozinka');
    await page.getByRole('button', { name: 'Пријави се' }).click();
    await page.getByText('Овај рачун је отворио други касир: Мира.').waitFor();
    await page.getByRole('button', { name: 'Још', exact: true }).click();
    await page.getByRole('button', { name: /Врати рачун од .* \(Мира\)/ }).waitFor();
    assert.is(await page.getByRole('button', { name: /Рачун је издат/ }).count(), 0);
    await page.getByRole('button', { name: 'О уређају' }).click();
    await page.getByRole('dialog').getByText('Серијски број').waitFor();
    faults.length = 0;
  }));

test.run();
