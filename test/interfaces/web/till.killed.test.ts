import type { Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { BoxProcess, cleanUp } from '../../kit/process.js';
import { newDevice, newPage, openBrowser, PHONE } from '../../kit/web/browser.js';
import { addOwner, openTill, signIn } from '../../kit/web/till.js';
import { Turns } from '../../kit/turns.js';

/** Each starts a box, and a browser or a page in it. */
const turns = new Turns(2);

test.after(cleanUp);

/** Sells one burek on a box that is killed as the request comes, after `before` it. */
async function killedWhilePaying(before: 'its answer' | 'it arrives'): Promise<void> {
  const browser = await openBrowser();
  try {
    let box = await BoxProcess.start();
    const [key = ''] = await box.keys(1);
    const { port, folder } = box;
    const item = await box.send('POST', '/items', key, { name: 'Бурек', price: 220, label: 'Ђ' });
    assert.is(item.status, 201);
    await addOwner(box);
    const { page } = await newPage(await newDevice(browser, PHONE));
    await openTill(page, `https://127.0.0.1:${port}`);
    const keys: string[] = [];
    let wasKilled = false;
    const killed = new Promise<void>((done) => {
      void page.route('**/web/v1/invoices', async (route) => {
        keys.push(route.request().headers()['idempotency-key'] ?? '');
        if (wasKilled) return route.continue();
        wasKilled = true;
        if (before === 'its answer') await route.fetch();
        await box.stop('SIGKILL');
        await route.abort('connectionreset');
        done();
      });
    });
    await page.getByRole('button', { name: /Бурек/ }).tap();
    await page.getByRole('button', { name: 'Наплати' }).tap();
    await page.getByRole('button', { name: /тачно/ }).tap();
    await killed;
    await page.getByText('Проверавам…').waitFor();
    await page.locator('.news').getByText('Нема везе са уређајем').waitFor();
    box = await BoxProcess.start({ folder, listen: `127.0.0.1:${port}` });
    await signInAgain(page);
    await page.getByText('Рачун је издат').waitFor();
    assert.is(new Set(keys).size, 1);
    const receipts = await box.receipts(key);
    assert.equal(
      receipts.map(({ total, clientRequestId }) => [total, clientRequestId]),
      [[220, keys[0]]],
    );
    await box.stop();
  } finally {
    await browser.close();
  }
}

/** Sessions end with the box; the bill does not. */
async function signInAgain(page: Page): Promise<void> {
  await page.getByText('Пријава').first().waitFor();
  await signIn(page);
}

turns.test('the box is killed before the request arrives: one receipt', () => killedWhilePaying('it arrives'));
turns.test('the box is killed when it has signed: one receipt', () => killedWhilePaying('its answer'));

test.run();
