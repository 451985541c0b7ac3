import type { Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { TestBox } from '../../kit/box.js';
import { assertAccessible } from '../../kit/web/accessibility.js';
import { DESKTOP, newDevice, newPage, openBrowser, PHONE } from '../../kit/web/browser.js';
import { openShop, openTill, receiptsOf, scan, typeByHand, untilKept } from '../../kit/web/till.js';
import { Turns } from '../../kit/turns.js';

/** Each starts a box, and a browser or a page in it. */
const turns = new Turns(3);

const next = (page: Page) => page.getByRole('button', { name: 'Следећа продаја' });

async function onTill(
  options: Parameters<typeof newDevice>[1],
  work: (page: Page, box: TestBox) => Promise<void>,
): Promise<void> {
  await TestBox.during(async (box) => {
    const browser = await openBrowser();
    try {
      await openShop(box);
      const { page, faults } = await newPage(await newDevice(browser, options));
      await openTill(page, box.origin);
      await work(page, box);
      assert.equal(faults, []);
    } finally {
      await browser.close();
    }
  });
}

turns.test('on a phone a favourite is sold in three taps', () =>
  onTill(PHONE, async (page, box) => {
    await page.getByRole('button', { name: 'Кафа 150,00' }).hover();
    await page.mouse.down();
    await page.locator('.tile .icon-star').waitFor();
    await page.mouse.up();
    await untilKept(page, 'the favourite', ({ favourites }) => favourites.length === 1);
    await page.reload();
    const first = page.locator('.tile').first();
    await first.locator('.icon-star').waitFor();
    assert.match(await first.innerText(), /^\s*Кафа/, 'it is the first of all');

    await page.getByRole('button', { name: 'Кафа 150,00 Омиљени артикал', exact: true }).tap();
    await page.getByRole('button', { name: 'Наплати' }).tap();
    await page.getByRole('button', { name: 'Готовина, тачно 150,00' }).tap();

    await next(page).waitFor();
    assert.match(await page.getByLabel('Текст рачуна').innerText(), /Касир:\s+Мира/);
    assert.equal(
      (await receiptsOf(box)).map(({ total }) => total),
      [150],
    );
    assert.is(await page.evaluate('document.documentElement.scrollWidth'), 360, 'nothing sticks out');
  }),
);

turns.test('a line that was removed comes back to its place, until the next buyer', () =>
  onTill(PHONE, async (page, box) => {
    for (const name of ['Кафа 150,00', 'Кафа 150,00', 'Бурек 220,00']) {
      await page.getByRole('button', { name }).tap();
    }
    await page.locator('.fold').tap();
    await page.getByRole('button', { name: 'Мање: Кафа' }).tap();
    await page.getByRole('button', { name: 'Мање: Кафа' }).tap();
    await page.getByText('Уклоњено: Кафа').waitFor();
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Врати', exact: true }).tap();
    await page.locator('.lines li').nth(1).waitFor();
    assert.match(await page.locator('.lines li').first().innerText(), /Кафа/);
    assert.is(await page.getByText('Уклоњено').count(), 0);
    await page.getByRole('button', { name: 'Мање: Бурек' }).tap();
    await page.getByText('Уклоњено: Бурек').waitFor();
    await page.getByRole('button', { name: 'Наплати' }).tap();
    await page.getByRole('button', { name: /^Готовина, тачно/ }).tap();
    await next(page).tap();
    await page.getByRole('button', { name: 'Кафа 150,00' }).tap();
    assert.is(await page.getByText('Уклоњено').count(), 0, 'the next buyer has another bill');
    assert.equal(
      (await receiptsOf(box)).map(({ total }) => total),
      [150],
    );
  }),
);

turns.test('with the keyboard alone: weigh, type a price, give change, sell on', () =>
  onTill(DESKTOP, async (page, box) => {
    const { keyboard } = page;
    const type = (text: string): Promise<void> => typeByHand(page, text);
    await keyboard.press('F2');
    await type('3*kafa');
    await type('jabuka');
    await page.getByLabel('Количина (кг)').waitFor();
    await type('0,75');
    await page.getByLabel('Укупно').getByText('517,43').waitFor();
    await keyboard.press('F2');
    await type('popravka');
    await page.getByLabel('Цена (РСД)').waitFor();
    await type('1.200,50');
    await page.getByLabel('Укупно').getByText('1.717,93').waitFor();
    await keyboard.press('F4');
    await page.getByRole('button', { name: /тачно/ }).waitFor();
    for (const _key of ['card', '1800', '2000']) await keyboard.press('Tab');
    await keyboard.press('Enter');
    await next(page).waitFor();
    await page.getByText('282,07', { exact: true }).waitFor();
    await keyboard.press('Enter');
    await keyboard.press('F2');
    await type('čaj');
    await page.getByLabel('Укупно').getByText('120,00').waitFor();
    await keyboard.press('F4');
    await page.getByRole('button', { name: /тачно/ }).waitFor();
    await keyboard.press('Enter');
    await next(page).waitFor();
    const receipts = await receiptsOf(box);
    assert.equal(
      receipts.map(({ total, tendered }) => [total, tendered]),
      [
        [120, undefined],
        [1717.93, 2000],
      ],
    );
    assert.match(receipts[1]?.journal ?? '', /\r\nУплаћено - готовина: +2\.000,00\r\nПовраћај: +282,07\r\n$/);
  }),
);

turns.test('a split payment, a buyer, a discount, a parked bill', () =>
  onTill(DESKTOP, async (page, box) => {
    await page.getByRole('button', { name: /Бурек/ }).click();
    await page.getByRole('button', { name: 'Још', exact: true }).click();
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Одложи рачун' }).click();
    await page.getByRole('button', { name: /Чај/ }).click();
    await page.getByRole('button', { name: 'Још', exact: true }).click();
    await page.getByRole('button', { name: /Врати рачун/ }).click();
    await page.getByLabel('Укупно').getByText('220,00').waitFor();
    await page.getByRole('button', { name: 'Још', exact: true }).click();
    await page.getByRole('button', { name: 'Попуст на цео рачун' }).click();
    await page.getByRole('button', { name: '10 %' }).click();
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Наплати' }).click();
    await assertAccessible(page);
    await page.getByRole('button', { name: /ПИБ/ }).click();
    await page.getByLabel('Број').waitFor();
    assert.ok(
      await page.evaluate<boolean>(`document.activeElement.matches('dialog input')`),
      'the number is typed at once',
    );
    await page.getByLabel('Број').fill('123');
    await page.getByRole('button', { name: 'Примени' }).click();
    await page.getByText('тачно 9 цифара').waitFor();
    await page.getByLabel('Број').fill('100000049');
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Примени' }).click();
    await page.getByRole('button', { name: 'Подели плаћање' }).click();
    for (const [amount, why] of [
      ['200', 'Највише 198,00: само готовина може више.'],
      ['12,345', 'Највише 2 децимале.'],
      ['сто', 'Унесите број.'],
    ] as const) {
      await page.getByLabel('Износ (РСД)').fill(amount);
      await page.getByRole('button', { name: 'Додај део' }).click();
      await page.getByText(why, { exact: true }).waitFor();
    }
    await page.getByLabel('Износ (РСД)').fill('100');
    await page.getByRole('button', { name: 'Додај део' }).click();
    for (const cash of ['50', '150']) {
      await page.getByLabel('Износ (РСД)').fill(cash);
      await page.getByRole('button', { name: 'Додај део' }).click();
    }
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Наплати' }).click();
    await next(page).waitFor();
    await assertAccessible(page);
    const { draft } = (await box.parts.ledger.invoice((await receiptsOf(box))[0]!.uuid))!;
    assert.equal(draft.payments, [
      { paymentType: 'Card', amount: 100_00 },
      { paymentType: 'Cash', amount: 50_00 },
      { paymentType: 'Cash', amount: 48_00 },
    ]);
    assert.is(draft.buyerId, '10:100000049');
    await page.getByText('102,00', { exact: true }).waitFor();
  }),
);

turns.test('goods that are not in the catalogue may have several tax labels', () =>
  onTill(PHONE, async (page, box) => {
    await page.getByRole('button', { name: 'Слободан износ' }).tap();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Износ (РСД)').fill('160');
    await dialog.getByText('Још пореских ознака').tap();
    await dialog.getByLabel(/^Е: /).tap();
    await assertAccessible(page);
    await dialog.getByRole('button', { name: 'Додај' }).tap();
    await page.getByRole('button', { name: 'Наплати' }).tap();
    await page
      .getByRole('button', { name: /^Готовина/ })
      .first()
      .tap();
    await next(page).waitFor();
    const { draft, signature } = (await box.parts.ledger.invoice((await receiptsOf(box))[0]!.uuid))!;
    assert.equal([draft.lines[0]?.label, draft.lines[0]?.moreLabels], ['Ђ', ['Е']]);
    assert.match(signature.journal, /\(Ђ, Е\)/);
    assert.is(signature.taxItems.length, 2);
  }),
);

turns.test('the optional field is chosen by its code book; a corporate card is paid by voucher alone', () =>
  onTill(DESKTOP, async (page, box) => {
    await page.getByRole('button', { name: 'Кафа 150,00' }).click();
    await page.getByRole('button', { name: 'Наплати' }).click();
    await page.getByRole('button', { name: /ПИБ/ }).click();
    await page.getByLabel('Број').fill('100000049');
    await page.getByLabel('Опционо поље купца').selectOption({ label: 'Корпорацијска картица, број' });
    await page.getByLabel('Ознака са документа').fill('66 66');
    await page.getByRole('button', { name: 'Примени' }).click();
    await page.getByText('слова и цифре без размака').waitFor();
    await assertAccessible(page);
    await page.getByLabel('Ознака са документа').fill('6666666');
    await page.getByRole('button', { name: 'Примени' }).click();
    await page.getByRole('button', { name: /тачно/ }).click();
    await page.getByText('Изаберите само начин плаћања „Ваучер”.').waitFor();
    assert.equal(await receiptsOf(box), [], 'nothing was sent');
    await page.getByRole('button', { name: 'Ваучер', exact: true }).click();
    await next(page).waitFor();
    const { draft } = (await box.parts.ledger.invoice((await receiptsOf(box))[0]!.uuid))!;
    assert.equal([draft.buyerId, draft.buyerCostCenterId], ['10:100000049', '50:6666666']);
    assert.equal(draft.payments, [{ paymentType: 'Voucher', amount: 150_00 }]);
  }),
);

turns.test('each single-purpose voucher is a line, and only of one label are they on a receipt', () =>
  onTill(DESKTOP, async (page, box) => {
    for (const [name, label] of [
      ['20: Једнонаменски ваучер (Ђ)', 'Ђ'],
      ['21: Једнонаменски ваучер (Е)', 'Е'],
    ] as const) {
      assert.ok((await box.parts.catalogue.create({ name, label, price: 1000 })).ok);
    }
    await page.reload();
    const voucher = page.locator('.tile', { hasText: '20: ' });
    await voucher.click();
    await voucher.click();
    assert.is(await page.locator('.lines li').count(), 2);
    await page.locator('.tile', { hasText: '21: ' }).click();
    await page.getByRole('button', { name: 'Наплати' }).click();
    await page.getByRole('button', { name: /тачно/ }).click();
    await page.getByText('Издајте посебан рачун за сваку ознаку.').waitFor();
    assert.equal(await receiptsOf(box), [], 'nothing was sent');
    await page.getByRole('button', { name: 'Назад' }).click();
    await page.getByRole('button', { name: /^Мање: 21/ }).click();
    await page.getByRole('button', { name: 'Наплати' }).click();
    await page.getByRole('button', { name: /тачно/ }).click();
    await next(page).waitFor();
  }),
);

turns.test(
  'an advance that reached the account earlier has its time, and is a transfer; a text is below the receipt',
  () =>
    onTill(DESKTOP, async (page, box) => {
      await page.getByRole('button', { name: 'Још', exact: true }).click();
      await page.getByRole('button', { name: 'Аванс', exact: true }).click();
      await page.getByLabel('Примљени аванс').fill('200');
      await page.getByLabel('Уплаћено раније').fill('2099-01-05T09:00');
      await page.getByLabel('Примљени аванс').press('Enter');
      await page.getByText('Изаберите дан пре данашњег.').waitFor();
      await assertAccessible(page);
      await page.getByLabel('Уплаћено раније').fill('2026-01-05T09:00');
      await page.getByLabel('Примљени аванс').press('Enter');
      await page.getByRole('button', { name: 'Текст испод рачуна' }).click();
      await page.getByLabel('Текст', { exact: true }).fill('Клупа, три комада');
      await assertAccessible(page);
      await page.getByRole('button', { name: 'Примени' }).click();
      await page.getByRole('button', { name: 'Картица' }).click();
      await page.getByText('Изаберите само начин плаћања „Пренос на рачун”.').waitFor();
      assert.equal(await receiptsOf(box), [], 'nothing was sent');
      await page.getByRole('button', { name: 'Пренос на рачун' }).click();
      await next(page).waitFor();
      const { draft } = (await box.parts.ledger.invoice((await receiptsOf(box))[0]!.uuid))!;
      assert.equal([draft.issueTime, draft.adText], ['2026-01-05 09:00:00', 'Клупа, три комада']);
    }),
);

turns.test('by its number a receipt is found, refunded in part and copied; an advance is taken and closed', () =>
  onTill(DESKTOP, async (page, box) => {
    const more = async (name: string | RegExp): Promise<void> => {
      await page.getByRole('button', { name: 'Још', exact: true }).click();
      await page.getByRole('button', { name, exact: true }).click();
    };
    await page.getByRole('button', { name: 'Кафа 150,00' }).click();
    await page.getByRole('button', { name: 'Кафа 150,00' }).click();
    await page.getByRole('button', { name: 'Наплати' }).click();
    await page.getByRole('button', { name: 'Картица' }).click();
    await next(page).click();
    const sale = (await box.parts.ledger.invoice((await receiptsOf(box))[0]!.uuid))!;

    await more('Нађи рачун');
    await page.getByLabel('ПФР број').fill('нешто');
    await page.getByRole('button', { name: 'Нађи', exact: true }).click();
    await page.getByText('ни ПФР број ни QR').waitFor();
    await page.getByLabel('ПФР број').fill(sale.signature.verificationUrl);
    await page.getByRole('button', { name: 'Нађи', exact: true }).click();
    await page.getByRole('button', { name: 'Рефундирај' }).click();
    await page.getByRole('heading', { name: 'Рачун', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Више: Кафа' }).click();
    await page.getByLabel('Број').fill('100000049');
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Рефундирај 150,00' }).click();
    await page.getByText('Рефундација је издата').waitFor();
    await next(page).click();

    await more('Нађи рачун');
    await page.getByLabel('ПФР број').fill(sale.signature.invoiceNumber.toLowerCase());
    await page.getByRole('button', { name: 'Нађи', exact: true }).click();
    await page.getByRole('button', { name: 'Копија' }).click();
    await page.getByText(`Издаје се копија рачуна ${sale.signature.invoiceNumber}.`).waitFor();
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Издај копију' }).click();
    await page.getByText('Копија је издата').waitFor();
    await next(page).click();

    await page.getByRole('button', { name: 'Кафа 150,00' }).click();
    await more('Аванс');
    const advance = page.getByRole('dialog', { name: 'Аванс' });
    await advance.getByText('Прво завршите или одложите').waitFor();
    await advance.getByRole('button', { name: 'Одложи рачун' }).click();
    await page.getByLabel('Примљени аванс').fill('200');
    await page.getByLabel('Примљени аванс').press('Enter');
    await page.getByRole('button', { name: 'Картица' }).click();
    await page.getByText('Авансни рачун је издат').waitFor();
    await next(page).click();
    await page.getByRole('button', { name: 'Још', exact: true }).click();
    await page.getByText('За рефундацију или копију додирните рачун.').waitFor();
    await page.getByRole('button', { name: /^Авансни рачун је издат/ }).click();
    await page.getByRole('button', { name: 'Затвори аванс' }).click();
    await page.getByRole('button', { name: /Бурек/ }).click();
    await page.getByRole('button', { name: 'Наплати' }).click();
    await page.getByRole('button', { name: 'Готовина, тачно 20,00' }).click();
    await page.getByText('Аванс је затворен').waitFor();
    assert.equal(
      (await receiptsOf(box)).map(({ total }) => total),
      [220, 200, 200, 300, 150, 300],
    );
  }),
);

turns.test('a scanner loses nothing, wherever the focus is; an unknown code is told', () =>
  onTill(DESKTOP, async (page) => {
    const search = page.getByRole('searchbox');
    await search.fill('ча');
    for (let n = 0; n < 20; n += 1) await scan(page, '8600000000011');
    assert.is(await search.inputValue(), 'ча', 'what was typed is still there');
    await page.getByText('20 ком × 150,00').waitFor();
    await scan(page, '9999999999994');
    await page.getByText('Непознат код: 9999999999994').waitFor();
    await page.getByRole('button', { name: 'Наплати' }).click();
    await page.getByRole('button', { name: /тачно/ }).waitFor();
    await scan(page, '8600000000011');
    await page.getByText('21 ком × 150,00').waitFor();
  }),
);

test.run();
