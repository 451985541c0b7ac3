// turns: 2
import type { Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { TestBox } from '../../kit/box.js';
import { makePfx, TestAuthority } from '../../kit/pfr/certificates.js';
import { FakePfrServer } from '../../kit/pfr/server.js';
import { FakePrinter } from '../../kit/printer/core.js';
import { TcpFront } from '../../kit/printer/fronts/tcp.js';
import { assertAccessible, BrowserTurns } from '../../kit/web/accessibility.js';
import { newDevice, newPage, openBrowser, PHONE } from '../../kit/web/browser.js';
import { PASSWORD } from '../../kit/web/visitor.js';
import { COMPANY } from '../../processors/pfr/certificate/files.js';

/** Each starts a box, and a browser or a page in it. */
const turns = new BrowserTurns(2);

/** A phone at 360 px with the pages of an unclaimed box, or of one that Ana owns. */
async function onPhone(isOwned: boolean, work: (page: Page, box: TestBox) => Promise<void>): Promise<void> {
  const browser = await openBrowser();
  try {
    await TestBox.during(async (box) => {
      const { page, faults } = await newPage(await newDevice(browser, PHONE));
      if (isOwned) await box.parts.users.create('Ана', 'owner', PASSWORD);
      await page.goto(box.origin);
      if (isOwned) {
        await page.getByText('Касири се пријављују ПИН-ом, на таблету').waitFor();
        await page.getByLabel('Име').fill('Ана');
        await page.getByLabel('Лозинка').fill(PASSWORD);
        await page.getByRole('button', { name: 'Пријави се' }).click();
        await page.getByRole('button', { name: 'Одјави се' }).waitFor();
      }
      await work(page, box);
      // What is refused on purpose is an answer that the browser notes as an error.
      assert.equal(
        faults.filter((fault) => !/status of 409/.test(fault)),
        [],
      );
    });
  } finally {
    await browser.close();
  }
}

/** How many rows the groups of a code take. */
const ROWS = `new Set([...document.querySelectorAll('.code span')].map((one) => one.offsetTop)).size`;

const tap = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
const title = (page: Page, name: string): Promise<void> =>
  page.getByRole('heading', { name, exact: true, level: 1 }).waitFor();

/** The steps that the list of the overview calls done. */
async function doneSteps(page: Page, box: TestBox): Promise<string[]> {
  await page.goto(`${box.origin}/#/setup`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page.locator('.progress li.done .name').allTextContents();
}

turns.test(
  'from the claim code to a company, cashiers, a tablet with its key and the backup code, on a phone',
  async () => {
    await onPhone(false, async (page, box) => {
      await page.getByLabel('Код за преузимање').fill(box.parts.claim.current ?? '');
      await page.getByLabel('Ваше име').fill('Ана');
      await page.getByLabel('Лозинка (најмање 8 знакова)').fill(PASSWORD);
      await page.getByLabel('Лозинка још једном').fill(PASSWORD);
      await tap(page, 'Преузми уређај');
      await page.locator('.code').waitFor();
      assert.is(await page.evaluate(ROWS), 1, 'a code to be written down stands in one row');
      await assertAccessible(page);
      const recoveryCode = (await page.locator('.code').textContent()) ?? '';
      await page.reload();
      await page.locator('.code', { hasText: recoveryCode }).waitFor();
      await tap(page, 'Код је записан');
      await page.reload();
      await title(page, 'Добро дошли');
      await assertAccessible(page);
      await tap(page, 'Почни');

      await title(page, 'Фирма');
      await page.getByLabel('ПИБ').fill('10000004');
      await tap(page, 'Сачувај и даље');
      await page.getByText('тачно 9 цифара').waitFor();
      await tap(page, 'Сви кораци');
      await page.getByRole('dialog', { name: 'Није сачувано' }).waitFor();
      await assertAccessible(page);
      await tap(page, 'Остани');
      assert.is(await page.getByLabel('ПИБ').inputValue(), '10000004', 'what was typed is still there');
      await page.getByLabel('ПИБ').fill('100000048');
      await page.getByLabel('Назив обвезника').fill('Пекара Зора');
      await page.getByLabel('Пословни простор').fill('1234567-Пекара');
      await page.getByLabel('Адреса').fill('Немањина 4');
      await page.getByLabel('Општина').fill('Београд');
      await tap(page, 'Сачувај и даље');
      await page.getByText('контролна цифра се не слаже').waitFor();
      await assertAccessible(page);
      assert.is(box.parts.settings.now.company.tin, '000000000', 'nothing is set with a wrong number');
      await page.getByLabel('ПИБ').fill(COMPANY.tin);
      await tap(page, 'Сачувај и даље');
      await title(page, 'Процесор');
      assert.equal(box.parts.settings.now.company, COMPANY);
      // What only the settings hold stays when this step is done again.
      await box.set('company', { ...COMPANY, bankAccount: '160-123456-54' });
      await page.goto(`${box.origin}/#/setup/company`);
      await page.reload();
      await title(page, 'Фирма');
      await page.getByLabel('Назив обвезника').fill('Пекара Месец');
      await tap(page, 'Сачувај и даље');
      await title(page, 'Процесор');
      assert.equal(box.parts.settings.now.company, {
        ...COMPANY,
        name: 'Пекара Месец',
        bankAccount: '160-123456-54',
      });
      await tap(page, 'Касније');
      await title(page, 'Штампач');

      // A first run begun elsewhere, or days ago, continues: the box knows what is done.
      await page.reload();
      await title(page, 'Штампач');
      assert.equal(await doneSteps(page, box), ['Фирма', 'Сертификат']);

      await page.goto(`${box.origin}/#/setup/tablet`);
      await tap(page, 'Направи кључ');
      await page.getByRole('img', { name: 'QR код кључа' }).waitFor();
      const key = (await page.locator('.code').textContent()) ?? '';
      await page.getByText('Ниједан програм још није употребио кључ.').waitFor();
      const tablet = page.locator('.progress li', { hasText: 'Први таблет' });
      assert.is(await tablet.getAttribute('class'), 'open', 'a key that nobody has used connects no tablet');
      assert.is((await box.anonymous.with(key).get('/status')).status, 200);
      await page.locator('.progress li.done', { hasText: 'Први таблет' }).waitFor();
      await tap(page, 'Кључ је унет');
      assert.is(await page.getByText(key).count(), 0, 'it is shown this once');
      await tap(page, 'Дозволи продају на овом уређају');
      await page.getByText('На овом уређају је продаја дозвољена.').waitFor();
      await tap(page, 'Даље');

      await title(page, 'Касири');
      await page.getByLabel('Име').fill('Ђорђе');
      await page.getByLabel('ПИН').fill('12');
      await tap(page, 'Додај касира');
      await page.getByText('ПИН има 4 до 8 цифара.').waitFor();
      await page.getByLabel('ПИН').fill('2468');
      await tap(page, 'Додај касира');
      await page.getByText('Ђорђе може да се пријави.').waitFor();
      await tap(page, 'Даље');

      await title(page, 'Резервне копије');
      await tap(page, 'Прикажи код');
      const backupCode = (await page.locator('.code').textContent()) ?? '';
      await tap(page, 'Код је записан, сакриј га');
      assert.is(await page.getByText(backupCode).count(), 0);
      await page
        .getByLabel('Препишите код са папира')
        .fill(backupCode.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')));
      await tap(page, 'Потврди код');
      await page.getByText('Ово није код са папира.').waitFor();
      await page.getByLabel('Препишите код са папира').fill(backupCode.toLowerCase().replaceAll('-', ' '));
      await tap(page, 'Потврди код');
      await page.getByText('Код за резервне копије је направљен.').waitFor();
      const before = ['Фирма', 'Сертификат', 'Први таблет', 'Касири'];
      assert.equal(await doneSteps(page, box), before, 'a code alone is no backup');
      const stick = {
        folder: '/media/sda1',
        label: 'КОПИЈЕ',
        size: 15_500_000_000,
        free: 15_000_000_000,
        isReadOnly: false,
      };
      let sticks: readonly (typeof stick)[] = [];
      await page.route('**/web/operations/backup.sticks', (route) => route.fulfill({ json: { value: sticks } }));
      await page.goto(`${box.origin}/#/setup/backup`);
      await page.getByText('У уређају нема USB меморије.').waitFor();
      sticks = [stick];
      await tap(page, 'Погледај поново');
      await page.getByText('15,5 GB, слободно 15,0 GB').waitFor();
      await assertAccessible(page);
      await tap(page, 'Прави копије на: КОПИЈЕ');
      await page.getByText('Резервне копије су укључене.').waitFor();
      assert.equal(box.parts.settings.now.backup, { folder: '/media/sda1' });
      assert.equal(await doneSteps(page, box), [...before, 'Резервне копије']);
    });
  },
);

turns.test(
  'an L-PFR is set and tried, and its steps are shown; a printer is added and prints a test slip',
  async () => {
    const pfr = await FakePfrServer.start({ pin: null });
    const printer = new FakePrinter();
    const front = await TcpFront.start(printer);
    try {
      await onPhone(true, async (page, box) => {
        await page.goto(`${box.origin}/#/setup/processor`);
        await page.getByLabel('Врста процесора', { exact: true }).last().selectOption('lpfr');
        await page.getByLabel('Адреса процесора').fill('processor');
        await tap(page, 'Сачувај процесор');
        await page.getByText('Ово није адреса.').waitFor();
        // As the hint shows it, without a scheme.
        await page.getByLabel('Адреса процесора').fill(new URL(pfr.url).host);
        await tap(page, 'Сачувај процесор');
        await page.getByText('Сачувано.').waitFor();
        await tap(page, 'Испробај процесор');
        await page.locator('.test-steps li').first().waitFor();
        await page.getByText('Процесор ради.').waitFor();
        await assertAccessible(page);

        await tap(page, 'Даље');
        // What was saved is not called unsaved, and no certificate is needed.
        await title(page, 'Штампач');
        await page.getByLabel('Адреса штампача').fill('штампач');
        await tap(page, 'Додај штампач');
        await page.getByText(/^Адреса мрежног штампача је као/).waitFor();
        await page.getByLabel('Адреса штампача').fill(`tcp://127.0.0.1:${front.port}`);
        await tap(page, 'Додај штампач');
        await page.getByText('Штампач „каса” је додат. Аутоматски штампа сваки рачун.').waitFor();
        assert.is(await page.getByLabel('Адреса штампача').count(), 0, 'the form is not asked again');
        await tap(page, 'Додај још један штампач');
        await page.getByLabel('Адреса штампача').waitFor();
        await tap(page, 'Пробна штампа');
        await page.getByText('Пробна штампа је одштампана.').waitFor();
        await assertAccessible(page);
        assert.is(printer.pieces.length, 1);
        assert.equal(await doneSteps(page, box), ['Процесор', 'Сертификат', 'Штампач']);
      });
    } finally {
      await Promise.all([pfr.stop(), front.stop()]);
    }
  },
);

turns.test('the file of a certificate is uploaded with its password, and what is wrong with it is said', async () => {
  const authority = await TestAuthority.create();
  const credentials = await authority.client({ jid: 'SAND0001', environment: 'sandbox', company: COMPANY });
  const file = {
    name: 'SAND0001.pfx',
    mimeType: 'application/x-pkcs12',
    buffer: makePfx(credentials, { password: 'Q7W8E9R0', ciphers: 'rc2' }),
  };
  await onPhone(true, async (page, box) => {
    await page.goto(`${box.origin}/#/setup/processor`);
    await page.getByLabel('Врста процесора', { exact: true }).last().selectOption('vpfr');
    await page.getByLabel('ПАК').fill('abc123');
    await tap(page, 'Сачувај процесор');
    await page.getByText('Сачувано.').waitFor();
    assert.is(box.parts.settings.now['pfr.sandbox'].pac, 'ABC123');
    await page.goto(`${box.origin}/#/setup/certificate`);
    await tap(page, 'Инсталирај сертификат');
    await page.getByText('Изаберите датотеку.').waitFor();
    await page.getByLabel('Датотека сертификата').setInputFiles(file);
    await page.getByLabel('Лозинка сертификата').fill('WRONG');
    await tap(page, 'Инсталирај сертификат');
    await page.getByText('Лозинка није тачна.').waitFor();
    await page.getByLabel('Лозинка сертификата').fill('Q7W8E9R0');
    await tap(page, 'Инсталирај сертификат');
    await page.getByText('Сертификат је инсталиран.').waitFor();
    await page.getByText('SAND0001').waitFor();
    await assertAccessible(page);
    assert.ok(!box.lines.join('').includes('Q7W8E9R0'), 'the log has no password');
    assert.ok((await doneSteps(page, box)).includes('Сертификат'));
  });
});

test.run();
