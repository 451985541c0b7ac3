import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { PHONE } from '../../kit/web/browser.js';
import { assertAccessible } from '../../kit/web/accessibility.js';
import { assertFits, Managed, TECHNICIAN } from '../../kit/web/managing.js';
import { Turns } from '../../kit/turns.js';

const HOSTILE = '<img src=x onerror="document.title=1"> & "Хлеб"';

const test = suite<{ managed: Managed; folder: string }>('catalogue on a page');
/** Each works in a browser. */
const turns = new Turns(3, test);

test.before(async (context) => {
  context.managed = await Managed.start();
  context.folder = mkdtempSync(join(tmpdir(), 'kasirbox-csv-'));
  const { catalogue } = context.managed.box.parts;
  await catalogue.create({ name: HOSTILE, plu: 'zlo', price: 1, label: 'Ђ' });
  for (let at = 1; at <= 60; at += 1)
    await catalogue.create({ name: `Артикал ${at}`, plu: `${at}`, price: at, label: 'Ђ' });
});

test.after(async ({ managed, folder }) => {
  await managed.stop();
  rmSync(folder, { recursive: true, force: true });
});

turns.test('an item is added and changed by thumb; what is wrong is said', async ({ managed }) => {
  const { page, faults, close } = await managed.open('catalogue', TECHNICIAN, PHONE);
  await page.getByText('1–50 од 61').waitFor();
  await assertFits(page);
  await assertAccessible(page);
  await page.getByRole('button', { name: 'Нови артикал' }).click();
  const form = page.getByRole('form', { name: 'Нови артикал' });
  await form.getByLabel('Назив').fill('Бурек са сиром');
  const labels = await form.getByLabel('Пореска ознака').locator('option').allTextContents();
  assert.ok(labels.includes('Ђ: О-ПДВ, 20,00\u00a0%'), labels.join('; '));
  await form.getByLabel('Цена са ПДВ').fill('није цена');
  await form.getByLabel('Бар-код (GTIN)').fill('8600123456780');
  await form.getByText('очекује се 8').waitFor();
  await form.getByRole('button', { name: 'Сачувај' }).click();
  await form.getByText('Унесите број.').waitFor();
  await form.getByText('Такав бар-код не постоји.').waitFor();
  await form.getByLabel('Цена са ПДВ').fill('1.234,50');
  await form.getByLabel('Бар-код (GTIN)').fill('8600123456788');
  await form.getByText('Контролна цифра је тачна.').waitFor();
  await form.getByLabel('Шифра (PLU)').fill('7');
  await assertAccessible(page);
  await form.getByRole('button', { name: 'Сачувај' }).click();
  await form.getByText('већ има артикал').waitFor();
  await form.getByLabel('Шифра (PLU)').fill('B7');
  await form.getByRole('button', { name: 'Сачувај' }).click();
  await page.getByText('Сачувано: Бурек са сиром').waitFor();
  await page.getByLabel('Тражи по називу').fill('burek');
  await page.getByText('1–1 од 1').waitFor();
  await page.getByRole('button', { name: 'Бурек са сиром' }).click();
  const edit = page.getByRole('form', { name: 'Измени артикал' });
  assert.is(await edit.getByLabel('Цена са ПДВ').inputValue(), '1.234,50');
  await edit.getByLabel('У продаји').uncheck();
  await edit.getByRole('button', { name: 'Сачувај' }).click();
  await page.getByText('Ниједан артикал не одговара.').waitFor();
  const stored = managed.box.parts.catalogue.all().find(({ plu }) => plu === 'B7');
  assert.equal([stored?.price, stored?.gtin, stored?.active], [123_450, '8600123456788', false]);
  // Refused by the API on purpose, which a browser logs.
  assert.equal(
    faults.filter((fault) => !fault.includes('422')),
    [],
  );
  await close();
});

turns.test('the form and the import name the other item that has a code', async ({ managed }) => {
  const { catalogue } = managed.box.parts;
  const gtin = '4006381333931';
  const made = await catalogue.create({ name: 'Хлеб наш', plu: '7007', price: 90, label: 'Ђ', gtin });
  const { page, faults, close } = await managed.open('catalogue', TECHNICIAN);
  await page.getByRole('button', { name: 'Нови артикал' }).click();
  const form = page.getByRole('form', { name: 'Нови артикал' });
  // A refusal is shown at its field and uses the field's label.
  await form.getByLabel('Назив').fill(' ');
  await form.getByLabel('Цена').fill('90');
  await form.getByRole('button', { name: 'Сачувај' }).click();
  await form.locator('.field', { hasText: 'Поље „Назив” не сме бити празно' }).getByLabel('Назив').waitFor();
  // What was mended is not called wrong any more, though something else is.
  await form.getByLabel('Назив').fill('Хлеб њихов');
  await form.getByLabel('Цена').fill('x');
  await form.getByRole('button', { name: 'Сачувај' }).click();
  await form.getByText('Унесите број.').waitFor();
  assert.is(await form.getByText('не сме бити празно').count(), 0);
  await form.getByLabel('Цена').fill('90');
  await form.getByLabel('Шифра (PLU)').fill('07007');
  await form.getByText('артикла „Хлеб наш” разликује само нулама').waitFor();
  await form.getByLabel('Шифра (PLU)').fill('7007');
  await form.getByText('Шифру „7007” има „Хлеб наш”').waitFor();
  await form.getByLabel('Бар-код (GTIN)').fill(gtin);
  const shared = `Код „${gtin}” има и артикал „Хлеб наш”`;
  await form.locator('.note.warning', { hasText: shared }).waitFor();
  // Who saves before the form has asked reads it beside what is saved.
  await form.getByLabel('Шифра (PLU)').fill('7008');
  await form.getByRole('button', { name: 'Сачувај' }).click();
  await page.getByText('Сачувано: Хлеб њихов').waitFor();
  await page.locator('.notice.warning', { hasText: shared }).waitFor();
  await page.goto(`${managed.box.origin}/#/catalogue/import`);
  const csv = `plu;назив;ознака;gtin\n07007;Кифла;Ђ;\n9007;Сок;Ђ;${gtin}\n`;
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await page.getByText('Редова са упозорењем: 2').waitFor();
  await page.getByRole('cell', { name: 'нов, цена се уноси' }).first().waitFor();
  await page.getByText('разликује само нулама').waitFor();
  await page.getByRole('button', { name: 'Увези' }).click();
  await page.getByText('Увезено: нових 2').waitFor();
  // Refused by the API on purpose, which a browser logs.
  assert.equal(
    faults.filter((fault) => !fault.includes('422')),
    [],
  );
  await close();
  for (const { id, plu } of catalogue.all())
    if (['07007', '9007', '7007', '7008'].includes(plu ?? '')) await catalogue.deactivate(id);
  assert.ok(made.ok);
});

turns.test('hostile names are text, and pages of the list are turned', async ({ managed }) => {
  const { page, faults, close } = await managed.open('catalogue');
  await page.getByLabel('Тражи по називу').fill('zlo');
  await page.getByText(HOSTILE).waitFor();
  await page.getByLabel('Тражи по називу').fill('');
  await page.getByRole('button', { name: 'Следећи' }).click();
  await page.getByText('51–').waitFor();
  await page.goto(`${managed.box.origin}/#/catalogue/labels`);
  await page.getByLabel('Тражи по називу').fill('zlo');
  await page.getByRole('button', { name: `Додај: ${HOSTILE}` }).click();
  await page.locator('.sticker-name', { hasText: HOSTILE }).waitFor();
  assert.match(await page.title(), /kasirbox$/);
  assert.is(await page.locator('img').count(), 0);
  assert.equal(faults, []);
  await close();
});

turns.test(
  'a CSV file is checked first, each refused row is named, and nothing is half imported',
  async ({ managed, folder }) => {
    const { page, faults, close } = await managed.open('catalogue/import');
    const before = managed.box.parts.catalogue.all();
    const file = join(folder, 'artikli.csv');
    const input = page.locator('input[type=file]');
    writeFileSync(file, 'plu;назив;цена;ознака\n1;Артикал 1;9,50;Ђ\nn1;Нов;10;Ђ\nn2;Лош;x;Ђ\nn3;Лош;5;Q\n');
    await input.setInputFiles(file);
    await page.getByText('Одбијених редова: 2').waitFor();
    const rows = await page.getByRole('row').allTextContents();
    assert.match(rows.join('\n'), /4цена.*није износ/);
    assert.match(rows.join('\n'), /5ознака.*ознака „Q”/);
    assert.is(await page.getByRole('button', { name: 'Увези', exact: true }).count(), 0);
    await assertAccessible(page);
    assert.equal(managed.box.parts.catalogue.all(), before);
    writeFileSync(file, `plu;назив;цена;ознака\n1;Артикал 1;9,50;Ђ\nn1;${HOSTILE.replaceAll('"', '')};10;Ђ\n`);
    await input.setInputFiles(file);
    await page.getByText('нових 1, измењених 1, без промене 0').waitFor();
    await page.getByText(/^1,00\s+постаје\s+9,50$/).waitFor();
    await assertAccessible(page);
    assert.equal(managed.box.parts.catalogue.all(), before);
    await page.getByRole('button', { name: 'Увези', exact: true }).click();
    await page.getByText('Увезено: нових 1, измењених 1.').waitFor();
    assert.is(managed.box.parts.catalogue.all().find(({ plu }) => plu === '1')?.price, 950);
    assert.equal(faults, []);
    await close();
  },
);

turns.test('the catalogue goes out as a file that comes in again', async ({ managed, folder }) => {
  const { page, faults, close } = await managed.open('catalogue');
  const waiting = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Преузми CSV' }).click();
  const download = await waiting;
  assert.match(download.suggestedFilename(), /^kasirbox-artikli-\d{4}-\d\d-\d\d\.csv$/);
  const file = join(folder, 'export.csv');
  await download.saveAs(file);
  assert.is(readFileSync(file, 'utf8').split('\r\n').length, managed.box.parts.catalogue.all().length + 2);
  await page.goto(`${managed.box.origin}/#/catalogue/import`);
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByText('Све је већ тако').waitFor();
  assert.equal(faults, []);
  await close();
});

turns.test('labels: copies, places to skip, one barcode each', async ({ managed }) => {
  await managed.box.parts.catalogue.create({ name: 'Кифла', plu: 'k', price: 45, label: 'Ђ', gtin: '73513537' });
  const { page, faults, close } = await managed.open('catalogue/labels');
  await page.getByLabel('Тражи по називу').fill('kifla');
  await page.getByRole('button', { name: 'Додај: Кифла' }).click();
  await page.getByRole('textbox', { name: 'Кифла' }).fill('22');
  await page.getByLabel('Прескочи налепница').fill('4');
  await page.getByText('Листова: 2').waitFor();
  assert.is(await page.getByRole('img', { name: '73513537' }).count(), 22);
  assert.is(await page.locator('.sheet').count(), 2);
  await assertAccessible(page);
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  assert.is((pdf.match(/\/Type \/Page\b(?!s)/g) ?? []).length, 2);
  assert.equal(faults, []);
  await close();
});

test.run();
