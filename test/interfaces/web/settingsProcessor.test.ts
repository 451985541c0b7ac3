import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { FakePfrServer } from '../../kit/pfr/server.js';
import { PHONE } from '../../kit/web/browser.js';
import { assertAccessible } from '../../kit/web/accessibility.js';
import { assertFits, Managed, TECHNICIAN } from '../../kit/web/managing.js';

const test = suite<{ managed: Managed; fake: FakePfrServer }>('a processor on a page');

test.before(async (context) => {
  context.fake = await FakePfrServer.start({ pin: null });
  context.managed = await Managed.start();
});

test.after(async ({ managed, fake }) => {
  await managed.stop();
  await fake.stop();
});

test('an L-PFR is set and tried; what the box is doing is told meanwhile', async ({ managed, fake }) => {
  const { page, faults, close } = await managed.open('settings/processor', TECHNICIAN, PHONE);
  const form = page.getByRole('form', { name: 'Пробно', exact: true });
  await form.getByRole('button', { name: 'Испробај процесор' }).click();
  await form.getByText('Демо процесор је део уређаја').waitFor();
  await form.getByLabel('Врста процесора').selectOption('lpfr');
  await form.getByLabel('Адреса процесора').fill(fake.url);
  await form.getByText('Још подешавања').click();
  await form.getByLabel('Чекање на одговор (с)').fill('5');
  await form.getByRole('button', { name: 'Сачувај' }).click();
  await form.getByText('Сачувано.').waitFor();
  assert.equal(managed.box.parts.settings.now['pfr.sandbox'], { mode: 'lpfr', url: fake.url, timeout: 5 });
  await page.getByText('ПРОБНО ОКРУЖЕЊЕ').waitFor();
  await form.getByRole('button', { name: 'Испробај процесор' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('два рачуна „Обука”').waitFor();
  await assertAccessible(page);
  await dialog.getByRole('button', { name: 'Испробај процесор' }).click();
  await form.locator('.steps li').first().waitFor();
  await form.getByText('Процесор је исправан.').waitFor();
  await assertFits(page);
  await assertAccessible(page);
  // The address is not lost by trying the demo.
  await form.getByLabel('Врста процесора').selectOption('demo');
  await form.getByText(`Адреса процесора ${fake.url} и остала његова подешавања бришу се`).waitFor();
  await form.getByRole('button', { name: 'Сачувај' }).click();
  await form.getByText('Сачувано.').waitFor();
  await form.getByLabel('Врста процесора').selectOption('lpfr');
  assert.is(await form.getByLabel('Адреса процесора').inputValue(), fake.url);
  await form.getByRole('button', { name: 'Сачувај' }).click();
  await form.getByText('Сачувано.').waitFor();
  // The same address for both would make real sales of tests.
  const production = page.getByRole('form', { name: 'Продукција', exact: true });
  await production.getByLabel('Врста процесора').selectOption('lpfr');
  await production.getByLabel('Адреса процесора').fill(fake.url);
  await production.getByRole('button', { name: 'Сачувај' }).click();
  await production.getByText('Оба окружења имају исту адресу.').waitFor();
  assert.equal(managed.box.parts.settings.now['pfr.production'], { mode: 'demo' });
  // Refused on purpose, which a browser logs.
  assert.equal(
    faults.filter((fault) => !fault.includes('409')),
    [],
  );
  await close();
});

test.run();
