import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { canonicalJson, parseJson } from '../../src/base/json.js';
import { paraFrom, roundHalfAway, thousandthsFrom } from '../../src/base/money.js';
import { seededRandom } from '../kit/random.js';

const random = seededRandom();

function parsed(text: string): unknown {
  const result = parseJson(text);
  if (!result.ok) throw new Error(`${result.error}: ${text.slice(0, 80)}`);
  return result.value;
}

function refusal(text: string): string {
  const result = parseJson(text);
  return result.ok ? 'accepted' : result.error;
}

test('JSON is read as JSON.parse reads it', () => {
  const text = '{"a":[1,-2.5,1e3,true,null,"\\u0402\\"x"],"__proto__":{"b":{}},"":0}';
  assert.equal(parsed(text), JSON.parse(text));
});

test('a long literal is not rounded up by a double', () => {
  assert.is(paraFrom(Number(parsed('1.00499999999999999999'))), 100);
  assert.is(paraFrom(Number(parsed('33.333333333333333333333'))), 3333);
  assert.is(paraFrom(Number(parsed('99999999999.994999999999999999'))), 9_999_999_999_999);
  assert.is(thousandthsFrom(Number(parsed('99999999999.9994999999999999'))), 99_999_999_999_999);
});

test('digits are cut only from the 16th significant one on', () => {
  assert.is(parsed('123456789012345'), 123_456_789_012_345);
  assert.is(parsed('0.000000000000123456789012345'), 1.23456789012345e-13);
  assert.is(parsed('1234567890123459876'), 1_234_567_890_123_450_000);
  assert.is(parsed('-1234567890123459876'), -1_234_567_890_123_450_000);
  assert.is(parsed('1234567890123459.876e-3'), 1_234_567_890_123.45);
  assert.is(parsed('0.0000000000000000000'), 0);
});

test('digits inside of strings and keys stay', () => {
  const text = '{"1.00499999999999999999":"\\\\\\"1.00499999999999999999","b":"12345678901234567890\\\\"}';
  assert.equal(parsed(text), JSON.parse(text));
});

test('bad JSON with long literals stays bad', () => {
  const bad = ['01234567890123456789', '1.234567890123456789.1', '12345678901234567890.', '.12345678901234567890'];
  bad.push(
    '"12345678901234567890',
    '{"a":12345678901234567890',
    '12345678901234567890 1',
    '0x12345678901234567890',
    '',
  );
  for (const text of bad) assert.is(refusal(text), 'not valid JSON', text);
});

test('a random literal is rounded as its decimal text says', () => {
  for (let i = 0; i < 20_000; i++) {
    const whole = random.oneIn(4) ? '0' : String(random.int(1, 10 ** random.int(1, 11) - 1));
    const fraction =
      random.text(random.oneIn(3) ? '9' : '0123456789', 0, 3) + random.text(random.pick(['049', '59', '0']), 0, 25);
    const literal = `${random.oneIn(2) ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
    const digits = BigInt(literal.replace('.', ''));
    const value = Number(parsed(random.oneIn(2) ? literal : `${literal}e0`));
    assert.is(BigInt(paraFrom(value)), roundHalfAway(digits * 100n, 10n ** BigInt(fraction.length)), literal);
    assert.is(BigInt(thousandthsFrom(value)), roundHalfAway(digits * 1000n, 10n ** BigInt(fraction.length)), literal);
  }
});

test('numbers beyond a double are refused', () => {
  assert.is(refusal('[{"a":1e999}]'), 'number out of range');
  assert.is(refusal(`-${'9'.repeat(400)}`), 'number out of range');
  assert.is(refusal('1.7e308'), 'accepted');
});

test('nesting is refused beyond 64 levels', () => {
  assert.is(refusal('['.repeat(64) + ']'.repeat(64)), 'accepted');
  assert.is(refusal('['.repeat(65) + ']'.repeat(65)), 'nested too deeply');
  assert.is(refusal('{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000)), 'nested too deeply');
});

test('a hostile megabyte is read in one pass', () => {
  // Were one of these quadratic, it would take minutes and run into the time limit of the file.
  const seeds = [
    '1',
    '"',
    '\\',
    '"\\"',
    '\\"',
    '[',
    '"1',
    '1.',
    '1e',
    '-',
    '{"a":',
    '0.0',
    '"\\u',
    '\u0402',
    '12345678901234567 ',
  ];
  for (const seed of seeds) {
    for (const around of ['', '"', '1234567890123456789']) {
      const text = around + seed.repeat(Math.ceil(2 ** 20 / seed.length)) + around;
      assert.type(parseJson(text).ok, 'boolean');
    }
  }
});

test('the same content gives the same canonical text', () => {
  assert.is(
    canonicalJson({ b: 1, a: [null, { d: 'x', c: 1.5 }], '': true }),
    '{"":true,"a":[null,{"c":1.5,"d":"x"}],"b":1}',
  );
  assert.is(canonicalJson({ a: undefined, b: [undefined] }), '{"b":[null]}');
  assert.is(canonicalJson({ 'Ђ"': '\n' }), '{"Ђ\\"":"\\n"}');
});

test('keys sort by UTF-16 code units (RFC 8785, 3.2.3)', () => {
  const sorted = ['\r', '1', '\u0080', '\u00f6', '\u20ac', '\ud83d\ude00', '\ufb33'];
  const text = canonicalJson(Object.fromEntries([...sorted].reverse().map((key) => [key, 0])));
  assert.is(text, `{${sorted.map((key) => `${JSON.stringify(key)}:0`).join(',')}}`);
});

test('commas between values are counted before anything is read, those in texts are not', () => {
  assert.equal(parseJson('[1,2,3]', 2), { ok: true, value: [1, 2, 3] });
  assert.equal(parseJson('["a,b,c,\\",d"]', 0), { ok: true, value: ['a,b,c,",d'] });
  assert.equal(parseJson('{"a":1,"b":[2,{"c":3,"d":4}]}', 2), { ok: false, error: 'too many values' });
  assert.equal(parseJson(`[${','.repeat(1_000_000)}`, 100), { ok: false, error: 'too many values' });
});

test.run();
