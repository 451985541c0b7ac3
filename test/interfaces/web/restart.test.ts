// turns: 3
// time limit: 120 s
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { cleanUp, SALE } from '../../kit/process.js';
import { Supervised } from '../../kit/systemd/supervised.js';
import { assertAccessible } from '../../kit/web/accessibility.js';
import { hasBrowser, newDevice, newPage, openBrowser, PHONE } from '../../kit/web/browser.js';
import { addOwner, signIn } from '../../kit/web/till.js';

const unavailable = hasBrowser ? Supervised.unavailable() : 'there is no browser here';
if (unavailable !== undefined) process.stdout.write(`skipped: ${unavailable}\n`);
test.after(cleanUp);

async function restarted(): Promise<void> {
  const service = await Supervised.start({ watchdog: 30_000 });
  const { box } = service;
  const browser = await openBrowser();
  try {
    await addOwner(box);
    const [key = ''] = await box.keys(1);
    const before = await box.issue(key);
    const { page, faults } = await newPage(await newDevice(browser, PHONE));
    await page.goto(`https://127.0.0.1:${box.port}/#/settings/service`);
    await signIn(page);
    await page.getByRole('button', { name: 'Покрени поново' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Рачуни у току се завршавају').waitFor();
    const { pid } = service;
    await dialog.getByRole('button', { name: 'Покрени поново' }).click();
    await page.getByText('Сервис се поново покреће.').waitFor();
    assert.is(await page.getByRole('button', { name: 'Покрени поново' }).count(), 0);
    await service.restarted();
    assert.is.not(service.pid, pid);
    assert.is(service.end, 'success exited 0');

    // The page is not touched meanwhile.
    await page.getByText('Пријава је истекла').waitFor();
    await assertAccessible(page);
    await signIn(page);
    await page.getByRole('heading', { name: 'Безбедни режим' }).waitFor();
    assert.is(await page.getByText('Сервис се поново покреће.').count(), 0);

    box.reconnect();
    const after = await box.issue(key, SALE);
    assert.equal(
      (await box.receipts(key)).map(({ uuid }) => uuid),
      [after.uuid, before.uuid],
    );
    // A browser logs that there was no answer for a moment.
    assert.equal(
      faults.filter((fault) => !fault.includes('ERR_CONNECTION')),
      [],
    );
  } finally {
    await browser.close();
    await box.stop();
  }
}

const NAME = 'a restart by its button: the page comes back by itself, asks to sign in again, and nothing is lost';
if (unavailable === undefined) test(NAME, restarted);
else test.skip(NAME, () => undefined);

test.run();
