import {
  assertNever,
  type Bilingual,
  compileSchema,
  defineMessages,
  failed,
  fieldName,
  formRule,
  findImitatedSentence,
  type Message,
  ok,
  type Para,
  paraFrom,
  phrase,
  pointerTo,
  printedRow,
  type RequestFault,
  type Result,
  type SchemaFault,
  TEXT,
  type TextRule,
  typesInSerbian,
} from '../../base/index.js';
import type { TaxLabel } from '../../contract/index.js';
import { DEFAULT_UNIT, GTIN, itemChangeSchema, newItemSchema } from './itemSchema.js';

/** Why a label is refused. `meant` is the active Cyrillic label that looks like the Latin letter that was sent. */
export interface LabelFault {
  readonly sent: string;
  readonly meant: string | null;
  readonly allowed: readonly string[];
}

/**
 * Latin letters that look like Cyrillic ones. The two characters for D with stroke mean Ђ, which is written like this
 * in Latin script.
 */
const LOOK_ALIKE = new Map([
  ['A', 'А'],
  ['B', 'В'],
  ['C', 'С'],
  ['E', 'Е'],
  ['H', 'Н'],
  ['J', 'Ј'],
  ['K', 'К'],
  ['M', 'М'],
  ['O', 'О'],
  ['P', 'Р'],
  ['T', 'Т'],
  ['X', 'Х'],
  ['\u0110', 'Ђ'],
  ['\u00d0', 'Ђ'],
]);

/** The active label of exactly this letter. Labels are compared by code point: Latin E is not Cyrillic Е. */
export function findTaxLabel(active: readonly TaxLabel[], sent: string): Result<TaxLabel, LabelFault> {
  const found = active.find(({ label }) => label === sent);
  if (found !== undefined) return ok(found);
  const allowed = active.map(({ label }) => label);
  const twin = LOOK_ALIKE.get(sent);
  return failed({ sent, meant: twin !== undefined && allowed.includes(twin) ? twin : null, allowed });
}

const MESSAGES = defineMessages('item', {
  body: { en: 'the body', sr: 'тело захтева' },
  demand: { en: '{field} {demand}', sr: '{field} {demand}' },
  inactiveLabel: {
    en: 'label "{label}" is not an active tax label. Allowed: {labels}.',
    sr: 'ознака „{label}” није активна пореска ознака. Дозвољене: {labels}.',
  },
  latinLabel: {
    en: 'label "{label}" is not an active tax label. It is a Latin letter: send the Cyrillic "{meant}". Allowed: {labels}.',
    sr: 'ознака „{label}” није активна пореска ознака. То је латинично слово: унесите ћирилично „{meant}”. Дозвољене: {labels}.',
  },
  imitation: {
    en: 'name holds "{sentence}", which only the processor may write on a receipt: remove these words.',
    sr: 'назив садржи „{sentence}”, што на рачуну сме да напише само процесор: уклоните те речи.',
  },
  required: { en: '{field} is required.', sr: '{field} је обавезно.' },
  type: { en: '{field} must be {types}.', sr: '{field} мора бити {types}.' },
  maxLength: { en: '{field} may have at most {most} characters.', sr: '{field} може имати највише {most} знакова.' },
  minimum: { en: '{field} must be {least} or more.', sr: '{field} мора бити најмање {least}.' },
  exclusiveMinimum: { en: '{field} must be more than {least}.', sr: '{field} мора бити више од {least}.' },
  maximum: { en: '{field} must be at most {most}.', sr: '{field} мора бити највише {most}.' },
  minItems: { en: '{field} must have at least {least} entries.', sr: '{field} мора имати бар {least} ставки.' },
  maxItems: { en: '{field} may have at most {most} entries.', sr: '{field} може имати највише {most} ставки.' },
  enum: { en: '{field} must be one of {values}.', sr: '{field} мора бити једно од: {values}.' },
});

/**
 * The fields of a catalogue item that a caller may set. Texts are in printed form; a blank optional one counts as null.
 */
interface ItemFields {
  readonly plu: string | null;
  readonly name: string;
  readonly unit: string;
  readonly price: Para;
  readonly label: string;
  readonly gtin: string | null;
  readonly category: string | null;
}

/** Only the fields that are to change. */
export type ItemChange = Partial<ItemFields & { readonly active: boolean }>;

/** A body that has passed the schemas: price in RSD, texts in NFC. */
interface ItemBody {
  readonly plu?: string | null;
  readonly name?: string;
  readonly unit?: string | null;
  readonly price?: number;
  readonly label?: string;
  readonly gtin?: string | null;
  readonly category?: string | null;
  readonly active?: boolean;
}

const checkNew = compileSchema<ItemBody & { readonly name: string; readonly label: string }>(newItemSchema);
const checkChange = compileSchema<ItemBody>(itemChangeSchema);

/** Validates the body of `POST /items`. Whether the PLU is free is not checked here. */
export function validateNewItem(body: unknown, active: readonly TaxLabel[]): Result<ItemFields, RequestFault> {
  const checked = checkNew(body);
  if (!checked.ok) return failed(formFault(checked.error));
  const { name, label } = checked.value;
  const known = findTaxLabel(active, label);
  if (!known.ok) return failed(labelFault(known.error));
  const sentence = findImitatedSentence(name);
  if (sentence !== undefined) return failed(imitationFault(sentence));
  const defaults = { plu: null, unit: DEFAULT_UNIT, price: 0, gtin: null, category: null };
  return ok({ ...defaults, ...fieldsOf(checked.value), name: printedRow(name), label });
}

/** Validates the body of `PUT` and `PATCH /items/{id}` by the rules of creation; absent fields remain absent. */
export function validateItemChange(body: unknown, active: readonly TaxLabel[]): Result<ItemChange, RequestFault> {
  const checked = checkChange(body);
  if (!checked.ok) return failed(formFault(checked.error));
  const { name, label, active: isActive } = checked.value;
  if (label !== undefined) {
    const known = findTaxLabel(active, label);
    if (!known.ok) return failed(labelFault(known.error));
  }
  const sentence = name === undefined ? undefined : findImitatedSentence(name);
  if (sentence !== undefined) return failed(imitationFault(sentence));
  return ok({
    ...fieldsOf(checked.value),
    ...(name !== undefined && { name: printedRow(name) }),
    ...(label !== undefined && { label }),
    ...(isActive !== undefined && { active: isActive }),
  });
}

function fieldsOf({ plu, unit, price, gtin, category }: ItemBody): Partial<ItemFields> {
  return {
    ...(plu !== undefined && { plu: textOrNone(plu) }),
    ...(unit !== undefined && { unit: textOrNone(unit) ?? DEFAULT_UNIT }),
    ...(price !== undefined && { price: paraFrom(price) }),
    ...(gtin !== undefined && { gtin }),
    ...(category !== undefined && { category: textOrNone(category) }),
  };
}

/** Forms send '' for an empty field. As a PLU it would belong to the first item that has it. */
function textOrNone(text: string | null): string | null {
  const row = printedRow(text ?? '').trim();
  return row === '' ? null : row;
}

function labelFault({ sent, meant, allowed }: LabelFault): RequestFault {
  const labels = allowed.join(', ') || 'none';
  return {
    rule: meant === null ? 'item.label-inactive' : 'item.label-latin',
    field: '/label',
    message:
      meant === null
        ? MESSAGES.inactiveLabel({ label: sent, labels })
        : MESSAGES.latinLabel({ label: sent, meant, labels }),
  };
}

/** No receipt could be sold with this name. */
function imitationFault(sentence: string): RequestFault {
  return {
    rule: 'item.text-imitates',
    field: '/name',
    message: MESSAGES.imitation({ sentence }),
  };
}

function formFault(fault: SchemaFault): RequestFault {
  return { rule: formRule(fault.rule), field: pointerTo(fault.path), message: messageFor(fault) };
}

function messageFor({ path, rule }: SchemaFault): Message {
  const field = fieldName(path) || MESSAGES.body;
  switch (rule.keyword) {
    case 'required':
      return MESSAGES.required({ field });
    case 'type':
      return MESSAGES.type({ field, types: phrase({ sr: typesInSerbian(rule.types), en: rule.types.join(' or ') }) });
    case 'maxLength':
      return MESSAGES.maxLength({ field, most: rule.limit });
    case 'minimum':
      return MESSAGES.minimum({ field, least: rule.limit });
    case 'exclusiveMinimum':
      return MESSAGES.exclusiveMinimum({ field, least: rule.limit });
    case 'maximum':
      return MESSAGES.maximum({ field, most: rule.limit });
    case 'minItems':
      return MESSAGES.minItems({ field, least: rule.limit });
    case 'maxItems':
      return MESSAGES.maxItems({ field, most: rule.limit });
    case 'enum':
      return MESSAGES.enum({ field, values: rule.allowed.join(', ') });
    case 'pattern':
      return MESSAGES.demand({ field, demand: phrase(PATTERN_WORDS[rule.pattern] ?? WRONG_FORM) });
    case 'format':
      return MESSAGES.demand({ field, demand: phrase(FORMAT_WORDS[rule.format]) });
    default:
      return assertNever(rule);
  }
}

const WRONG_FORM: Bilingual = { sr: 'нема исправан облик.', en: 'has a wrong form.' };

const PATTERN_WORDS: Readonly<Record<string, Bilingual>> = {
  [TEXT]: { sr: 'има контролни знак или половину знака.', en: 'holds a control character or half a character.' },
  [GTIN]: { sr: 'мора имати од 8 до 14 цифара.', en: 'must be 8 to 14 digits.' },
};

const FORMAT_WORDS: Readonly<Record<TextRule | 'finite', Bilingual>> = {
  'not-blank': { sr: 'не сме бити празно.', en: 'must not be blank.' },
  'few-marks': {
    sr: 'има више од четири акцента на једном слову.',
    en: 'has more than four accents on one letter.',
  },
  'real-time': { sr: 'мора бити време које постоји.', en: 'must be a time that exists.' },
  'real-date': { sr: 'мора бити дан који постоји.', en: 'must be a day that exists.' },
  'mail-address': { sr: 'мора бити једна адреса е-поште.', en: 'must be one e-mail address.' },
  finite: { sr: 'је већи број него што се може прочитати.', en: 'is a larger number than can be read.' },
};
