import type { Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { assertAccessible } from '../../kit/web/accessibility.js';
import { PHONE } from '../../kit/web/browser.js';
import { atTill, nextSale, receiptsOf, sellCash, untilKept } from '../../kit/web/till.js';
import { Turns } from '../../kit/turns.js';

/** Each starts a box, and a browser or a page in it. */
const turns = new Turns(3);

/** As iOS does after its sleep, in every connection, until `isMended` is stored for this window. */
const DEAD_DATABASE = `{
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function (...asked) {
    if (sessionStorage.getItem('isMended') === null) {
      throw new DOMException('Connection to Indexed Database server lost', 'UnknownError');
    }
    return transaction.apply(this, asked);
  };
}`;
/** A full disk. */
const FULL = `{
  const { setItem } = Storage.prototype;
  Storage.prototype.setItem = function (...asked) {
    if (this === localStorage && sessionStorage.getItem('isMended') === null) {
      throw new DOMException('full', 'QuotaExceededError');
    }
    setItem.apply(this, asked);
  };
}`;
const MEND = `sessionStorage.setItem('isMended', 'yes')`;

const button = (page: Page, name: RegExp | string) => page.getByRole('button', { name });

/** A coffee in the cart, and a device that keeps nothing more from now on; keys that are sent, and their answers while they get lost. */
async function breaking(
  page: Page,
  ...scripts: readonly string[]
): Promise<{ isLossy: boolean; readonly keys: string[] }> {
  const network = { isLossy: true, keys: [] as string[] };
  await page.route('**/web/v1/invoices', async (route) => {
    network.keys.push(route.request().headers()['idempotency-key'] ?? '');
    if (!network.isLossy) return route.continue();
    await route.fetch();
    await route.abort('connectionreset');
  });
  for (const script of scripts) {
    await page.addInitScript(script);
    await page.evaluate(script);
  }
  await button(page, /Кафа/).click();
  return network;
}

turns.test(
  'the database of the tablet dies: a lost answer is still asked for after a reload, and no second receipt is made',
  () =>
    atTill(
      async (page, box, faults) => {
        const network = await breaking(page, DEAD_DATABASE);
        await page.getByText('Овај уређај чува само рачун').waitFor();
        await button(page, 'Наплати').click();
        await button(page, /тачно/).click();
        await page.getByText('Проверавам…').waitFor();
        await page.reload();
        await page.getByText('Не може да се прочита').waitFor();
        assert.is(await button(page, /Кафа/).count(), 0, 'nothing is sold before somebody decides');
        await assertAccessible(page);
        await button(page, 'Продај даље без сачуваног').click();
        await page.getByRole('dialog').getByRole('button', { name: 'Продај даље без сачуваног' }).click();
        await page.getByText('Проверавам…').waitFor();
        network.isLossy = false;
        await page.getByText('Рачун је издат').waitFor();
        await nextSale(page).click();
        await button(page, /Кафа/).waitFor();
        assert.is(new Set(network.keys).size, 1);
        assert.is((await receiptsOf(box)).length, 1);
        faults.length = 0;
      },
      { device: PHONE },
    ),
);

turns.test('the database works again after the reload: the till checks on by itself', () =>
  atTill(async (page, box, faults) => {
    const network = await breaking(page, DEAD_DATABASE);
    await button(page, 'Наплати').click();
    await button(page, /тачно/).click();
    await page.getByText('Проверавам…').waitFor();
    await page.evaluate(MEND);
    await page.reload();
    await page.getByText('Проверавам…').waitFor();
    network.isLossy = false;
    await page.getByText('Рачун је издат').waitFor();
    assert.is(await page.evaluate(`localStorage.getItem('till requests')`), null);
    assert.is(new Set(network.keys).size, 1);
    assert.is((await receiptsOf(box)).length, 1);
    faults.length = 0;
  }),
);

turns.test('a device that keeps nothing at all sends nothing, says so, and sells once it can', () =>
  atTill(async (page, box) => {
    const network = await breaking(page, DEAD_DATABASE, FULL);
    await button(page, 'Наплати').click();
    await button(page, /тачно/).click();
    await page.getByText('Овај уређај не може да сачува продају').waitFor();
    await button(page, /тачно/).waitFor();
    await assertAccessible(page);
    assert.equal(network.keys, []);
    network.isLossy = false;
    await page.evaluate(MEND);
    await button(page, 'Покушај поново').click();
    await page.getByText('Овај уређај не може да сачува продају').waitFor({ state: 'detached' });
    await button(page, /тачно/).click();
    await page.getByText('Рачун је издат').waitFor();
    assert.is(new Set(network.keys).size, 1);
    assert.is((await receiptsOf(box)).length, 1);
  }),
);

turns.test(
  'a full tablet is no tablet without the box, and says why it sends no refund from the list of receipts',
  () =>
    atTill(async (page, box) => {
      await sellCash(page, /Кафа/);
      await page.addInitScript(FULL);
      await page.reload();
      await page.goto(`${box.origin}/#/receipts`);
      await page.locator('.receipt-row').click();
      assert.is(await page.getByText('Нема везе са уређајем').count(), 0);
      await page.getByRole('button', { name: 'Рефундирај', exact: true }).click();
      await page.getByRole('button', { name: 'Врати све' }).click();
      await page.getByLabel('Број', { exact: true }).fill('100000049');
      await button(page, 'Рефундирај 150,00').click();
      await page.getByText('Овај уређај не може да сачува захтев').waitFor();
      assert.is((await receiptsOf(box)).length, 1);
      await page.evaluate(MEND);
      await button(page, 'Рефундирај 150,00').click();
      await page.getByRole('link', { name: 'Отвори га' }).waitFor();
      assert.is((await receiptsOf(box)).length, 2);
    }),
);

/** Only connections that were made before are dead. */
const DEAD_CONNECTION = `{
  const { transaction } = IDBDatabase.prototype;
  let dead;
  IDBDatabase.prototype.transaction = function (...asked) {
    dead ??= this;
    if (dead === this) throw new DOMException('The database connection is closing', 'InvalidStateError');
    return transaction.apply(this, asked);
  };
}`;

turns.test('a connection that died is made anew, and nobody notices', () =>
  atTill(async (page) => {
    await page.evaluate(DEAD_CONNECTION);
    await button(page, /Кафа/).click();
    await page.getByLabel('Укупно').getByText('150,00').waitFor();
    await untilKept(page, 'the bill', ({ cart }) => cart.lines.length === 1);
    await page.reload();
    await page.getByLabel('Укупно').getByText('150,00').waitFor();
    assert.is(await page.getByText('Овај уређај').count(), 0);
  }),
);

test.run();
