import { english } from '../../../src/base/index.js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { EXAMPLES, parseSettingValue } from '../../../src/programs/cli/settingValue.js';
import { checkSetting } from '../../../src/shop/settings/check.js';
import { defaultSettings } from '../../../src/shop/settings/registry.js';
import { inEnglish } from '../../kit/inEnglish.js';

test.before.each(() => {
  process.env['LC_ALL'] = 'C';
});

/** What is said of a company that is not right. */
function faultOf(given: string): string {
  const parsed = parseSettingValue('company', given);
  assert.not(parsed.ok);
  return parsed.ok ? '' : english(parsed.error);
}

test('broken JSON says in which line and behind which member, with an example', () => {
  assert.match(faultOf('{"tin":"123456789" "name":"X"}'), /^company: .* line 1, after "tin"\. It looks like .*ПЕКАРА/);
  assert.match(faultOf('{\n"name":"X",\n"tin":}'), / line 3, after "tin"\./);
  assert.match(faultOf('{"name":"X"'), / line 1, after "name"\./);
  assert.match(faultOf('{'), / line 1\. /);
});

test('of a value nothing is repeated, even where it looks like a member', () => {
  assert.not.match(faultOf('{"name":"p,tajna:x","tin":'), /tajna/);
  assert.not.match(faultOf(String.raw`{"name":"p,\"tajna\":1" x`), /tajna/);
});

test('the words are Serbian where the terminal is', () => {
  process.env['LC_ALL'] = 'sr_RS.UTF-8';
  assert.match(faultOf('{"name":"X"'), /^company: вредност није исправан JSON: ред 1, иза „name”\. /);
});

test('what does not begin like JSON is text', () => {
  assert.equal(inEnglish(parseSettingValue('publicUrl', 'https://kasa.example')), {
    ok: true,
    value: 'https://kasa.example',
  });
  assert.equal(inEnglish(parseSettingValue('metrics', 'true')), { ok: true, value: true });
});

test('each example is a value that the setting takes', () => {
  for (const [name, example] of Object.entries(EXAMPLES)) {
    const whole = example
      .replace('whsec_…', `whsec_${Buffer.alloc(32, 7).toString('base64')}`)
      .replace('SU…', 'SUACSSL3UAHUDXKFSNVUZRF5UHPMWZ6BFDTJ7M6USDXIEDNPPQYYYCU3VY');
    const checked = checkSetting(name, JSON.parse(whole), defaultSettings());
    assert.ok(checked.ok, checked.ok ? '' : english(checked.error));
  }
});

test.run();
