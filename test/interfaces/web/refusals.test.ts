import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SETTING_NAMES, SETTINGS as SETTING_OF } from '../../../src/shop/settings/registry.js';
import { NO_PRINTER } from '../../../src/paper/printing/texts.js';
import { API } from '../../../src/interfaces/web/refusals/api.js';
import { CERTIFICATES } from '../../../src/interfaces/web/refusals/certificates.js';
import { COMMANDS } from '../../../src/interfaces/web/refusals/commands.js';
import { fieldName, settingTitle } from '../../../src/interfaces/web/refusals/fieldNames.js';
import { ITEMS } from '../../../src/interfaces/web/refusals/items.js';
import { PEOPLE } from '../../../src/interfaces/web/refusals/people.js';
import { SETTINGS } from '../../../src/interfaces/web/refusals/settings.js';
import { UPDATES } from '../../../src/interfaces/web/refusals/updates.js';
import { WORK } from '../../../src/interfaces/web/refusals/work.js';
import { commandWordsOf, wordsOf } from '../../../src/interfaces/web/refusals/wordsOf.js';
import { TestBox } from '../../kit/box.js';
import { serveWithoutSocket } from '../../kit/serve.js';
import { makeUsers, visitorAs } from '../../kit/web/visitor.js';
import { filesOf, isBilingual, nameOf, phrasesIn } from './phrases.js';

/** Where the sentences are made with which operations and routes of the pages refuse. */
const PLACES = [
  ...[
    'interfaces/admin',
    'shop/access',
    'shop/settings',
    'shop/catalogue',
    'processors/pfr/certificate',
    'outward/updates/refusals.ts',
    'interfaces/web/routes',
    'interfaces/web/performFor.ts',
    'interfaces/web/guard.ts',
    'interfaces/web/pages.ts',
  ],
  ...[
    'interfaces/web/webRoute.ts',
    'sales/invoicing/settling/manualDecision.ts',
    'sales/invoicing/settling/settling.ts',
  ],
  ...['outward/delivery/mailFailure.ts', 'programs/box/supportBundles.ts', 'paper/printing/escpos/logo.ts'],
];
/** What no page is told: for commands, programs and programmers. */
const NOT_TOLD = [
  ...[
    'is § bytes too long',
    'time is up',
    'kasirbox print logo',
    'it confirms each',
    'One of: number',
    'one of: number',
  ],
  ...[
    'a certificate that was checked',
    'An active tax label, one',
    'RSD including VAT',
    'Unique among all',
    'Unit of measure; ',
    'Not blank. What nobody',
    // Whole below.
    'that is installed for § §.',
  ],
  ...[
    'key: this is no request id',
    'after: the id of an item',
    'name: that of a printer',
    'used for other content',
    'pfr.sandbox and pfr.production:',
    'Give that TIN, or first',
  ],
  ...['Two of one model', 'It is a Latin letter', 'or name its encoding', 'Install the one that', 'so nobody can say'],
  ...['Until then nothing', 'A cell that holds', ...['is at the same address', 'the two have the same']],
  ...['This is a certificate for', 'Nothing shows that this'],
];
/** The whole of what is put together of several of these. */
const COMPOSED = [
  'printers: bar: kitchen is at the same address. One printer is set once.',
  'printers: bar: kitchen is at the same address. One printer is set once. Two of one model are told apart by their serial numbers.',
  'pfr.sandbox and pfr.production: the two have the same address. Give each environment a processor of its own.',
  'pfr.sandbox and pfr.production: the two have the same certificate. Give each environment one of its own.',
  'This is a certificate for production. Install the one that the tax authority gave out for sandbox.',
  'Nothing shows that this is one for production. Install the one that the tax authority gave out for production.',
  'The certificate that is installed for sandbox is damaged. Install it again from its file, or first run: kasirbox certificate remove --environment sandbox Until then nothing is installed, so nobody can say that this is not the same.',
  'The certificate that is installed for sandbox is damaged. Install it again from its file, or first run: kasirbox certificate remove --environment sandbox',
  'label "A" is not an active tax label. It is a Latin letter: send the Cyrillic "А". Allowed: А, Ђ.',
];
/** What stands in a place: text, a phrase, a sentence. */
const SAMPLES = [
  '7',
  'is damaged',
  'The file holds a private key. Give one with certificates alone.',
  'the port must be 1 to 65535',
];

test('each sentence with which something is refused has Serbian words for the pages', () => {
  const missing: string[] = [];
  let phrases = 0;
  for (const path of PLACES.flatMap(filesOf)) {
    for (const phrase of phrasesIn(path, isBilingual)) {
      if (NOT_TOLD.some((words) => phrase.includes(words))) continue;
      phrases += 1;
      const isKnown = SAMPLES.some((sample) => {
        const said = phrase.replaceAll('§', sample);
        // A phrase stands behind the name of a field, or in a sentence.
        return [said, `tin ${said}`].some((one) => wordsOf(one) !== undefined);
      });
      if (!isKnown) missing.push(`${nameOf(path)}: ${phrase}`);
    }
  }
  missing.push(...COMPOSED.filter((sentence) => wordsOf(sentence) === undefined));
  assert.equal(missing, []);
  assert.ok(phrases > 150, String(phrases));
});

test('on a page no Serbian sentence shows what the system calls a fault', () => {
  for (const sr of Object.values({ ...PEOPLE, ...WORK, ...CERTIFICATES, ...SETTINGS, ...ITEMS, ...API, ...UPDATES }))
    assert.not.match(sr, /\(\{(?:code|reason)\}\)/);
  const sentence = 'The server of the update cannot be reached (ECONNREFUSED).';
  assert.is(wordsOf(sentence)?.sr, 'Сервер надоградње није доступан.');
  assert.is(commandWordsOf(sentence)?.sr, 'Сервер надоградње није доступан (ECONNREFUSED).');
});

test('both languages have the same places, and the Serbian one is Cyrillic', () => {
  for (const [en, sr] of Object.entries({
    ...PEOPLE,
    ...WORK,
    ...CERTIFICATES,
    ...SETTINGS,
    ...ITEMS,
    ...API,
    ...UPDATES,
    ...COMMANDS,
  })) {
    const named = (text: string): string[] => Array.from(text.matchAll(/\{!?(\w+)\}/g), ([, name = '']) => name);
    for (const place of named(sr)) assert.ok(named(en).includes(place), `${place} in ${sr}`);
    assert.ok(/\p{Script=Cyrillic}/u.test(sr) || named(sr).length > 0, sr);
  }
});

test('on a terminal each refusal of printing is Serbian too, with the commands that the English one names', () => {
  const sentences = ['interfaces/admin/print', 'interfaces/admin/perform.ts']
    .flatMap(filesOf)
    .flatMap((path) => phrasesIn(path, isBilingual));
  const told = [...sentences, NO_PRINTER.en].filter((sentence) => !sentence.startsWith('You are not allowed'));
  assert.ok(told.length > 10, String(told.length));
  for (const sentence of told) {
    const sr = commandWordsOf(sentence.replaceAll('§', '7'))?.sr;
    assert.type(sr, 'string', sentence);
    for (const [command = ''] of sentence.matchAll(/kasirbox [a-z]+(?: [a-z]+)?/g))
      assert.ok(sr?.includes(command), sr);
    assert.not.match(sr ?? '', /Стање|учитајте страницу|у подешавањима/, 'a terminal has no pages');
  }
  assert.is(commandWordsOf('Something new that nobody knows.'), undefined);
});

test('what changes stays as it is, and a part that is a sentence is translated too', () => {
  assert.equal(wordsOf('There is a printer "Кухиња {x}" already.')?.sr, 'Штампач „Кухиња {x}” већ постоји.');
  assert.equal(
    wordsOf('printers: bar: In the address of a printer the port must be 1 to 65535, like tcp://10.0.0.1:9100.')?.sr,
    'bar: У адреси штампача порт мора бити од 1 до 65535, као tcp://10.0.0.1:9100.',
  );
  assert.is(wordsOf('notify: the value needs the member "token".')?.sr, 'Обавештења власнику: недостаје: Токен.');
  assert.is(wordsOf('company: tin must be 9 digits.')?.sr, 'Фирма: Поље „ПИБ” мора имати 9 цифара.');
  assert.is(wordsOf('Something new that nobody knows.'), undefined);
  assert.is(wordsOf('name: something that nobody knows.'), undefined);
  assert.is(wordsOf(`There is a user "${'x'.repeat(10_000)}" already.`), undefined);
});

test('pages name every member of a setting and of an item as a person knows it, and a terminal as it is typed', () => {
  const nameless = new Set<string>();
  const walk = (schema: unknown): void => {
    if (Array.isArray(schema)) schema.forEach(walk);
    if (typeof schema !== 'object' || schema === null) return;
    for (const [key, value] of Object.entries(schema)) {
      if (key !== 'properties') walk(value);
      else
        for (const [member, its] of Object.entries(value as object)) {
          if (fieldName(member) === member) nameless.add(member);
          walk(its);
        }
    }
  };
  for (const name of SETTING_NAMES) {
    walk(SETTING_OF[name].schema);
    assert.type(settingTitle(name), 'string', name);
  }
  assert.equal([...nameless].sort(), []);
  assert.is(
    wordsOf('taxLabels: label must be one Cyrillic letter.')?.sr,
    'Пореске ознаке: Поље „Слово” мора бити једно ћирилично слово.',
  );
  assert.is(wordsOf('label is required.')?.sr, 'Поље „Пореска ознака” је обавезно.');
  assert.is(
    wordsOf('mail: password must be given again, since host has changed.')?.sr,
    'Е-пошта: податак „Лозинка за пошту” унесите поново, јер је промењено: Сервер.',
  );
  assert.is(
    wordsOf('price "Abc" is not an amount such as 1234,50 or 1.234,50.')?.sr,
    'цена „Abc” није износ као 1234,50 или 1.234,50.',
  );
  assert.is(wordsOf('name is required.')?.sr, 'Поље „Назив” је обавезно.');
  assert.is(
    wordsOf('printers[0].address must NOT have fewer than 1 characters')?.sr,
    'Поље „Адреса” мора имати бар 1 знакова',
  );
  assert.is(commandWordsOf('company: tin must be 9 digits.')?.sr, 'company: tin мора имати 9 цифара.');
});

test('a page is told both', async () => {
  await TestBox.during(
    async (box) => {
      await makeUsers(box);
      const owner = await visitorAs(box, 'Ана');
      const reply = await owner.operate('keys.revoke', { id: 99 });
      const { error } = JSON.parse(reply.text) as { error: Record<string, string> };
      assert.is(error['message'], 'There is no key 99. See: kasirbox keys list');
      assert.is(error['messageSr'], 'Нема кључа 99. Учитајте страницу поново.');
    },
    { serve: serveWithoutSocket },
  );
});

test.run();
