import { Ajv2020 } from 'ajv/dist/2020.js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openApiDocument } from '../../../src/interfaces/api/openapi.js';
import { definition, resources } from '../../../src/interfaces/api/registry.js';
import { isRecord } from '../../../src/base/json.js';

/** What any client is generated from: nothing in it needs a tool that knows more than JSON Schema 2020-12. */
const options = { version: '1.2.3', basePath: '/api/v1' };
const document = JSON.parse(JSON.stringify(openApiDocument(definition, options))) as object;

function* membersOf(value: unknown): Generator<readonly [string, unknown]> {
  if (Array.isArray(value)) for (const entry of value) yield* membersOf(entry);
  if (!isRecord(value)) return;
  for (const [name, member] of Object.entries(value)) {
    yield [name, member];
    yield* membersOf(member);
  }
}

function named(name: string): unknown[] {
  return Array.from(membersOf(document)).flatMap(([member, value]) => (member === name ? [value] : []));
}

const patterns = [...new Set(named('pattern').filter((pattern) => typeof pattern === 'string'))];

test('a pattern uses nothing that needs a flag or that an engine may lack', () => {
  assert.ok(patterns.length > 8);
  for (const pattern of patterns) assert.not.match(pattern, /\\p|\\P|\(\?[=!<]|\\u\{|\\d|\\w|\\s|(?<!\\)\//, pattern);
});

test('a pattern finds the same with and without the flag u, in every character', () => {
  const frames = ['?', 'а?б', '?10:1', '10:?', '2026-11-2?', 'a@?.rs', 'a@b.?', '1234567?'];
  const expressions = patterns.map((pattern) => [new RegExp(pattern), new RegExp(pattern, 'u')] as const);
  for (let point = 0; point <= 0x10ffff; point += point < 0x3000 || (point & 0xfff) > 0xfc0 ? 1 : 61) {
    const character = String.fromCodePoint(point);
    for (const frame of frames) {
      const text = frame.replace('?', () => character);
      for (const [plain, unicode] of expressions) {
        if (plain.test(text) !== unicode.test(text)) assert.unreachable(`U+${point.toString(16)} in ${plain.source}`);
      }
    }
  }
});

test('half of a surrogate pair is in no text, with and without the flag u', () => {
  for (const pattern of patterns.filter((text) => text.includes('ud800'))) {
    for (const flags of ['', 'u']) {
      const expression = new RegExp(pattern, flags);
      for (const text of ['\ud83c', 'а\ud83c', '\udf55а', '\udf55\ud83c', '🍕\ud83c'])
        assert.not.match(text, expression);
      assert.match('а🍕б', expression);
    }
  }
});

test('no schema names a format, which a validator may not know', () => {
  assert.equal(named('format'), []);
});

test('no request schema has a default: generated clients would send it, or ask for it', () => {
  for (const [name, schema] of resources.flatMap(({ requests }) => Object.entries(requests ?? {}))) {
    const found = Array.from(membersOf(schema)).filter(([member]) => member === 'default');
    assert.equal(found, [], name);
  }
});

test('every schema compiles in a default Ajv, on its own', () => {
  for (const schema of Object.values(definition.schemas))
    assert.type(new Ajv2020({ strict: false }).compile(schema), 'function');
});

test.run();
