import { type JsonSchema, NAME, TEXT } from '../../base/index.js';

/** 8 to 14 digits: GTIN-8, UPC-A, EAN-13, GTIN-14 and the lengths between. */
export const GTIN = '^[0-9]{8,14}$';

/** Maximum price of one unit, RSD. */
const MAX_PRICE = 999_999_999;

/** The unit of measure when none is given: a piece. */
export const DEFAULT_UNIT = 'ком';

/** The fields that catalogue items and invoice lines have in common. */
export const nameSchema: JsonSchema = {
  type: 'string',
  maxLength: 200,
  pattern: NAME,
  description: 'Not blank. What nobody sees is taken out; runs of blanks, tabs and line ends become one blank.',
  examples: ['Кафа'],
};
const unitSchema: JsonSchema = {
  type: ['string', 'null'],
  maxLength: 16,
  pattern: TEXT,
  description: `Unit of measure; null or blank: \`${DEFAULT_UNIT}\`.`,
  examples: ['кг'],
};
/** For an item or line that has no unit yet. */
export const newUnitSchema: JsonSchema = {
  ...unitSchema,
  description: `Unit of measure; left out, null or blank: \`${DEFAULT_UNIT}\`.`,
};
export const gtinSchema: JsonSchema = {
  type: ['string', 'null'],
  pattern: GTIN,
  description: '8 to 14 digits.',
  examples: ['8600000000012'],
};
export const labelSchema: JsonSchema = {
  type: 'string',
  maxLength: 8,
  description: 'An active tax label, one Cyrillic letter: see GET /tax-labels.',
  examples: ['Ђ'],
};
export const priceSchema: JsonSchema = {
  type: 'number',
  minimum: 0,
  maximum: MAX_PRICE,
  description: 'RSD including VAT, rounded to 2 decimals.',
};

const properties: Readonly<Record<string, JsonSchema>> = {
  plu: { type: ['string', 'null'], maxLength: 32, pattern: TEXT, description: 'Unique among all items.' },
  name: nameSchema,
  unit: unitSchema,
  price: priceSchema,
  label: labelSchema,
  gtin: gtinSchema,
  category: { type: ['string', 'null'], maxLength: 80, pattern: TEXT, examples: ['Пића'] },
};

/** Body of `POST /items`. */
export const newItemSchema: JsonSchema = {
  type: 'object',
  required: ['name', 'label'],
  properties: {
    ...properties,
    unit: newUnitSchema,
    price: { ...priceSchema, description: 'RSD including VAT, rounded to 2 decimals; left out: 0.' },
  },
};

/** Body of `PUT` and `PATCH /items/{id}`: an absent field is unchanged. */
export const itemChangeSchema: JsonSchema = {
  type: 'object',
  properties: { ...properties, active: { type: 'boolean' } },
};
