import { defineMessages, type Message } from '../../base/index.js';
import { record, type Setting } from './setting.js';

const MESSAGES = defineMessages('scaleLabels', {
  prefixTwice: {
    en: 'scaleLabels: the prefix {prefix} stands there twice.',
    sr: 'Почетак кода {prefix} је наведен два пута.',
  },
  tooManyDigits: {
    en: 'scaleLabels: prefix {prefix}, item and value together may have {digits} digits at most.',
    sr: 'Почетак {prefix}, шифра и вредност заједно могу имати највише {digits} цифара.',
  },
});

/** Meaning of the value in the label of a scale: weight, price to pay, or number of pieces. */
export const SCALE_VALUES = ['weight', 'price', 'pieces'] as const;

/**
 * How a scale encodes a weighed item in an EAN-13 (GS1 General Specifications, 2.1.12: codes that begin with 2 belong
 * to the shop): prefix, other digits if any, number of the item, value, check digit.
 */
export interface ScaleLabelSetting {
  /** Leading digits of the code, beginning with 2 or 02. The longest matching prefix applies. */
  readonly prefix: string;
  /** Digits of the item's PLU, which may have fewer: leading zeros do not count. */
  readonly itemDigits: number;
  readonly valueDigits: number;
  readonly value: (typeof SCALE_VALUES)[number];
  /** Decimals of the value. Default: 3 for a weight in kg, 2 for a price in RSD, 0 for pieces. */
  readonly decimals?: number;
}

/** Digits of an EAN-13 before its check digit. */
const DIGITS = 12;
const PREFIX = '^0?2\\d{0,3}$';

export const scaleLabelsSetting: Setting<readonly ScaleLabelSetting[]> = {
  reach: 'box',
  schema: {
    type: 'array',
    maxItems: 10,
    items: record(
      {
        prefix: { type: 'string', pattern: PREFIX },
        itemDigits: { type: 'integer', minimum: 2, maximum: 7 },
        valueDigits: { type: 'integer', minimum: 3, maximum: 6 },
        value: { type: 'string', enum: SCALE_VALUES },
        decimals: { type: 'integer', minimum: 0, maximum: 3 },
      },
      ['decimals'],
    ),
  },
  patternWords: {
    [PREFIX]: {
      sr: 'мора имати 1 до 4 цифре и почети са 2 или 02',
      en: 'must be 1 to 4 digits that begin with 2, or with 02',
    },
  },
  // The format of most scales on the market: 2, a digit, five of the item, five of grams.
  defaultValue: () => [{ prefix: '2', itemDigits: 5, valueDigits: 5, value: 'weight' }],
  isOfGroup: true,
  fault: badScaleLabels,
};

function badScaleLabels(labels: readonly ScaleLabelSetting[]): Message | undefined {
  const prefixes = labels.map(({ prefix }) => prefix);
  const twice = prefixes.find((prefix, index) => prefixes.indexOf(prefix) !== index);
  if (twice !== undefined) return MESSAGES.prefixTwice({ prefix: twice });
  const long = labels.find(({ prefix, itemDigits, valueDigits }) => prefix.length + itemDigits + valueDigits > DIGITS);
  return long === undefined ? undefined : MESSAGES.tooManyDigits({ prefix: long.prefix, digits: DIGITS });
}
