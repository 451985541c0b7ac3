import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { LOCAL_DATE, LOCAL_TIME, NAME, TEXT } from '../../src/base/textRules.js';
import { compileSchema, fieldName, type JsonSchema, type SchemaFault } from '../../src/base/schema.js';

function faultOf(schema: JsonSchema, value: unknown): SchemaFault {
  const checked = compileSchema(schema)(value);
  if (checked.ok) throw new Error('the value was accepted');
  return checked.error;
}

test('a value that passes is handed on with all that it holds', () => {
  const value = { name: 'x', more: 1, ['__proto__']: { x: 1 } };
  assert.equal(compileSchema({ type: 'object', properties: { name: { type: 'string' } } })(value), { ok: true, value });
});

test('texts with a limit are handed on in NFC, and held to the limit as they came', () => {
  const name = { type: ['string', 'null'], maxLength: 6 };
  const schema = {
    type: 'object',
    properties: { name, id: { type: 'string' }, list: { type: 'array', items: name }, any: {} },
  };
  const composed = '\u010d';
  const spread = 'c\u030c';
  assert.equal(
    compileSchema(schema)({ name: spread.repeat(3), id: spread, list: [spread, null], any: spread, more: [spread] }),
    {
      ok: true,
      value: { name: composed.repeat(3), id: spread, list: [composed, null], any: spread, more: [spread] },
    },
  );
  assert.equal(faultOf(schema, { name: spread.repeat(4) }), {
    path: ['name'],
    rule: { keyword: 'maxLength', limit: 6 },
  });
});

test('a text that NFC would make longer than its limit stays as it came', () => {
  const check = compileSchema({ type: 'string', maxLength: 3 });
  const halfNote = '\u{1d15e}'; // two characters in NFC
  assert.equal(check(halfNote), { ok: true, value: halfNote.normalize('NFC') });
  assert.equal(check(halfNote.repeat(2)), { ok: true, value: halfNote.repeat(2) });
});

test('a text far over its limit is refused as it came: composing its run of marks would take hours', () => {
  const marks = `a${'\u0301\u0316'.repeat(2_000_000)}`;
  assert.equal(faultOf({ type: 'string', maxLength: 200 }, marks).rule, { keyword: 'maxLength', limit: 200 });
});

test('a fault names the rule with its limit', () => {
  const required = { type: 'object', properties: { a: {} }, required: ['a'] };
  assert.equal(faultOf(required, {}), { path: ['a'], rule: { keyword: 'required' } });
  const cases: readonly [JsonSchema, unknown, SchemaFault['rule']][] = [
    [{ type: 'string' }, 1, { keyword: 'type', types: ['string'] }],
    [{ type: ['string', 'null'] }, 1, { keyword: 'type', types: ['string', 'null'] }],
    [{ type: 'string', maxLength: 1 }, 'ab', { keyword: 'maxLength', limit: 1 }],
    [{ type: 'array', minItems: 1 }, [], { keyword: 'minItems', limit: 1 }],
    [{ type: 'array', maxItems: 1 }, [1, 2], { keyword: 'maxItems', limit: 1 }],
    [{ type: 'number', minimum: 1 }, 0, { keyword: 'minimum', limit: 1 }],
    [{ type: 'number', maximum: 1 }, 2, { keyword: 'maximum', limit: 1 }],
    [{ type: 'number', exclusiveMinimum: 1 }, 1, { keyword: 'exclusiveMinimum', limit: 1 }],
    [{ enum: ['a', null] }, 'b', { keyword: 'enum', allowed: ['a', null] }],
    [{ type: 'string', pattern: '^a' }, 'b', { keyword: 'pattern', pattern: '^a' }],
    [{ type: 'string', pattern: LOCAL_DATE }, '2026-02-30', { keyword: 'format', format: 'real-date' }],
    [{ type: 'string', pattern: LOCAL_TIME }, '2026-02-30 10:00:00', { keyword: 'format', format: 'real-time' }],
    [{ type: 'string', pattern: LOCAL_TIME }, '2026-02-28 25:00:00', { keyword: 'pattern', pattern: LOCAL_TIME }],
    [{ type: 'string', pattern: NAME }, ' \t', { keyword: 'format', format: 'not-blank' }],
    [{ type: 'string', pattern: NAME }, '\u200b', { keyword: 'format', format: 'not-blank' }],
    [{ type: 'string', pattern: NAME }, 'a\u001b', { keyword: 'pattern', pattern: TEXT }],
    [{ type: 'number' }, Infinity, { keyword: 'format', format: 'finite' }],
    [{ type: ['integer', 'null'] }, -Infinity, { keyword: 'format', format: 'finite' }],
    [{ type: 'number' }, 'Infinity', { keyword: 'type', types: ['number'] }],
  ];
  for (const [schema, value, rule] of cases) assert.equal(faultOf(schema, value), { path: [], rule });
});

test('a fault names the place in the body', () => {
  const schema = {
    type: 'object',
    properties: {
      items: { type: 'array', items: { type: 'object', required: ['a/b'], properties: { 'a/b': { type: 'number' } } } },
    },
  };
  assert.equal(faultOf(schema, { items: [{ 'a/b': 1 }, { 'a/b': 'x' }] }).path, ['items', 1, 'a/b']);
  assert.equal(faultOf(schema, { items: [{}] }).path, ['items', 0, 'a/b']);
});

test('a path reads as programs write it', () => {
  assert.is(fieldName([]), '');
  assert.is(fieldName(['cashier']), 'cashier');
  assert.is(fieldName(['items', 1, 'labels', 0]), 'items[1].labels[0]');
});

test('a schema with an unknown keyword or format is a bug, found at the first use', () => {
  assert.throws(() => compileSchema({ type: 'string', maxLenght: 1 })('x'), /unknown keyword/);
  assert.throws(() => compileSchema({ type: 'string', format: 'local-time' })('x'), /unknown format/);
});

test('a rule without words is a bug, not a vague refusal', () => {
  assert.throws(() => compileSchema({ const: 1 })(2), /unexpected value/);
});

test.run();
