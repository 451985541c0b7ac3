import type { JsonSchema } from '../../base/schema.js';
import { listOf, percent, record, text } from './common.js';

export const taxLabel: JsonSchema = record({
  label: { ...text, description: 'One Cyrillic letter.' },
  name: text,
  rate: percent,
});

export const taxLabelList: JsonSchema = record({ taxLabels: listOf(taxLabel) });

export const categoryList: JsonSchema = record({ categories: listOf({ type: 'string', minLength: 1 }) });
