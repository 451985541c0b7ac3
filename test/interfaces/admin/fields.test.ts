import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  anything,
  field,
  integer,
  nullable,
  oneOf,
  optional,
  schemaOf,
  text,
} from '../../../src/interfaces/admin/fields.js';
import { compileSchema, fieldName } from '../../../src/base/schema.js';

const fields = {
  label: text,
  id: integer,
  note: nullable(field<string>({ type: 'string', pattern: '^a*$' })),
  kind: optional(oneOf(['one', 'two'])),
  value: anything,
};

/** The field at fault; 'none' when the question is valid. */
function faultOf(question: unknown): string {
  const checked = compileSchema(schemaOf(fields))(question);
  return checked.ok ? 'none' : fieldName(checked.error.path);
}

const RIGHT = { label: 'a', id: 1, note: 'aa', value: 0 };

test('a question passes with its required fields, with or without the optional one', () => {
  assert.is(faultOf(RIGHT), 'none');
  assert.is(faultOf({ ...RIGHT, kind: 'two' }), 'none');
  assert.is(faultOf({ ...RIGHT, note: null, value: null }), 'none');
});

test('a field that is missing or of the wrong kind is named', () => {
  for (const name of ['label', 'id', 'note', 'value']) {
    const { [name]: _, ...rest } = { ...RIGHT } as Readonly<Record<string, unknown>>;
    assert.is(faultOf(rest), name);
  }
  const wrong = { label: null, id: 1.5, note: 'b', kind: 'three' };
  for (const [name, value] of Object.entries(wrong)) assert.is(faultOf({ ...RIGHT, [name]: value }), name);
});

test('an unknown field is ignored', () => {
  assert.is(faultOf({ ...RIGHT, later: true }), 'none');
});

test.run();
