import {
  assertNever,
  type Environment,
  fieldName,
  formatMoney,
  LOCAL_TIME,
  type Para,
  type PaymentType,
  type SchemaFault,
  type SchemaPath,
  type SchemaRule,
  TEXT,
  type TextRule,
} from '../../base/index.js';
import { GTIN, type LabelFault } from '../../catalogue/index.js';
import type { Imitation } from '../../journal/index.js';
import { BUYER_ID, REQUEST_ID } from './schema.js';

/** Why a request is refused: a Serbian sentence for people, and the field for programs (`items[1].quantity`). */
export interface ValidationError {
  readonly message: string;
  readonly field: string;
}

/**
 * Every sentence of the invoice validator, apart from those about the form of a field. Lines and entries are passed as
 * indexes from 0, and named from 1.
 */
export const refusals = {
  labelsDiffer: (line: number) =>
    atLine(line, 'labels', 'поља „label” и „labels” наводе различите пореске ознаке; пошаљите само једно'),
  labelInactive: (line: number, { sent, meant, allowed }: LabelFault) => {
    if (meant !== null) {
      return atLine(
        line,
        'label',
        `пореска ознака „${sent}” у пољу „label” је латинично слово; пошаљите ћирилично „${meant}”`,
      );
    }
    const choice = allowed.length === 0 ? 'ниједна ознака није активна' : `активне ознаке су: ${allowed.join(', ')}`;
    return atLine(line, 'label', `пореска ознака „${sent}” у пољу „label” није активна; ${choice}`);
  },
  quantityRoundsToZero: (line: number) =>
    atLine(line, 'quantity', 'поље „quantity” заокружено на три децимале је 0; најмања количина је 0,001'),
  imitates: ({ sentence, field }: Imitation) => {
    const words = `садржи „${sentence}”, што на рачуну сме да напише само процесор; уклоните те речи`;
    return 'line' in field
      ? atLine(field.line, 'name', `назив ${words}`)
      : at([field.name], `${subject(field.name)}${words}`);
  },
  totalTooLarge: (limit: Para) =>
    about(
      'items',
      `Укупан износ рачуна (збир ставки у пољу „items”) је већи од ${formatMoney(limit)} RSD, ` +
        'а већи износ не стаје у 7 бајтова које потписује безбедносни елемент',
    ),
  issueTimeSkipped: () =>
    about(
      'dateAndTimeOfIssue',
      'Време у пољу „dateAndTimeOfIssue” није постојало: тог дана је сат померен унапред (летње рачунање времена)',
    ),
  issueTimeInFuture: (minutes: number) =>
    about(
      'dateAndTimeOfIssue',
      `Време у пољу „dateAndTimeOfIssue” је у будућности; може бити највише ${minutes} минута испред сата касе`,
    ),
  issueTimeTooEarly: (year: string) =>
    about('dateAndTimeOfIssue', `Време у пољу „dateAndTimeOfIssue” је пре ${year}. године`),
  totalNotPositive: () => about('items', 'Укупан износ рачуна (збир ставки у пољу „items”) мора бити већи од 0'),
  paymentDisabled: (entry: number, paymentType: PaymentType) =>
    at(
      ['payments', entry, 'paymentType'],
      `начин плаћања „${paymentType}” у пољу „paymentType” није дозвољен у поједностављеном режиму ` +
        '(члан 6. став 2. Правилника о врстама фискалних рачуна); пошаљите „Cash”',
    ),
  paymentsMismatch: (sum: Para, total: Para) =>
    about(
      'payments',
      `Збир износа у пољу „payments” (${formatMoney(sum)}) мора бити једнак укупном износу рачуна (${formatMoney(total)})`,
    ),
  refundNeedsReferent: () =>
    about(
      'referentDocumentNumber',
      'Рефундација мора да наведе ПФР број рачуна који се рефундира: недостаје поље „referentDocumentNumber”',
    ),
  refundNeedsBuyer: () =>
    about(
      'buyerId',
      'Рефундација мора да наведе идентификацију купца: недостаје поље „buyerId”; ' +
        'ако поништавате сопствени рачун, пошаљите свој ПИБ у облику „10:ПИБ”',
    ),
  copyNeedsReferent: () =>
    about(
      'referentDocumentNumber',
      'Копија мора да наведе ПФР број рачуна који се копира: недостаје поље „referentDocumentNumber”',
    ),
  otherEnvironment: (of: Environment, active: Environment) =>
    about(
      'uuid',
      `Рачун је издат у окружењу „${of}”, а активно је „${active}”; нови документ се не може позвати на њега`,
    ),
  refundIneligible: (kind: string) =>
    about('uuid', `Рефундирају се само издати рачуни ПРОМЕТ ПРОДАЈА и АВАНС ПРОДАЈА, а овај је ${kind}`),
  copyIneligible: () => about('uuid', 'Копија се не може копирати; копирајте рачун на који се она позива'),
  closeIneligible: (kind: string) =>
    about('uuid', `Коначним рачуном се затвара само издат рачун АВАНС ПРОДАЈА, а овај је ${kind}`),
  advanceNotLast: (next: string) =>
    about('uuid', `На овај аванс се надовезује аванс ${next}; затворите последњи аванс у низу`),
  advanceBranches: (number: string) =>
    about(
      'uuid',
      `На аванс ${number} се надовезује више аванса, па се не зна шта је већ враћено; ` +
        'издајте рефундацију аванса и коначни рачун посебно',
    ),
  advancePartlyRefunded: (number: string) =>
    about(
      'uuid',
      `Аванс ${number} је већ рефундиран на други износ; рефундирајте остатак и издајте коначни рачун посебно`,
    ),
  advanceReturnedAlone: (number: string, earlier: string) =>
    about('uuid', `Аванс ${number} је већ рефундиран; за авансе пре њега затворите аванс ${earlier}`),
  advanceNameOfOther: (line: number, name: string, label: string) =>
    atLine(line, 'name', `назив „${name}” је прописан за аванс са ознаком „${label}”`),
  advanceQuantity: (line: number) =>
    atLine(line, 'quantity', 'количина аванса мора бити 1; примљени износ је цена (поље „unitPrice”)'),
  closingNeedsPayments: (paid: Para, total: Para) =>
    about(
      'payments',
      `Аванс је плаћен на више начина (укупно ${formatMoney(paid)}), а рачун износи ${formatMoney(total)}; ` +
        'наведите плаћања у пољу „payments”',
    ),
  refundKeyUsed: (key: string) =>
    about(
      'clientRequestId',
      `Рефундација аванса би добила кључ „${key}”, који је већ употребљен за други рачун; пошаљите други кључ`,
    ),
  advanceTooLong: (limit: number) =>
    about('uuid', `Аванси у низу имају заједно више од ${limit} ставки; рефундирајте их посебно`),
  printUnknown: (names: string) =>
    about('print', `Поље „print” наводи штампач који није подешен; подешени су: ${names}`),
  headerKeyMalformed: () =>
    about(
      'Idempotency-Key',
      'Заглавље „Idempotency-Key” мора имати од 8 до 64 знака (слова енглеске абецеде, цифре и знаци „.”, „_”, „:”, „-”)',
    ),
  keyUsedForOther: () =>
    about(
      'clientRequestId',
      'Кључ идемпотентности (заглавље „Idempotency-Key” или поље „clientRequestId”) већ је употребљен за захтев ' +
        'друге садржине; за нови рачун пошаљите нови кључ',
    ),
  queueNeedsKey: () =>
    about(
      'whenOffline',
      'Поље „whenOffline” тражи кључ идемпотентности: пошаљите и заглавље „Idempotency-Key” или поље „clientRequestId”',
    ),
  waitsNowhere: () =>
    about(
      'whenOffline',
      'Поље „whenOffline” прима само „POST /invoices”; овај захтев не може да чека у реду, па га пошаљите без тог поља',
    ),
  keysDiffer: () =>
    about(
      'clientRequestId',
      'Заглавље „Idempotency-Key” и поље „clientRequestId” наводе различите кључеве; пошаљите само један',
    ),
};

/** The two documents that close an advance. */
export type ClosingDocument = 'refund' | 'final';

const DOCUMENTS: Readonly<Record<ClosingDocument, string>> = {
  refund: 'Рефундација аванса',
  final: 'Коначни рачун',
};

/** A sentence with the name of the document that it is about, and with the number of a refund that was issued already. */
export function inDocument(document: ClosingDocument, sentence: string, refund?: string): string {
  const stands =
    refund === undefined
      ? ''
      : ` Рефундација аванса ${refund} је издата и важи; поновите захтев да се изда само коначни рачун.`;
  return `${DOCUMENTS[document]}: ${sentence}${stands}`;
}

/** Puts a fault of form into words. */
export function wordsFor({ path, rule }: SchemaFault): ValidationError {
  if (path.length === 0) return about('', 'Тело захтева мора бити JSON објекат');
  if (path.length === 1 && path[0] === 'items') {
    if (rule.keyword === 'minItems') return about('items', 'Рачун мора имати бар једну ставку у пољу „items”');
    if (rule.keyword === 'maxItems')
      return about('items', `Рачун може имати највише ${rule.limit} ставки у пољу „items”`);
  }
  if (path[0] === 'whenOffline' && rule.keyword === 'type' && rule.types[0] === 'null') return refusals.waitsNowhere();
  const name = nameInPlace(path);
  return at(path, rule.keyword === 'required' ? `недостаје поље „${name}”` : `${subject(name)}${demand(rule)}`);
}

/** What the rule asks of a field; „поље” is neuter, as is every adjective here. */
function demand(rule: Exclude<SchemaRule, { keyword: 'required' }>): string {
  switch (rule.keyword) {
    case 'type':
      return `мора бити ${rule.types.map((type) => TYPE_WORDS[type] ?? type).join(' или ')}`;
    case 'maxLength':
      return `може имати највише ${rule.limit} знакова`;
    case 'minItems':
      return `мора имати најмање ${rule.limit} елемената`;
    case 'maxItems':
      return rule.limit === 1 ? 'може имати највише један елемент' : `може имати највише ${rule.limit} елемената`;
    case 'minimum':
      return `не сме бити мање од ${serbian(rule.limit)}`;
    case 'exclusiveMinimum':
      return `мора бити веће од ${serbian(rule.limit)}`;
    case 'maximum':
      return `не сме бити веће од ${serbian(rule.limit)}`;
    case 'enum':
      return `мора бити једно од: ${rule.allowed.filter((value) => value !== null).join(', ')}`;
    case 'pattern':
      return PATTERN_WORDS[rule.pattern] ?? 'није у исправном облику';
    case 'format':
      return FORMAT_WORDS[rule.format];
    default:
      return assertNever(rule);
  }
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: 'текст',
  number: 'број (без наводника)',
  integer: 'цео број (без наводника)',
  array: 'низ',
  object: 'објекат',
  boolean: 'true или false',
  null: 'null',
};

const REAL_TIME = 'мора бити постојећи датум и време у облику ГГГГ-ММ-ДД ЧЧ:ММ:СС, на пример 2026-11-21 10:00:00';

const FORMAT_WORDS: Readonly<Record<TextRule | 'finite', string>> = {
  'not-blank': 'не сме бити празно',
  'few-marks': 'има више од четири акцента на једном слову, што се не може штампати; уклоните их',
  'real-time': REAL_TIME,
  'real-date': 'мора бити постојећи датум у облику ГГГГ-ММ-ДД, на пример 2026-11-21',
  'mail-address': 'мора бити једна адреса е-поште',
  finite: 'је већи број него што се може записати',
};

const PATTERN_WORDS: Readonly<Record<string, string>> = {
  [TEXT]: 'садржи контролни знак или половину знака, што се не може штампати; уклоните то',
  [LOCAL_TIME]: REAL_TIME,
  [GTIN]: 'мора имати од 8 до 14 цифара',
  [BUYER_ID]:
    'мора бити у облику шифра:вредност, на пример 10:123456789; дозвољене шифре су 10-16, 20-23, 30-36 и 40, ' +
    'а вредност сме да садржи само слова енглеске абецеде, цифре и знаке, без размака',
  [REQUEST_ID]: 'мора имати од 8 до 64 знака (слова енглеске абецеде, цифре и знаци „.”, „_”, „:”, „-”)',
};

/** What a person calls the place that a path leads to; entries are counted from 1. */
const PLACES: Readonly<Record<string, string>> = { items: 'Ставка', payments: 'Плаћање' };

function placeOf([list, entry]: SchemaPath): string | undefined {
  const place = typeof list === 'string' ? PLACES[list] : undefined;
  return place !== undefined && typeof entry === 'number' ? `${place} ${entry + 1}` : undefined;
}

/** The name of the field inside of its line or payment; '' for the line itself. */
function nameInPlace(path: SchemaPath): string {
  return fieldName(placeOf(path) === undefined ? path : path.slice(2));
}

function subject(name: string): string {
  return name === '' ? '' : `поље „${name}” `;
}

function at(path: SchemaPath, words: string): ValidationError {
  const place = placeOf(path);
  const sentence = place === undefined ? words.charAt(0).toUpperCase() + words.slice(1) : `${place}: ${words}`;
  return about(fieldName(path), sentence);
}

function atLine(line: number, field: string, words: string): ValidationError {
  return at(['items', line, field], words);
}

function about(field: string, words: string): ValidationError {
  return { message: `${words}.`, field };
}

/** Limits in Serbian number format. */
function serbian(limit: number): string {
  return limit === Math.trunc(limit) ? String(limit) : formatMoney(Math.round(limit * 100));
}
