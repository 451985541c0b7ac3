import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { failed } from '../../../src/base/result.js';
import type { TaxLabel } from '../../../src/contract/fiscal.js';
import { validateItemChange, validateNewItem } from '../../../src/shop/catalogue/validate.js';
import { inEnglish } from '../../kit/inEnglish.js';

const TAX_LABELS: readonly TaxLabel[] = [
  { label: 'Ђ', name: 'О-ПДВ', rate: 20 },
  { label: 'Е', name: 'П-ПДВ', rate: 10 },
];

/** Fields that creation and change check alike, with what is refused and why. */
const REFUSED: readonly (readonly [string, unknown, string])[] = [
  ['name', '', 'name must not be blank.'],
  ['name', ' ', 'name must not be blank.'],
  ['name', 'ж'.repeat(201), 'name may have at most 200 characters.'],
  ['name', '\u200b\t', 'name must not be blank.'],
  ['name', 'a\u001bb', 'name holds a control character or half a character.'],
  ['name', null, 'name must be string.'],
  ['label', 'Ж', 'label "Ж" is not an active tax label. Allowed: Ђ, Е.'],
  ['label', 'E', 'label "E" is not an active tax label. It is a Latin letter: send the Cyrillic "Е". Allowed: Ђ, Е.'],
  ['label', null, 'label must be string.'],
  ['label', 'ж'.repeat(9), 'label may have at most 8 characters.'],
  ['price', -0.01, 'price must be 0 or more.'],
  ['price', '5', 'price must be number.'],
  ['price', null, 'price must be number.'],
  ['price', 1e9, 'price must be at most 999999999.'],
  ['plu', 'x'.repeat(33), 'plu may have at most 32 characters.'],
  ['plu', 7, 'plu must be string or null.'],
  ['unit', 'x'.repeat(17), 'unit may have at most 16 characters.'],
  ['unit', '\u001b', 'unit holds a control character or half a character.'],
  ['category', '\ud83c', 'category holds a control character or half a character.'],
  ['price', Infinity, 'price is a larger number than can be read.'],
  ['gtin', '1234567', 'gtin must be 8 to 14 digits.'],
  ['gtin', '', 'gtin must be 8 to 14 digits.'],
  ['category', 'x'.repeat(81), 'category may have at most 80 characters.'],
];

test('a new item gets the defaults of the contract', () => {
  assert.equal(inEnglish(validateNewItem({ name: 'Кафа', label: 'Ђ' }, TAX_LABELS)), {
    ok: true,
    value: { plu: null, name: 'Кафа', unit: 'ком', price: 0, label: 'Ђ', gtin: null, category: null },
  });
});

test('a new item keeps every field; it cannot be created inactive, and unknown fields are ignored', () => {
  const item = { plu: '7', name: 'Кафа', unit: 'kg', label: 'Е', gtin: '12345678', category: 'Пића' };
  assert.equal(
    inEnglish(validateNewItem({ ...item, price: 2.675, active: false, id: 9, ['__proto__']: 1 }, TAX_LABELS)),
    {
      ok: true,
      value: { ...item, price: 268 },
    },
  );
});

test('a new item needs a name and a label', () => {
  const missing = (field: string) =>
    failed({ rule: 'form.required', field: `/${field}`, message: `${field} is required.` });
  assert.equal(inEnglish(validateNewItem({ label: 'Ђ' }, TAX_LABELS)), missing('name'));
  assert.equal(inEnglish(validateNewItem({ name: 'x' }, TAX_LABELS)), missing('label'));
});

test('creation and change refuse the same values with the same words', () => {
  for (const [field, value, error] of REFUSED) {
    const created = validateNewItem({ name: 'Кафа', label: 'Ђ', [field]: value }, TAX_LABELS);
    if (created.ok) throw new Error(`${field} was accepted`);
    assert.equal(inEnglish([created.error.message, created.error.field]), [error, `/${field}`]);
    assert.equal(inEnglish(validateItemChange({ [field]: value }, TAX_LABELS)), inEnglish(created));
  }
});

test('lengths at the limit are accepted', () => {
  const item = { plu: 'x'.repeat(32), name: 'ж'.repeat(200), unit: 'x'.repeat(16), category: '🍕'.repeat(80) };
  const limits = { ...item, gtin: '1'.repeat(14), price: 999999999, label: 'Ђ' };
  assert.equal(inEnglish(validateNewItem(limits, TAX_LABELS)), {
    ok: true,
    value: { ...limits, price: 99_999_999_900 },
  });
});

test('a change keeps absent fields absent', () => {
  assert.equal(inEnglish(validateItemChange({}, TAX_LABELS)), { ok: true, value: {} });
  assert.equal(inEnglish(validateItemChange({ price: 1.005 }, TAX_LABELS)), { ok: true, value: { price: 101 } });
  assert.equal(inEnglish(validateItemChange({ active: true, label: 'Е' }, TAX_LABELS)), {
    ok: true,
    value: { label: 'Е', active: true },
  });
});

test('null or a blank text empties a field that may be empty, and gives the unit its default', () => {
  const emptied = { ok: true, value: { plu: null, unit: 'ком', category: null } };
  for (const none of [null, '', ' ']) {
    assert.equal(inEnglish(validateItemChange({ plu: none, unit: none, category: none }, TAX_LABELS)), emptied);
  }
  assert.equal(inEnglish(validateItemChange({ gtin: null }, TAX_LABELS)), { ok: true, value: { gtin: null } });
});

test('active is true or false', () => {
  assert.equal(
    inEnglish(validateItemChange({ active: 1 }, TAX_LABELS)),
    failed({ rule: 'form.type', field: '/active', message: 'active must be boolean.' }),
  );
});

test('texts are kept in NFC', () => {
  const value = { name: 'Kola\u010d', plu: '\u010d', category: '\u010d' };
  assert.equal(
    inEnglish(validateItemChange({ name: 'Kolac\u030c', plu: 'c\u030c', category: 'c\u030c' }, TAX_LABELS)),
    {
      ok: true,
      value,
    },
  );
});

test('lengths are those of the text as it was sent', () => {
  const fault = { rule: 'form.max-length', field: '/plu', message: 'plu may have at most 32 characters.' };
  assert.equal(inEnglish(validateItemChange({ plu: 'c\u030c'.repeat(17) }, TAX_LABELS)), failed(fault));
  assert.equal(inEnglish(validateItemChange({ plu: 'c\u030c'.repeat(16) }, TAX_LABELS)), {
    ok: true,
    value: { plu: '\u010d'.repeat(16) },
  });
});

test('texts are kept as they are printed; PLU, unit and category are trimmed', () => {
  const sent = { name: 'Ка\u00adфа\t велика', plu: ' 12\u200b ', unit: '\ufeffкг ', category: '\tПића\n' };
  const value = { plu: '12', unit: 'кг', category: 'Пића', name: 'Кафа велика' };
  assert.equal(inEnglish(validateItemChange(sent, TAX_LABELS)), { ok: true, value });
});

test('a body that is not an object is refused', () => {
  const refused = failed({ rule: 'form.type', field: '', message: 'the body must be object.' });
  for (const body of [null, 7, 'x', [], undefined]) {
    assert.equal(inEnglish(validateNewItem(body, TAX_LABELS)), refused);
    assert.equal(inEnglish(validateItemChange(body, TAX_LABELS)), refused);
  }
});

test('without active labels the refusal says so', () => {
  const message = 'label "Ђ" is not an active tax label. Allowed: none.';
  const refused = failed({ rule: 'item.label-inactive', field: '/label', message });
  assert.equal(inEnglish(validateNewItem({ name: 'x', label: 'Ђ' }, [])), refused);
});

test.run();
