import type { JsonSchema } from '../../../base/index.js';
import { okay } from '../../../platform/http/index.js';
import { json } from '../parameters.js';
import type { ResourceParts } from '../parts.js';
import type { Resource } from '../resource.js';
import { listOf, percent, perUnitFlag, record, text } from '../schemas.js';

const taxLabel: JsonSchema = record(
  { label: { ...text, description: 'One Cyrillic letter.' }, name: text, rate: percent },
  { perUnit: perUnitFlag },
);

const taxLabelList: JsonSchema = record({ taxLabels: listOf(taxLabel) });

/** `GET /tax-labels`: the labels that a receipt may carry. */
export const taxLabels = {
  tag: 'Catalogue',
  responses: { TaxLabel: taxLabel, TaxLabelList: taxLabelList },
  routes: {
    listTaxLabels: {
      method: 'get',
      path: '/tax-labels',
      summary: 'Active tax labels',
      description:
        'Those that a line or an item may carry. They change when the tax authority changes them: read them at each start.',
      responses: { 200: json('The labels.', taxLabelList) },
      handler: (_ctx, { pfr }) => okay({ taxLabels: pfr().taxLabels() }),
    },
  },
} satisfies Resource<Pick<ResourceParts, 'pfr'>>;
