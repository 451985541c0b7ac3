import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { compileSchema, fieldName, type JsonSchema, type SchemaFault } from '../../src/base/schema.js';

function faultOf(schema: JsonSchema, value: unknown): SchemaFault {
  const checked = compileSchema(schema)(value);
  if (checked.ok) throw new Error('the value was accepted');
  return checked.error;
}

test('a value that passes is handed on as it is', () => {
  const value = { name: 'x', more: 1 };
  const checked = compileSchema({ type: 'object', properties: { name: { type: 'string' } } })(value);
  assert.ok(checked.ok && checked.value === value);
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
    [{ type: 'string', format: 'local-date' }, '2026-02-30', { keyword: 'format', format: 'local-date' }],
    [{ type: 'string', format: 'local-time' }, '2026-02-28 25:00:00', { keyword: 'format', format: 'local-time' }],
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
  assert.throws(() => compileSchema({ type: 'string', format: 'local-tmie' })('x'), /unknown format/);
});

test('a rule without words is a bug, not a vague refusal', () => {
  assert.throws(() => compileSchema({ const: 1 })(2), /unexpected value/);
});

test.run();
