import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { BoxProcess, cleanUp, SALE } from '../../kit/process.js';
import { assertAccessible } from '../../kit/web/accessibility.js';
import { hasBrowser, newDevice, newPage, openBrowser, PHONE } from '../../kit/web/browser.js';
import { addOwner, signIn } from '../../kit/web/till.js';
import { Turns } from '../../kit/turns.js';

/** One box that is killed again and again, and a phone on which its owner works. */
class Shop {
  private constructor(
    public box: BoxProcess,
    readonly key: string,
    readonly page: Page,
    readonly stop: () => Promise<unknown>,
  ) {}

  static async open(): Promise<Shop> {
    const browser = await openBrowser();
    const box = await BoxProcess.start();
    const [key = ''] = await box.keys(1);
    await addOwner(box);
    const { page } = await newPage(await newDevice(browser, PHONE));
    await page.goto(`https://127.0.0.1:${box.port}`);
    await signIn(page);
    await page.getByRole('navigation', { name: 'Мени' }).waitFor();
    return new Shop(box, key, page, () => browser.close());
  }

  /** The page of a receipt with a dialog open. */
  async at(uuid: string, button: string): Promise<void> {
    await this.page.goto(`https://127.0.0.1:${this.box.port}/#/receipts/${uuid}`);
    await this.page.getByRole('button', { name: button, exact: true }).click();
  }

  /** Kills the box as a request comes, before or after it did its work; starts it again; the owner signs in again. */
  async killedDuring(path: string, kills: 'as it arrives' | 'before its answer', act: () => Promise<void>) {
    const { page, box } = this;
    const { port, folder } = box;
    const keys: string[] = [];
    let restarted: Promise<void> | undefined;
    await page.route(path, async (route) => {
      keys.push(route.request().headers()['idempotency-key'] ?? '');
      if (restarted !== undefined) return route.continue();
      if (kills === 'before its answer') await route.fetch();
      await box.stop('SIGKILL');
      await route.abort('connectionreset');
      restarted = BoxProcess.start({ folder, listen: `127.0.0.1:${port}` }).then((next) => void (this.box = next));
    });
    await act();
    await page.getByText('Проверавам да ли је рачун издат').waitFor();
    await page.getByLabel('Лозинка').waitFor();
    await restarted;
    await signIn(page);
    // Who looks elsewhere is led back to it, and nothing invites to begin anew.
    await page.getByText('Још се не зна да ли је рачун издат').waitFor();
    await page.goto(`https://127.0.0.1:${port}/#/receipts`);
    await page.getByText('За рачун који сте издавали још се не зна').waitFor();
    await assertAccessible(page);
    await page.getByRole('link', { name: 'Отвори и провери' }).click();
    await page.getByText('Још се не зна да ли је рачун издат').waitFor();
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Провери поново' }).click();
    await page.getByText(/^Издат је рачун/).waitFor();
    assert.is(new Set(keys).size, 1, 'one key');
    await page.unroute(path);
    await page.getByRole('button', { name: 'Затвори', exact: true }).click();
    await page.goto(`https://127.0.0.1:${port}/#/receipts`);
    await page.getByRole('list', { name: 'Нађени рачуни' }).waitFor();
    assert.is(await page.getByText('За рачун који сте издавали').count(), 0);
  }

  /** Totals of all receipts, the newest first. */
  async totals(): Promise<number[]> {
    return (await this.box.receipts(this.key)).map(({ total }) => total);
  }
}

const test = suite<{ shop: Shop }>('the box is killed while another page than the till issues');

if (hasBrowser) {
  /** Each works in a browser. */
  const turns = new Turns(3, test);

  test.before(async (context) => {
    context.shop = await Shop.open();
  });
  test.after(async ({ shop }) => {
    await shop.stop();
    cleanUp();
  });

  turns.test('a refund: one, though the box was killed when it had signed', async ({ shop }) => {
    const sale = await shop.box.issue(shop.key);
    await shop.at(sale.uuid, 'Рефундирај');
    await shop.page.getByRole('button', { name: 'Врати све' }).click();
    await shop.page.getByLabel('Број', { exact: true }).fill('100000049');
    await shop.killedDuring('**/refund', 'before its answer', () =>
      shop.page.getByRole('button', { name: 'Рефундирај 300,00' }).click(),
    );
    assert.equal(await shop.totals(), [300, 300]);
  });

  turns.test('a copy: one, though the box was killed as it was asked', async ({ shop }) => {
    const sale = await shop.box.issue(shop.key, { items: [{ ...SALE.items[0], unitPrice: 70 }] });
    const before = await shop.totals();
    await shop.at(sale.uuid, 'Издај копију');
    await shop.killedDuring('**/copy', 'as it arrives', () =>
      shop.page.getByRole('dialog').getByRole('button', { name: 'Издај копију' }).click(),
    );
    assert.equal(await shop.totals(), [140, ...before]);
  });

  turns.test('an advance: closed once, by one refund and one final receipt', async ({ shop }) => {
    const items = [{ name: '10: Аванс (Ђ)', quantity: 1, unitPrice: 200, label: 'Ђ' }];
    const advance = await shop.box.issue(shop.key, { invoiceType: 'Advance', items });
    const before = await shop.totals();
    await shop.at(advance.uuid, 'Затвори аванс');
    await shop.page.getByLabel('Назив').fill('Клупа');
    await shop.page.getByLabel('Цена са ПДВ').fill('500');
    await shop.killedDuring('**/close-advance', 'before its answer', () =>
      shop.page.getByRole('button', { name: 'Издај коначан рачун од 500,00' }).click(),
    );
    assert.equal(await shop.totals(), [500, 200, ...before]);
  });

  turns.test('a second window sees what the first has sent, and sends nothing of its own', async ({ shop }) => {
    const { page, box } = shop;
    const sale = await box.issue(shop.key, { items: [{ ...SALE.items[0], unitPrice: 45 }] });
    const before = (await shop.totals()).length;
    await shop.at(sale.uuid, 'Издај копију');
    const second = await page.context().newPage();
    await second.goto(page.url());
    await second.getByRole('button', { name: 'Издај копију' }).click();
    await page.route('**/copy', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.getByRole('dialog').getByRole('button', { name: 'Издај копију' }).click();
    await page.getByText('Проверавам да ли је рачун издат').waitFor();
    await second.getByRole('dialog').getByRole('button', { name: 'Издај копију' }).click();
    await second.getByRole('button', { name: 'Провери поново' }).click();
    await second.getByText(/^Издат је рачун/).waitFor();
    assert.is((await shop.totals()).length, before + 1);
    await second.close();
  });
} else {
  test.skip('there is no browser here');
}

test.run();
