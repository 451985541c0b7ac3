import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CHAT, ChatServer, TOKEN } from '../../kit/chat/server.js';
import { hasBrowser, PHONE } from '../../kit/web/browser.js';
import { assertAccessible } from '../../kit/web/accessibility.js';
import { Managed } from '../../kit/web/managing.js';
import { Turns } from '../../kit/turns.js';

const test = suite<{ managed: Managed }>('what is wrong with a setting stands at its field, and what is right stays');

/** Refused on purpose, which a browser logs. */
const refusals = /status of 409/;

if (hasBrowser) {
  /** Each works in a browser. */
  const turns = new Turns(3, test);

  test.before(async (context) => {
    context.managed = await Managed.start();
  });
  test.after(({ managed }) => managed.stop());

  turns.test('mail and company: the sentence of the schema stands at the field', async ({ managed }) => {
    const { page, faults, close } = await managed.open('settings/mail', undefined, PHONE);
    const form = page.getByRole('form', { name: 'Е-пошта' });
    await form.getByLabel('Укључено').check();
    for (const [label, host, port, from, sentence] of [
      ['Порт', 'mail.example.rs', '70000', 'kasa@example.rs', '„Порт” мора бити највише 65535.'],
      ['Порт', 'mail.example.rs', 'двадесет', 'kasa@example.rs', '„Порт” мора бити цео број.'],
      ['Сервер', '', '587', 'kasa@example.rs', '„Сервер” не сме бити празно.'],
      ['Сервер', 'mail example', '587', 'kasa@example.rs', 'Сервер за пошту мора бити име или адреса'],
      ['Пошиљалац', 'mail.example.rs', '587', 'kasa', 'Пошиљалац мора бити адреса'],
    ] as const) {
      await form.getByLabel('Сервер').fill(host);
      await form.getByLabel('Порт', { exact: true }).fill(port);
      await form.getByLabel('Пошиљалац').fill(from);
      await form.getByRole('button', { name: 'Сачувај' }).click();
      await form.locator('.field.faulty', { hasText: sentence }).waitFor();
      const input = form.getByLabel(label, { exact: true });
      assert.is(await input.getAttribute('aria-invalid'), 'true', sentence);
      assert.is(await form.locator('.field.faulty').count(), 1);
    }
    const note = page.locator('form .field.faulty .note');
    await form.getByLabel('Пошиљалац').fill('kasa@example.rs');
    await form.getByLabel('Порт', { exact: true }).fill('0');
    await form.getByRole('button', { name: 'Сачувај' }).click();
    await page.getByRole('button', { name: 'Мени' }).click();
    for (const [language, sentence] of [
      ['Lat', '„Port” mora biti najmanje 1.'],
      ['Eng', '“Port” must be at least 1.'],
      ['Ћир', '„Порт” мора бити најмање 1.'],
    ] as const) {
      await page.getByRole('button', { name: language, exact: true }).click();
      await note.getByText(sentence).waitFor();
    }
    await assertAccessible(page);
    assert.is(managed.box.parts.settings.now.mail, null);
    await page.goto(`${managed.box.origin}/#/settings/network`);
    await page.getByRole('button', { name: 'Иди без чувања' }).click();
    await page.getByRole('textbox', { name: 'Јавна адреса' }).fill('http://kasa.local');
    await page.getByRole('form', { name: 'Јавна адреса' }).getByRole('button', { name: 'Сачувај' }).click();
    await page.locator('.field.faulty', { hasText: 'мора бити https адреса' }).waitFor();
    assert.equal(
      faults.filter((fault) => !refusals.test(fault)),
      [],
    );
    await close();
  });

  turns.test('messages go to a chat and to a program, and a test says how it went', ({ managed }) =>
    ChatServer.during({}, async (server) => {
      const { page, faults, close } = await managed.open('settings/notify');
      const form = page.getByRole('form', { name: 'Обавештења власнику' });
      const test = form.getByRole('button', { name: 'Пошаљи пробну поруку власнику' });
      const save = form.getByRole('button', { name: 'Сачувај' });
      await form.getByLabel('Укључено').check();
      await form.getByLabel('Ћаскање').fill(String(CHAT));
      await save.click();
      await form.locator('.field.faulty', { hasText: 'недостаје: Токен' }).waitFor();
      await form.getByLabel('Токен бота', { exact: true }).fill(TOKEN);
      await form.getByText('Још подешавања').click();
      await form.getByLabel('Адреса сервиса бота', { exact: true }).fill(`http://127.0.0.1:${server.port}`);
      await save.click();
      await form.getByText('Сачувано.').waitFor();
      await test.click();
      await form.getByText('Порука је послата.').waitFor();
      assert.match(String(server.taken[0]?.json['text']), /Пробна порука/);
      await page.reload();
      assert.is(await form.getByLabel('Ћаскање').inputValue(), String(CHAT));
      assert.not.match(await page.content(), /stand-in_TOKEN/);

      await form.getByLabel('Начин слања').selectOption('webhook');
      await form.getByLabel('Адреса програма', { exact: true }).fill(`http://127.0.0.1:${server.port}/kasa`);
      await save.click();
      await form.getByText('Сачувано.').waitFor();
      await test.click();
      await form.getByText('Порука је послата.').waitFor();
      assert.is(server.taken.at(-1)?.path, '/kasa');
      server.faults.push({ status: 404 });
      await test.click();
      await form.locator('.notice.failure').waitFor();
      await assertAccessible(page);
      assert.equal(
        faults.filter((fault) => !refusals.test(fault)),
        [],
      );
      await close();
    }),
  );

  turns.test('selling: what was set is there after a reload', async ({ managed }) => {
    const { page, faults, close } = await managed.open('settings/selling', undefined, PHONE);
    // What was typed and taken back, as from a scanner, asks nothing when the page is left.
    const name = page.getByLabel('Назив ознаке Ђ');
    const before = await name.inputValue();
    await name.fill('860');
    await name.fill(before);
    await page.getByRole('button', { name: 'Назад' }).click();
    await page.getByRole('link', { name: 'Продаја' }).click();
    const cash = page.getByRole('form', { name: 'Поједностављена готовина' });
    await cash.getByRole('checkbox').check();
    await cash.getByRole('button', { name: 'Сачувај' }).click();
    await cash.getByText('Сачувано.').waitFor();
    const queue = page.getByRole('form', { name: 'Ред чекања' });
    await queue.getByLabel('Највише у реду').fill('5000');
    await queue.getByRole('button', { name: 'Сачувај' }).click();
    await queue.locator('.field.faulty', { hasText: '„Највише у реду” мора бити највише 1000.' }).waitFor();
    await queue.getByLabel('Највише у реду').fill('12');
    await queue.getByRole('button', { name: 'Сачувај' }).click();
    await queue.getByText('Сачувано.').waitFor();
    await queue.getByLabel('Највише у реду').fill('13');
    await page.getByRole('button', { name: 'Назад' }).click();
    const question = page.getByRole('dialog', { name: 'Није сачувано' });
    await question.getByRole('button', { name: 'Остани' }).click();
    assert.is(await queue.getByLabel('Највише у реду').inputValue(), '13');
    await page.getByRole('button', { name: 'Назад' }).click();
    await question.getByRole('button', { name: 'Иди без чувања' }).click();
    await page.getByRole('link', { name: 'Продаја' }).click();
    await queue.waitFor();
    await page.reload();
    assert.ok(await cash.getByRole('checkbox').isChecked());
    assert.is(await queue.getByLabel('Највише у реду').inputValue(), '12');
    assert.is(managed.box.parts.settings.now.simplifiedCash, true);
    await page.goto(`${managed.box.origin}/#/settings/advanced`);
    await page.getByLabel('Подешавање', { exact: true }).selectOption('flashBudget');
    await page.getByLabel('Вредност (JSON)').fill('5');
    await page.getByRole('button', { name: 'Сачувај' }).click();
    await page.getByText('мора бити најмање 100').waitFor();
    await assertAccessible(page);
    assert.equal(
      faults.filter((fault) => !refusals.test(fault)),
      [],
    );
    await close();
  });

  turns.test('safe mode is shown with its reason, and left', async ({ managed }) => {
    await managed.box.parts.safeMode.enterAfter(3);
    const { page, faults, close } = await managed.open('settings/service', undefined, PHONE);
    await page.getByText(/^Безбедни режим од 20/).waitFor();
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Изађи из безбедног режима' }).click();
    await page.getByText('Уређај није у безбедном режиму.').waitFor();
    assert.not.ok(managed.box.parts.safeMode.isOn);
    assert.equal(faults, []);
    await close();
  });
} else {
  test.skip('there is no browser here');
}

test.run();
