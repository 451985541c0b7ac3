import { type TaxLabel, defineMessages, type Message } from '../../base/index.js';
import { record, row, type Setting } from './setting.js';

const MESSAGES = defineMessages('taxLabels', {
  twice: { en: 'taxLabels: {label} stands there twice.', sr: 'Ознака {label} је наведена два пута.' },
  noneActive: {
    en: 'taxLabels: at least one label must be active.',
    sr: 'Бар једна пореска ознака мора бити активна.',
  },
  badRate: {
    en: 'taxLabels: the rate of {label} may have two decimals at most.',
    sr: 'Стопа ознаке {label} може имати највише две децимале.',
  },
});

/** A tax label of the shop; only active ones are accepted on a receipt. Not used with a real processor. */
export interface TaxLabelSetting extends TaxLabel {
  readonly active: boolean;
}

/** Real processors bring their own labels, in the sandbox also Latin ones; the labels of the box are Cyrillic. */
const LETTER = '^(?=\\p{L})\\p{Script=Cyrillic}$';

const taxLabelSchema = record({
  label: { type: 'string', pattern: LETTER },
  name: row(14),
  rate: { type: 'number', minimum: 0, maximum: 100 },
  active: { type: 'boolean' },
});

export const taxLabelsSetting: Setting<readonly TaxLabelSetting[]> = {
  reach: 'box',
  schema: { type: 'array', minItems: 1, maxItems: 30, items: taxLabelSchema },
  patternWords: { [LETTER]: { sr: 'мора бити једно ћирилично слово', en: 'must be one Cyrillic letter' } },
  // Labels and rates of the Serbian VAT law.
  defaultValue: () => [
    { label: 'Ђ', name: 'О-ПДВ', rate: 20, active: true },
    { label: 'Е', name: 'П-ПДВ', rate: 10, active: true },
    { label: 'Г', name: 'Без ПДВ', rate: 0, active: true },
    { label: 'А', name: 'Није у ПДВ', rate: 0, active: false },
  ],
  fault: badTaxLabels,
};

function badTaxLabels(taxLabels: readonly TaxLabelSetting[]): Message | undefined {
  const labels = taxLabels.map(({ label }) => label);
  const twice = labels.find((label, index) => labels.indexOf(label) !== index);
  if (twice !== undefined) return MESSAGES.twice({ label: twice });
  if (!taxLabels.some(({ active }) => active)) return MESSAGES.noneActive;
  const fine = taxLabels.find(({ rate }) => !/^\d+(?:\.\d\d?)?$/.test(String(rate)));
  return fine === undefined ? undefined : MESSAGES.badRate({ label: fine.label });
}
