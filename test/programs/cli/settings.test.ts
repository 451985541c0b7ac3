// time limit: 300 s
import { join } from 'node:path';
import { suite, test } from 'uvu';
import * as assert from 'uvu/assert';
import { inLanguage } from '../../../src/programs/cli/language.js';
import { english } from '../../../src/base/index.js';
import { EXAMPLES, parseSettingValue } from '../../../src/programs/cli/settings.js';
import { checkSetting } from '../../../src/shop/settings/check.js';
import { defaultSettings } from '../../../src/shop/settings/registry.js';
import { kasirbox } from '../../kit/command.js';
import { inEnglish } from '../../kit/inEnglish.js';
import { cleanUp, temporaryFolder } from '../../kit/process.js';
import { ServiceHere, stopServices } from '../../kit/serviceHere.js';
import { onTerminal } from '../../kit/terminal.js';

const COMPANY = {
  name: 'ПЕКАРА ЗОРА',
  tin: '101670560',
  location: '1000001-ПЕКАРА ЗОРА',
  address: 'ГЛАВНА 1',
  district: 'Нови Сад',
};
test.after(stopServices);
test.after(cleanUp);

test('a setting changes the next receipt of a running service', async () => {
  const box = await ServiceHere.start();
  const [key = ''] = await box.keys(1);
  assert.match((await box.issue(key)).journal, /ДЕМО ПРОДАВНИЦА/);

  const set = await box.command(['settings', 'set', 'company', JSON.stringify(COMPANY)]);
  assert.is(set.code, 0, set.stderr);
  const { journal } = await box.issue(key);
  assert.match(journal, /ПЕКАРА ЗОРА/);
  assert.match(journal, /101670560/);
  assert.not.match(journal, /ДЕМО ПРОДАВНИЦА/);
  assert.equal(JSON.parse((await box.command(['settings', 'show', 'company'])).stdout), COMPANY);
  await box.stop();
});

test('a setting that is changed without a service holds when a service starts', async () => {
  const folder = join(temporaryFolder(), 'not/there/yet');
  const set = await kasirbox(['settings', 'set', 'company', '-', '--data', folder], { input: JSON.stringify(COMPANY) });
  assert.is(set.code, 0, set.stderr);
  const box = await ServiceHere.start({ folder });
  const [key = ''] = await box.keys(1);
  assert.match((await box.issue(key)).journal, /ПЕКАРА ЗОРА/);
  await box.stop();
});

for (const served of [false, true]) {
  const where = served ? 'in a running service' : 'without a service';

  test(`a value is JSON where it parses as JSON, else text, ${where}`, async () => {
    const folder = join(temporaryFolder(), 'data');
    const box = served ? await ServiceHere.start({ folder }) : undefined;
    const set = (name: string, value: string) => kasirbox(['settings', 'set', name, value, '--data', folder]);
    const shown = async (name: string): Promise<unknown> =>
      JSON.parse((await kasirbox(['settings', 'show', name, '--data', folder])).stdout);
    for (const [name, value, expected] of [
      ['environment', 'production', 'production'],
      ['environment', '"sandbox"', 'sandbox'],
      ['simplifiedCash', 'true', true],
      ['publicUrl', 'https://kasa.example', 'https://kasa.example'],
      ['publicUrl', 'null', null],
    ] as const) {
      const { code, stderr } = await set(name, value);
      assert.is(code, 0, stderr);
      assert.is(await shown(name), expected);
    }
    if (box !== undefined) await box.stop();
  });

  test(`a bad key or value is refused with a sentence and changes nothing, ${where}`, async () => {
    const folder = join(temporaryFolder(), 'data');
    const box = served ? await ServiceHere.start({ folder }) : undefined;
    const show = () => kasirbox(['settings', 'show', '--data', folder]);
    const before = await show();
    assert.is(before.code, 0);
    for (const [name, value, message] of [
      ['colour', 'red', /colour/],
      ['__proto__', '{}', /__proto__/],
      ['environment', 'test', /environment/],
      ['simplifiedCash', '"true"', /simplifiedCash/],
      ['simplifiedCash', '-1', /simplifiedCash/],
      ['company', '{"name":"x"}', /company/],
      ['pfr.production', '{"mode":"lpfr"}', /pfr\.production/],
      ['taxLabels', '[]', /taxLabels/],
    ] as const) {
      const { code, stdout, stderr } = await kasirbox(['settings', 'set', name, value, '--data', folder]);
      assert.is(code, 1, name);
      assert.is(stdout, '');
      assert.match(stderr, message);
      assert.is(stderr.split('\n').length, 2, 'one line');
    }
    assert.is((await kasirbox(['settings', 'show', 'colour', '--data', folder])).code, 1);
    assert.is((await show()).stdout, before.stdout);
    if (box !== undefined) await box.stop();
  });

  test(`a secret is set from standard input and is never shown, ${where}`, async () => {
    const folder = join(temporaryFolder(), 'data');
    const box = served ? await ServiceHere.start({ folder }) : undefined;
    const mail = {
      host: 'mail.example',
      port: 465,
      secure: true,
      password: 'tajna-lozinka',
      from: 'kasa@mail.example',
    };
    const set = ['settings', 'set', 'mail', '-', '--data', folder];
    assert.is((await kasirbox(set, { input: `${JSON.stringify(mail)}\n` })).code, 0);
    const shown = await kasirbox(['settings', 'show', '--data', folder]);
    assert.match(shown.stdout, /mail\.example/);
    assert.not.match(shown.stdout + (box?.log ?? ''), /tajna-lozinka/);
    if (box !== undefined) await box.stop();
  });
}

const BOT = '{"kind":"bot","token":"123:TAJNI-TOKEN","chat":1}';

test('on a terminal the value is asked for and not shown', async () => {
  const box = await ServiceHere.start();
  const { folder } = box;
  const args = ['settings', 'set', 'notify', '-', '--data', folder];
  const { code, shown } = await onTerminal(args, 'Value of notify: ', `${BOT}\r`);
  assert.is(code, 0, shown);
  assert.is(shown, 'Value of notify: \r\nnotify is set.\r\n');
  const { stdout } = await kasirbox(['settings', 'show', 'notify', '--data', folder]);
  assert.equal(JSON.parse(stdout), { ...(JSON.parse(BOT) as object), token: '(hidden)' });
  await box.stop();
});

test('what is given unseen and can only be a mistake changes nothing', async () => {
  const folder = join(temporaryFolder(), 'data');
  const give = (name: string, input: string) => kasirbox(['settings', 'set', name, '-', '--data', folder], { input });
  for (const [name, input, said] of [
    [
      'mail',
      '{"host":"a.rs",password:tajna}',
      `mail: the value is not valid JSON: line 1, after "host". Example: '${EXAMPLES['mail']}'; check the quotes and braces. Nothing was changed.`,
    ],
    ['mail', '\n', 'mail: no value was given; null switches it off.'],
    ['company', '', 'company: no value was given, and nothing was changed.'],
  ] as const) {
    const { code, stderr } = await give(name, input);
    assert.equal([code, stderr], [1, `kasirbox: ${said}\n`]);
  }
  assert.is((await give('publicUrl', 'https://kasa.example')).code, 0, 'other text is text');
});

test('a secret on the command line is taken, and remarked upon', async () => {
  const folder = join(temporaryFolder(), 'data');
  const set = (...words: string[]) => kasirbox(['settings', 'set', ...words, '--data', folder], { input: BOT });
  const seen = await set('notify', BOT);
  assert.is(seen.code, 0);
  assert.match(seen.stderr, /^Its secret was visible on the command line, .* Better: kasirbox settings set notify -$/m);
  for (const words of [
    ['notify', '-'],
    ['notify', 'null'],
    ['metrics', 'true'],
  ]) {
    assert.is((await set(...words)).stderr, '', words.join(' '));
  }
});

const settingValueTest = suite('settingValue');

settingValueTest.before.each(() => {
  process.env['LC_ALL'] = 'C';
});

/** What is said of a company that is not right. */
function faultOf(given: string): string {
  const parsed = parseSettingValue('company', given);
  assert.not(parsed.ok);
  return parsed.ok ? '' : inLanguage(parsed.error);
}

settingValueTest('broken JSON says in which line and behind which member, with an example', () => {
  assert.match(faultOf('{"tin":"123456789" "name":"X"}'), /^company: .* line 1, after "tin"\. Example: .*ПЕКАРА/);
  assert.match(faultOf('{\n"name":"X",\n"tin":}'), / line 3, after "tin"\./);
  assert.match(faultOf('{"name":"X"'), / line 1, after "name"\./);
  assert.match(faultOf('{'), / line 1\. /);
});

settingValueTest('of a value nothing is repeated, even where it looks like a member', () => {
  assert.not.match(faultOf('{"name":"p,tajna:x","tin":'), /tajna/);
  assert.not.match(faultOf(String.raw`{"name":"p,\"tajna\":1" x`), /tajna/);
});

settingValueTest('the words are Serbian where the terminal is', () => {
  process.env['LC_ALL'] = 'sr_RS.UTF-8';
  assert.match(faultOf('{"name":"X"'), /^company: вредност није исправан JSON: ред 1, иза „name”\. /);
});

settingValueTest('what does not begin like JSON is text', () => {
  assert.equal(inEnglish(parseSettingValue('publicUrl', 'https://kasa.example')), {
    ok: true,
    value: 'https://kasa.example',
  });
  assert.equal(inEnglish(parseSettingValue('metrics', 'true')), { ok: true, value: true });
});

settingValueTest('each example is a value that the setting takes', () => {
  for (const [name, example] of Object.entries(EXAMPLES)) {
    const whole = example
      .replace('whsec_…', `whsec_${Buffer.alloc(32, 7).toString('base64')}`)
      .replace('SU…', 'SUACSSL3UAHUDXKFSNVUZRF5UHPMWZ6BFDTJ7M6USDXIEDNPPQYYYCU3VY');
    const checked = checkSetting(name, JSON.parse(whole), defaultSettings());
    assert.ok(checked.ok, checked.ok ? '' : english(checked.error));
  }
});

settingValueTest.run();

test.run();
