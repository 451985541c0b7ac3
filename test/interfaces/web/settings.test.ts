import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { PNG } from 'pngjs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { SmtpServer } from '../../kit/smtp/server.js';
import { PHONE } from '../../kit/web/browser.js';
import { assertAccessible } from '../../kit/web/accessibility.js';
import { assertFits, Managed, TECHNICIAN } from '../../kit/web/managing.js';
import { Turns } from '../../kit/turns.js';

const test = suite<{ managed: Managed }>('settings on a page');
/** Each works in a browser. */
const turns = new Turns(3, test);

const GROUPS = [
  ...[
    'company',
    'processor',
    'certificates',
    'printers',
    'selling',
    'mail',
    'notify',
    'backup',
    'fleet',
    'network',
    'keys',
  ],
  ...['service', 'advanced'],
];
/** A valid seed of a user that exists on no server. */
const SEED = 'SUACSSL3UAHUDXKFSNVUZRF5UHPMWZ6BFDTJ7M6USDXIEDNPPQYYYCU3VY';
const LOGO = resolve(import.meta.dirname, '../../../src/interfaces/web/client/static/icon-192.png');

test.before(async (context) => {
  context.managed = await Managed.start();
});

test.after(({ managed }) => managed.stop());

turns.test('every group fits a phone, and axe finds nothing', async ({ managed }) => {
  const printer = { name: 'sank', address: 'tcp://127.0.0.1:9', width: 80, dpi: 203, mode: 'raster' } as const;
  await managed.box.set('printers', [printer]);
  const { page, faults, close } = await managed.open('settings', undefined, PHONE);
  await page.getByRole('link', { name: 'Фирма' }).waitFor();
  await assertAccessible(page);
  for (const group of GROUPS) {
    await page.goto(`${managed.box.origin}/#/settings/${group}`);
    await page.locator('section').first().waitFor();
    await page.locator('.loading').first().waitFor({ state: 'detached' });
    await assertFits(page);
    await assertAccessible(page);
  }
  await managed.box.set('printers', []);
  assert.equal(faults, []);
  await close();
});

turns.test(
  'a box is connected to the server of its owner by what the server printed, and joins a group',
  async ({ managed }) => {
    const { page, faults, close } = await managed.open('settings/fleet', undefined, PHONE);
    const server = page.getByRole('form', { name: 'Сервер власника' });
    await server.getByLabel('Подешавање за овај уређај').fill('kasirbox');
    await server.getByRole('button', { name: 'Повежи са сервером' }).click();
    await server.getByText('Ово није подешавање за уређај.').waitFor();
    const stream = { url: 'tls://127.0.0.1:4222', credentials: SEED, subject: 'kasirbox.zora-1' };
    await server.getByLabel('Подешавање за овај уређај').fill(JSON.stringify(stream));
    await server.getByRole('button', { name: 'Повежи са сервером' }).click();
    await page.getByText('zora-1').waitFor();
    assert.equal(managed.box.parts.settings.now.stream, stream);
    assert.is(await page.getByText(SEED).count(), 0, 'a secret is shown to nobody');
    await assertAccessible(page);

    const group = page.getByRole('form', { name: 'Група' });
    await group.getByText('Укључено').click();
    await group.getByLabel('Назив групе').fill('kiosks');
    await group.getByLabel('Листа артикала').selectOption('offer');
    await group.getByRole('button', { name: 'Сачувај' }).click();
    await page.getByText('Још ништа није преузето.').waitFor();
    assert.equal(managed.box.parts.settings.now.group, { name: 'kiosks', catalogue: 'offer', settings: 'ignore' });

    await page.getByRole('button', { name: 'Прекини везу са сервером' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Прекини везу са сервером' }).click();
    await server.waitFor();
    assert.is(managed.box.parts.settings.now.stream, null);
    await managed.box.set('group', null);
    assert.equal(faults, []);
    await close();
  },
);

turns.test(
  'the company is changed; what the schema refuses is said, and nothing is changed then',
  async ({ managed }) => {
    const { page, close } = await managed.open('settings/company', TECHNICIAN);
    const form = page.getByRole('form', { name: 'Фирма' });
    await form.getByLabel('ПИБ').fill('12');
    await form.getByLabel('Назив').fill('Пекара <b>Ђурђевак</b>');
    await form.getByRole('button', { name: 'Сачувај' }).click();
    await form.getByText('Поље „ПИБ” мора имати 9 цифара.').waitFor();
    assert.is(managed.box.parts.settings.now.company.name, 'ДЕМО ПРОДАВНИЦА');
    await form.getByLabel('ПИБ').fill('106006802');
    await form.getByRole('button', { name: 'Сачувај' }).click();
    await form.getByText('Сачувано.').waitFor();
    assert.is(managed.box.parts.settings.now.company.name, 'Пекара <b>Ђурђевак</b>');
    await page.waitForLoadState('networkidle');
    assert.is(await form.getByText('Сачувано.').count(), 1);
    assert.is(await form.getByLabel('Назив').inputValue(), 'Пекара <b>Ђурђевак</b>');
    await close();
  },
);

turns.test(
  'bank account and the like stand below the rest; a mistyped digit is said there, and what is emptied goes',
  async ({ managed }) => {
    const { page, close } = await managed.open('settings/company', TECHNICIAN);
    const form = page.getByRole('form', { name: 'Фирма' });
    const save = form.getByRole('button', { name: 'Сачувај' });
    const company = () => managed.box.parts.settings.now.company;
    const before = company();
    await form.getByLabel('ПИБ').waitFor();
    assert.not.ok(await form.getByLabel('Текући рачун').isVisible());
    await form.locator('summary').click();
    await form.getByLabel('Текући рачун').fill(' 160-123465-54 ');
    await form.getByLabel('Телефон').fill('011/123-4567');
    await save.click();
    await form.locator('.field.faulty', { hasText: 'има погрешну цифру' }).waitFor();
    assert.is(await form.getByLabel('Текући рачун').getAttribute('aria-invalid'), 'true');
    assert.equal(company(), before);
    await assertAccessible(page);
    await form.getByLabel('Текући рачун').fill('160-123456-54');
    await save.click();
    await form.getByText('Сачувано.').waitFor();
    assert.equal(company(), { ...before, bankAccount: '160-123456-54', phone: '011/123-4567' });
    // The form now shows what the box has.
    await page.waitForLoadState('networkidle');
    await page.reload();
    await form.locator('summary').click();
    assert.is(await form.getByLabel('Текући рачун').inputValue(), '160-123456-54');
    await form.getByLabel('Текући рачун').fill('');
    await form.getByLabel('Телефон').fill('');
    await save.click();
    await form.getByText('Сачувано.').waitFor();
    assert.equal(company(), before);
    await close();
  },
);

turns.test('the environment changes only after it was said what that means', async ({ managed }) => {
  const { page, faults, close } = await managed.open('settings/processor');
  await page.getByText('Сада ради: Пробно').waitFor();
  await page.getByRole('button', { name: 'Пређи на продукцију' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('прави фискални рачун').waitFor();
  await assertAccessible(page);
  await dialog.getByRole('button', { name: 'Одустани' }).click();
  assert.is(managed.box.parts.settings.now.environment, 'sandbox');
  await page.getByRole('button', { name: 'Пређи на продукцију' }).click();
  await dialog.getByRole('button', { name: 'Пређи на продукцију' }).click();
  await page.getByText('Сада ради: Продукција').waitFor();
  await page.getByText('ПАЖЊА: фискални процесор није подешен').waitFor();
  await managed.box.set('environment', 'sandbox');
  assert.equal(faults, []);
  await close();
});

turns.test('a secret is never shown, stays unless it is typed anew, and mail is tried', ({ managed }) =>
  SmtpServer.during({}, async (server) => {
    const { page, faults, close } = await managed.open('settings/mail');
    const form = page.getByRole('form', { name: 'Е-пошта' });
    await form.getByLabel('Укључено').check();
    await form.getByLabel('Сервер').fill('127.0.0.1');
    await form.getByLabel('Порт', { exact: true }).fill(String(server.port));
    await form.getByLabel('Пошиљалац').fill('Пекара <kasa@pekara.rs>');
    await form.getByLabel('Лозинка за пошту', { exact: true }).fill('tajna');
    await form.getByRole('button', { name: 'Сачувај' }).click();
    await form.getByText('Оставите празно да остане').waitFor();
    await form.getByLabel('Пошиљалац').fill('kasa@pekara.rs');
    await form.getByRole('button', { name: 'Сачувај' }).click();
    await form.getByText('Сачувано.').waitFor();
    const stored = { host: '127.0.0.1', port: server.port, secure: false, from: 'kasa@pekara.rs' };
    assert.equal(managed.box.parts.settings.now.mail, { ...stored, password: 'tajna' });
    assert.not.match(await page.content(), /tajna/);
    await form.getByLabel('Адреса за пробу').fill('vera@example.rs');
    await form.getByRole('button', { name: 'Пошаљи пробну поруку' }).click();
    await form.getByText('Нема безбедне везе').waitFor();
    await form.getByLabel('Обриши: Лозинка за пошту').check();
    await form.getByRole('button', { name: 'Сачувај' }).click();
    await form.getByText('Није постављено.').waitFor();
    assert.equal(managed.box.parts.settings.now.mail, stored);
    await form.getByRole('button', { name: 'Пошаљи пробну поруку' }).click();
    await form.getByText('Сервер је преузео поруку.').waitFor();
    assert.is(server.received.length, 1);
    await form.getByLabel('Укључено').uncheck();
    await form.getByRole('button', { name: 'Сачувај' }).click();
    await form.getByText('Сачувано.').waitFor();
    assert.is(managed.box.parts.settings.now.mail, null);
    assert.equal(faults, []);
    await close();
  }),
);

turns.test('a printer is added, tried, given a logo and changed without losing it', async ({ managed }) => {
  const { page, close } = await managed.open('settings/printers', TECHNICIAN);
  await page.getByRole('button', { name: 'Нов штампач' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Назив штампача').fill('шанк');
  await dialog.getByLabel('Адреса штампача').fill('usb');
  await dialog.getByRole('button', { name: 'Сачувај' }).click();
  await dialog.getByText('Адреса мрежног штампача је као').waitFor();
  await dialog.getByLabel('Адреса штампача').fill('tcp://127.0.0.1:9');
  await dialog.getByRole('button', { name: 'Сачувај' }).click();
  await page.getByRole('heading', { name: 'шанк' }).waitFor();
  await page.locator('input[type=file]').setInputFiles(LOGO);
  await page.getByRole('button', { name: 'Постави логотип' }).click();
  await page.getByText('Логотип је постављен').waitFor();
  await page.getByRole('button', { name: 'Измени' }).click();
  await dialog.getByText('Још подешавања').click();
  await dialog.getByLabel('Примерака').fill('2');
  await assertAccessible(page);
  await dialog.getByRole('button', { name: 'Сачувај' }).click();
  await dialog.waitFor({ state: 'detached' });
  const [printer] = managed.box.parts.settings.now.printers;
  assert.equal([printer?.copies, printer?.width, printer?.autoPrint], [2, 80, true]);
  const { width, height } = PNG.sync.read(Buffer.from(printer?.logo ?? '', 'base64'));
  assert.equal([width, height], [192, 192]);
  await page.getByRole('button', { name: 'Пробна штампа' }).click();
  await page.locator('.notice.failure').waitFor();
  await page.getByRole('button', { name: 'Уклони штампач' }).click();
  await dialog.getByRole('button', { name: 'Уклони штампач' }).click();
  await page.getByText('Ниједан штампач није подешен.').waitFor();
  assert.equal(managed.box.parts.settings.now.printers, []);
  await close();
});

/** A white square on a transparent ground. */
function whiteLogo(): Buffer {
  const picture = new PNG({ width: 96, height: 96 });
  for (let dot = 0; dot < 96 * 96; dot += 1) picture.data.set([255, 255, 255, dot % 96 < 48 ? 255 : 0], 4 * dot);
  return PNG.sync.write(picture);
}

/** Of the picture in the dialog. */
const BLACK_DOTS = `(() => {
  const canvas = document.querySelector('dialog canvas');
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  return data.filter((value, at) => at % 4 === 0 && value === 0).length;
})()`;

turns.test('a logo is shown as it will be printed; a white one is warned of, and inverted', async ({ managed }) => {
  const printer = { name: 'logo', address: 'tcp://127.0.0.1:9', width: 80, dpi: 203, mode: 'raster' } as const;
  await managed.box.set('printers', [printer]);
  const { page, faults, close } = await managed.open('settings/printers', TECHNICIAN, PHONE);
  const logo = () => managed.box.parts.settings.now.printers[0]?.logo;
  const [file, dialog] = [page.locator('input[type=file]'), page.getByRole('dialog')];
  const white = { name: 'white.png', mimeType: 'image/png', buffer: whiteLogo() };
  const blackDots = () => page.evaluate<number>(BLACK_DOTS);
  await file.setInputFiles(white);
  await dialog.getByText('не штампа готово ништа').waitFor();
  assert.is(await blackDots(), 0);
  await assertFits(page);
  await assertAccessible(page);
  await dialog.getByRole('button', { name: 'Одустани' }).click();
  await dialog.waitFor({ state: 'detached' });
  assert.is(logo(), undefined, 'nothing is set before it is confirmed');
  await file.setInputFiles(white);
  await dialog.getByLabel('Обрни боје').check();
  await dialog.getByText('не штампа готово ништа').waitFor({ state: 'detached' });
  assert.is(await blackDots(), 48 * 96);
  await dialog.getByRole('button', { name: 'Постави логотип' }).click();
  await page.getByText('Логотип је постављен').waitFor();
  const { data } = PNG.sync.read(Buffer.from(logo() ?? '', 'base64'));
  assert.equal([data[0], data[4 * 95]], [0, 255]);
  assert.equal(faults, []);
  await managed.box.set('printers', []);
  await close();
});

turns.test('tax labels, queue and a raw setting', async ({ managed }) => {
  const { page, close } = await managed.open('settings/selling');
  const labels = page.getByRole('form', { name: 'Пореске ознаке' });
  await labels.getByLabel('Стопа Ђ (%)').fill('19,5');
  await labels.getByRole('button', { name: 'Сачувај' }).click();
  await labels.getByText('Сачувано.').waitFor();
  assert.is(managed.box.parts.settings.now.taxLabels[0]?.rate, 19.5);
  const queue = page.getByRole('form', { name: 'Ред чекања' });
  await queue.getByLabel('Прими рачуне').check();
  await queue.getByLabel('Највише у реду').fill('50');
  await queue.getByRole('button', { name: 'Сачувај' }).click();
  await queue.getByText('Сачувано.').waitFor();
  const { enabled, maxCount } = managed.box.parts.settings.now.offlineQueue;
  assert.equal([enabled, maxCount], [true, 50]);
  await page.goto(`${managed.box.origin}/#/settings/advanced`);
  await page.getByLabel('Подешавање', { exact: true }).selectOption('metrics');
  await page.getByLabel('Вредност (JSON)').fill('{');
  await page.getByRole('button', { name: 'Сачувај' }).click();
  await page.getByText('Ово није исправан JSON.').waitFor();
  await page.getByLabel('Вредност (JSON)').fill('true');
  await page.getByRole('button', { name: 'Сачувај' }).click();
  await page.getByText('Сачувано.').waitFor();
  assert.is(managed.box.parts.settings.now.metrics, true);
  await close();
});

turns.test('the support bundle and the authority are taken home; no secrets are in them', async ({ managed }) => {
  await managed.box.set('notify', { kind: 'bot', token: '123:tajniToken', chat: 5 });
  const { page, faults, close } = await managed.open('settings/service', TECHNICIAN);
  await page.getByText('Овај уређај не надгледа systemd').waitFor();
  const bundle = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Преузми пакет за подршку' }).click();
  const packed = gunzipSync(readFileSync(await (await bundle).path()));
  assert.ok(packed.includes('settings.json') && packed.includes('doctor.txt'));
  assert.not.ok(packed.includes('tajniToken'));
  await page.goto(`${managed.box.origin}/#/settings/certificates`);
  const authority = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Преузми ca.pem' }).click();
  const pem = readFileSync(await (await authority).path(), 'utf8');
  assert.is(pem, readFileSync(resolve(managed.box.folder, 'tls/ca.pem'), 'utf8'));
  assert.equal(faults, []);
  await close();
});

test.run();
