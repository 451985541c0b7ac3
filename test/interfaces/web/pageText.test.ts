import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { bilingual, defineMessages, english, memberPath, type Message } from '../../../src/base/index.js';
import { displayNameOf, settingTitle } from '../../../src/interfaces/web/fieldNames.js';
import { onField, onPage } from '../../../src/interfaces/web/pageText.js';
import { readAddress } from '../../../src/shop/settings/printerAddress.js';
import { checkSetting } from '../../../src/shop/settings/check.js';
import { withStoredMembers } from '../../../src/shop/settings/secretMembers.js';
import { defaultSettings, SETTING_NAMES, SETTINGS } from '../../../src/shop/settings/registry.js';
import { validateNewItem } from '../../../src/shop/catalogue/validate.js';
import { TestBox } from '../../kit/box.js';
import { serveWithoutSocket } from '../../kit/serve.js';
import { makeUsers, visitorAs } from '../../kit/web/visitor.js';

type MessagePath = Message['path'];

function refusalOf(name: string, value: unknown): Message {
  const checked = checkSetting(name, value, defaultSettings());
  if (checked.ok) throw new Error('accepted');
  return checked.error;
}

test('pages name every member of a setting and of an item as a person knows it', () => {
  const nameless = new Set<string>();
  const walk = (schema: unknown): void => {
    if (Array.isArray(schema)) schema.forEach(walk);
    if (typeof schema !== 'object' || schema === null) return;
    for (const [key, value] of Object.entries(schema)) {
      if (key !== 'properties') walk(value);
      else
        for (const [member, its] of Object.entries(value as object)) {
          if (displayNameOf(member) === member) nameless.add(member);
          walk(its);
        }
    }
  };
  for (const name of SETTING_NAMES) {
    walk(SETTINGS[name].schema);
    assert.type(settingTitle(name), 'string', name);
  }
  assert.equal([...nameless].sort(), []);
});

test('a page shows the names of settings and members, and a terminal what is typed there', () => {
  const company = refusalOf('company', { ...defaultSettings().company, tin: '12' });
  assert.is(english(company), 'company: tin must be 9 digits.');
  assert.is(bilingual(company).sr, 'company: tin мора имати 9 цифара.');
  assert.is(onPage(company).sr, 'Фирма: Поље „ПИБ” мора имати 9 цифара.');
  const [label] = defaultSettings().taxLabels;
  assert.is(
    onPage(refusalOf('taxLabels', [{ ...label, label: 'A' }])).sr,
    'Пореске ознаке: Поље „Слово” мора бити једно ћирилично слово.',
  );
  const notify = refusalOf('notify', { kind: 'bot', chat: 1 });
  assert.is(english(notify), 'notify: the value needs the member "token".');
  assert.is(bilingual(notify).sr, 'notify: вредност мора имати „token”.');
  assert.is(onPage(notify).sr, 'Обавештења власнику: недостаје: Токен.');
  assert.is(bilingual(refusalOf('strict', 'да')).sr, 'strict: вредност мора бити true (да) или false (не).');
  assert.match(onPage(refusalOf('strict', 'да')).sr, /мора бити да или не\.$/);
  const printer = { name: 'kasa', address: 'foo', width: 80, dpi: 203, mode: 'raster' };
  assert.is(bilingual(refusalOf('printers', [{ name: 'kasa' }])).sr, 'printers: [0] мора имати „address”.');
  assert.match(bilingual(refusalOf('printers', [printer])).sr, /^printers: kasa: Адреса мрежног штампача је као /);
  assert.match(onPage(refusalOf('printers', [printer])).sr, /^kasa: Адреса/);
  assert.is(onPage(refusalOf('publicUrl', 7)).sr.includes('вредност'), true);
});

test('a member that has moved, and a part that is a sentence', () => {
  const mail = { host: 'mail.example.rs', port: 465, secure: true, from: 'a@example.rs', password: 'x' };
  const kept = withStoredMembers('mail', { ...mail, host: 'other.rs' }, ['password'], { ...defaultSettings(), mail });
  assert.ok(!kept.ok);
  assert.is(onPage(kept.error).sr, 'Е-пошта: податак „Лозинка за пошту” унесите поново, јер је промењено: Сервер.');
  const address = readAddress('tcp://10.0.0.1:0');
  assert.ok(!address.ok);
  assert.is(onPage(address.error).sr, 'У адреси штампача порт мора бити од 1 до 65535, као tcp://192.168.1.50:9100.');
});

test('a field is the subject of a sentence, and the whole body has a name', () => {
  const [item, body] = [validateNewItem({ label: 'Ђ' }, []), validateNewItem([], [])];
  assert.ok(!item.ok && !body.ok);
  assert.is(onPage(item.error.message).sr, 'Поље „Назив” је обавезно.');
  assert.is(onPage(body.error.message).sr, 'тело захтева мора бити објекат у витичастим заградама.');
});

test('a form gets the wrong member as data, and a sentence with a place for the label of its field', () => {
  const mail = { host: 'mail.example.rs', port: 465, secure: true, from: 'a@example.rs' };
  const faults: readonly (readonly [
    string,
    unknown,
    MessagePath | undefined,
    string | undefined,
    string | undefined,
  ])[] = [
    ['mail', { ...mail, port: 0 }, ['port'], 'Поље {label} мора бити најмање 1.', '{label} must be at least 1.'],
    [
      'mail',
      { ...mail, host: 'a b' },
      ['host'],
      'Сервер за пошту мора бити име или адреса без порта, као mail.example.rs.',
      '{label} must be a name or an address without a port, like mail.example.rs.',
    ],
    [
      'mail',
      { ...mail, password: '(hidden)' },
      ['password'],
      'податак „Лозинка за пошту” унесите у целини, а не као (hidden).',
      '{label} must be given in full, not as (hidden).',
    ],
    ['notify', { kind: 'bot', chat: 1 }, ['token'], 'недостаје: Токен.', 'the value needs the member "token".'],
    ['flashBudget', 5, [], 'вредност мора бити најмање 100.', 'the value must be at least 100.'],
    ['company', { ...defaultSettings().company, name: 'ОВО НИЈЕ ФИСКАЛНИ РАЧУН' }, undefined, undefined, undefined],
  ];
  for (const [name, value, path, sr, en] of faults) {
    const refusal = refusalOf(name, value);
    assert.equal([memberPath(refusal), onField(refusal)], [path, sr && { sr, en }], name);
  }
  const printers = [{ name: 'kasa', address: 'x', width: 80, dpi: 203, mode: 'raster' }];
  const printer = refusalOf('printers', printers);
  assert.equal(memberPath(printer), [0, 'address']);
  assert.match(onField(printer)?.en ?? '', /^The address of a network printer is like/);
});

test('a page gets both languages', async () => {
  await TestBox.during(
    async (box) => {
      await makeUsers(box);
      const owner = await visitorAs(box, 'Ана');
      const reply = await owner.operate('keys.revoke', { id: 99 });
      const { error } = JSON.parse(reply.text) as { error: Record<string, string> };
      assert.is(error['message'], 'There is no key 99. Reload the page.');
      assert.is(error['messageSr'], 'Нема кључа 99. Учитајте страницу поново.');
    },
    { serve: serveWithoutSocket },
  );
});

test('a page shows what to do on a page, in both languages, where a terminal shows a command', () => {
  const unstored = defineMessages('example', {
    unstored: {
      en: 'The key could not be stored ({code}). Run: kasirbox doctor',
      sr: 'Кључ није сачуван ({code}). Покрените: kasirbox doctor',
      enOnPage: 'The key could not be stored. See Status.',
      srOnPage: 'Кључ није сачуван. Погледајте Стање.',
    },
  }).unstored({ code: 'EIO' });
  const onPages = { en: 'The key could not be stored. See Status.', sr: 'Кључ није сачуван. Погледајте Стање.' };
  assert.equal(onPage(unstored), onPages);
  const outer = defineMessages('outer', { of: { en: 'Box: {fault}', sr: 'Уређај: {fault}' } }).of({ fault: unstored });
  assert.equal(onPage(outer), { en: `Box: ${onPages.en}`, sr: `Уређај: ${onPages.sr}` });
  assert.match(bilingual(unstored).en, /\(EIO\)\. Run: kasirbox doctor$/);
});

test.run();
