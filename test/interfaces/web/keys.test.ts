import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { PHONE } from '../../kit/web/browser.js';
import { assertAccessible } from '../../kit/web/accessibility.js';
import { assertFits, Managed, TECHNICIAN } from '../../kit/web/managing.js';
import { Turns } from '../../kit/turns.js';

const test = suite<{ managed: Managed }>('API keys on a page');
/** Each works in a browser. */
const turns = new Turns(3, test);

test.before(async (context) => {
  context.managed = await Managed.start();
});

test.after(({ managed }) => managed.stop());

turns.test('an owner makes a key, sees it once as text and as code, and revokes it', async ({ managed }) => {
  const { page, faults, close } = await managed.open('settings/keys', undefined, PHONE);
  await page.getByText('Још нема кључева.').waitFor();
  await page.getByLabel('Назив кључа').fill('каса <i>1</i>');
  await page.getByRole('button', { name: 'Направи кључ' }).click();
  const key = (await page.locator('.code').textContent()) ?? '';
  assert.match(key, /^kasir_/);
  await page.getByRole('img', { name: 'QR код са кључем' }).waitFor();
  await assertFits(page);
  await assertAccessible(page);
  const status = await managed.box.anonymous.with(key).get('/tax-labels');
  assert.is(status.status, 200);
  await page.getByRole('button', { name: 'Готово' }).click();
  assert.not.match(await page.content(), new RegExp(key));
  await page.getByRole('heading', { name: 'каса <i>1</i>' }).waitFor();
  await page.getByRole('button', { name: 'Опозови' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('од сада не може да продаје').waitFor();
  await assertAccessible(page);
  await dialog.getByRole('button', { name: 'Опозови' }).click();
  await page.getByText('Опозвано: каса <i>1</i>').waitFor();
  assert.is((await managed.box.anonymous.with(key).get('/tax-labels')).status, 401);
  await page.getByLabel('Прикажи и опозване').check();
  await page
    .getByRole('listitem')
    .filter({ hasText: /Опозван \d{1,2}\./ })
    .waitFor();
  assert.equal(faults, []);
  await close();
});

turns.test('a link leads to the reference of the API', async ({ managed }) => {
  const { page, faults, close } = await managed.open('settings/keys', undefined, PHONE);
  const link = page.getByRole('link', { name: 'Опис API-ја за програмере (на енглеском)' });
  const [reference] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
  await reference.getByRole('heading', { name: 'REST API v1', level: 1 }).waitFor();
  assert.is(new URL(reference.url()).pathname, '/docs');
  assert.equal(faults, []);
  await close();
});

turns.test('a key used from a new address is reported until the owner accepts it', async ({ managed }) => {
  const { box } = managed;
  const { id, key } = await box.newKey();
  const used = (address: string): void => void box.parts.keys.authenticate(key, address);
  used('192.168.1.20');
  box.clockOffset += 86_400_000;
  used('192.168.1.66');
  const { page, faults, close } = await managed.open('settings/keys', undefined, PHONE);
  const warning = page.getByText('192.168.1.66', { exact: false }).and(page.locator('.notice'));
  await warning.waitFor();
  await assertFits(page);
  await assertAccessible(page);
  await page.getByRole('button', { name: 'Прихвати' }).click();
  await page.getByText('Прихваћено: till').waitFor();
  await warning.waitFor({ state: 'detached' });
  assert.is(await page.getByRole('button', { name: 'Прихвати' }).count(), 0);
  await page.getByRole('listitem').filter({ hasText: '192.168.1.66, 192.168.1.20' }).waitFor();
  const [judged] = box.parts.keys.judged('sandbox').filter((one) => one.key.id === id);
  assert.equal(judged?.newAddresses, []);

  // Later events are reported again.
  used('192.168.1.67');
  await page.reload();
  await page.getByRole('button', { name: 'Прихвати' }).waitFor();
  assert.equal(faults, []);
  await close();
});

turns.test('a technician neither sees keys nor may ask for them', async ({ managed }) => {
  const { page, close } = await managed.open('settings', TECHNICIAN);
  await page.getByRole('link', { name: 'Фирма' }).waitFor();
  assert.is(await page.getByRole('link', { name: 'API кључеви' }).count(), 0);
  const status = await page.evaluate(async () => {
    const { csrf } = (await (await fetch('/web/session')).json()) as { readonly csrf: string };
    const headers = { 'X-CSRF-Token': csrf, 'Content-Type': 'application/json' };
    const statuses: number[] = [];
    for (const [name, body] of [
      ['keys.list', '{}'],
      ['keys.create', '{"label":"x"}'],
    ] as const) {
      statuses.push((await fetch(`/web/operations/${name}`, { method: 'POST', headers, body })).status);
    }
    return statuses;
  });
  assert.equal(status, [409, 409]);
  assert.is(managed.box.parts.keys.list().filter(({ label }) => label === 'x').length, 0);
  await close();
});

test.run();
