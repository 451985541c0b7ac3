import { defineMessages, type Message } from '../../base/index.js';
import type { TaxLabel } from '../../contract/index.js';
import { record, row, type Setting } from './setting.js';

const SCALE_LABELS_MESSAGES = defineMessages('scaleLabels', {
  prefixTwice: {
    en: 'scaleLabels: the prefix {prefix} is given twice.',
    sr: 'Почетак кода {prefix} је наведен два пута.',
  },
  tooManyDigits: {
    en: 'scaleLabels: prefix {prefix}, item and value together may have {digits} digits at most.',
    sr: 'Почетак {prefix}, шифра и вредност заједно могу имати највише {digits} цифара.',
  },
});

/** Meaning of the value in the label of a scale: weight, price to pay, or number of pieces. */
const SCALE_VALUES = ['weight', 'price', 'pieces'] as const;

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
  if (twice !== undefined) return SCALE_LABELS_MESSAGES.prefixTwice({ prefix: twice });
  const long = labels.find(({ prefix, itemDigits, valueDigits }) => prefix.length + itemDigits + valueDigits > DIGITS);
  return long === undefined ? undefined : SCALE_LABELS_MESSAGES.tooManyDigits({ prefix: long.prefix, digits: DIGITS });
}

/**
 * Handling of a refund that returns what was already returned: `warn` issues it with a warning, `refuse` does not issue
 * it.
 */
const REFUND_GUARDS = ['warn', 'refuse'] as const;
export type RefundGuardSetting = (typeof REFUND_GUARDS)[number];

export const refundGuardSetting: Setting<RefundGuardSetting> = {
  reach: 'box',
  schema: { type: 'string', enum: REFUND_GUARDS },
  // API v1 lists no such refusal.
  defaultValue: () => 'warn',
  isOfGroup: true,
};

/** Whether and how requests wait for a processor that cannot be reached, if they ask for it. */
export interface OfflineQueueSetting {
  readonly enabled: boolean;
  /** Maximum number of waiting and refused requests together, 1 to 1000. */
  readonly maxCount: number;
  /** Hours after which a waiting request is no longer issued automatically, 1 to 720. */
  readonly maxAgeHours: number;
  /** True to print a slip which states that the receipt comes later. */
  readonly printSlip: boolean;
  /** True to print receipts when they are issued from the queue; false to only store them. Default true. */
  readonly printReceipts?: boolean;
}

export const offlineQueueSetting: Setting<OfflineQueueSetting> = {
  reach: 'box',
  schema: {
    type: 'object',
    required: ['enabled', 'maxCount', 'maxAgeHours', 'printSlip'],
    additionalProperties: false,
    properties: {
      enabled: { type: 'boolean' },
      maxCount: { type: 'integer', minimum: 1, maximum: 1000 },
      maxAgeHours: { type: 'integer', minimum: 1, maximum: 720 },
      printSlip: { type: 'boolean' },
      printReceipts: { type: 'boolean' },
    },
  },
  // Off by default: an owner must decide to take money without issuing a receipt at once.
  defaultValue: () => ({ enabled: false, maxCount: 200, maxAgeHours: 48, printSlip: true, printReceipts: true }),
  isOfGroup: true,
};

const TAX_LABELS_MESSAGES = defineMessages('taxLabels', {
  twice: { en: 'taxLabels: {label} is given twice.', sr: 'Пореска ознака {label} је наведена два пута.' },
  noneActive: {
    en: 'taxLabels: at least one label must be active.',
    sr: 'Бар једна пореска ознака мора бити активна.',
  },
  badRate: {
    en: 'taxLabels: the rate of {label} may have two decimals at most.',
    sr: 'Стопа пореске ознаке {label} може имати највише две децимале.',
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
  if (twice !== undefined) return TAX_LABELS_MESSAGES.twice({ label: twice });
  if (!taxLabels.some(({ active }) => active)) return TAX_LABELS_MESSAGES.noneActive;
  const fine = taxLabels.find(({ rate }) => !/^\d+(?:\.\d\d?)?$/.test(String(rate)));
  return fine === undefined ? undefined : TAX_LABELS_MESSAGES.badRate({ label: fine.label });
}
