// turns: 3
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { OPERATIONS } from '../../../src/interfaces/admin/operations.js';
import { API_ROUTES } from '../../kit/apiRoutes.js';
import { AUDIT_DEEDS } from '../../../src/interfaces/web/client/text/audit.js';
import { browserTest } from '../../kit/web/accessibility.js';
import { PHONE } from '../../kit/web/browser.js';
import { assertAccessible } from '../../kit/web/accessibility.js';
import { assertFits, Managed, TECHNICIAN } from '../../kit/web/managing.js';

test('each change that an operation makes has words', () => {
  const changing = Object.entries(OPERATIONS).filter(([, { isChange }]) => isChange);
  const called = Object.entries(API_ROUTES).filter(([, { method, isSale }]) => method !== 'get' && isSale !== true);
  const names = [...changing, ...called].map(([name]) => name).filter((name) => name !== 'emailInvoice');
  assert.equal(
    names.filter((name) => !Object.hasOwn(AUDIT_DEEDS, name)),
    [],
  );
});

browserTest('an owner sees what a technician has changed and when, by day and by name, page by page', async () => {
  const managed = await Managed.start();
  try {
    const { box } = managed;
    const empty = await managed.open('users', undefined, PHONE);
    await empty.page.getByRole('link', { name: 'Дневник измена' }).click();
    await empty.page.getByText('Још ништа није промењено.').waitFor();
    await assertAccessible(empty.page);

    const technician = await managed.open('settings', TECHNICIAN);
    assert.is(await technician.page.getByRole('link', { name: 'Дневник измена' }).count(), 0);
    await technician.page.goto(`${box.origin}/#/settings/network`);
    await technician.page.getByRole('textbox', { name: 'Касир остаје пријављен' }).fill('45');
    const form = technician.page.getByRole('form', { name: 'Касир остаје пријављен' });
    await form.getByRole('button', { name: 'Сачувај' }).click();
    await technician.page.getByText('Сачувано.').first().waitFor();

    for (let at = 0; at < 30; at += 1) {
      const entry = { event: 'operation', operation: 'print.drawer', subject: `Шанк ${at}`, user: 9 } as const;
      const isDone = at !== 29;
      assert.ok((await box.parts.ledger.put({ type: 'audit', entry: { ...entry, name: '<b>Ђорђе</b>', isDone } })).ok);
    }

    const { page, faults } = await managed.open('settings', undefined, PHONE);
    await page.getByRole('link', { name: 'Дневник измена' }).click();
    const rows = page.getByRole('list', { name: 'Измене' }).getByRole('listitem');
    const first = rows.filter({ hasText: 'Шанк 29' });
    await first.filter({ hasText: 'Отварање фиоке' }).filter({ hasText: 'одбијено' }).waitFor();
    await first.filter({ hasText: '<b>Ђорђе</b>' }).waitFor();
    assert.is(await rows.filter({ hasText: 'одбијено' }).count(), 1);
    assert.is(await rows.count(), 25);
    await page.getByRole('button', { name: 'Још' }).click();
    const changed = rows.filter({ hasText: 'Трајање пријаве касира' });
    await changed.filter({ hasText: 'Измена подешавања' }).filter({ hasText: TECHNICIAN.name }).waitFor();
    assert.is(await rows.count(), 31);
    assert.is(await page.getByRole('button', { name: 'Још' }).count(), 0);
    await assertFits(page);
    await assertAccessible(page);

    await page.getByLabel('Особа').fill('toma');
    await page.getByRole('button', { name: 'Прикажи', exact: true }).click();
    await rows.filter({ hasText: 'Шанк' }).first().waitFor({ state: 'detached' });
    assert.is(await rows.count(), 1);
    await page.getByLabel('Дан').fill('2020-01-01');
    await page.getByRole('button', { name: 'Прикажи', exact: true }).click();
    await page.getByText('Нема таквих измена.').waitFor();
    await page.getByRole('button', { name: 'Прикажи све' }).click();
    await first.waitFor();
    assert.equal([...faults, ...technician.faults, ...empty.faults], []);
  } finally {
    await managed.stop();
  }
});

test.run();
