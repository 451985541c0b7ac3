import { type JsonSchema, LOCAL_TIME, type Bilingual } from '../../../base/index.js';

/** Most records of a message. */
const MAX_RECORDS = 2000;
/** Most lines of a receipt; processors allow fewer. */
const MAX_LINES = 5000;
/** Most further labels of a line; there are some ten in all. */
const MAX_LABELS = 100;

const HASH = '^[0-9a-f]{64}$';
const SHORT_HASH = '^[0-9a-f]{16}$';
const INSTANT = '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\\.[0-9]{1,6})?Z$';

/** Descriptions of the patterns in alarms. */
export const PATTERN_TEXTS: Readonly<Record<string, Bilingual>> = {
  [HASH]: { sr: 'мора бити 64 мале хексадецималне цифре', en: 'must be 64 lower-case hex digits' },
  [SHORT_HASH]: { sr: 'мора бити 16 малих хексадецималних цифара', en: 'must be 16 lower-case hex digits' },
  [INSTANT]: { sr: 'мора бити време као 2026-11-27T07:00:01.123Z', en: 'must be a time like 2026-11-27T07:00:01.123Z' },
  [LOCAL_TIME]: { sr: 'мора бити време као 2026-11-27 08:00:01', en: 'must be a time like 2026-11-27 08:00:01' },
};

/** Members added by later releases are ignored. They are stored only with a conflict. */
function object(properties: Readonly<Record<string, JsonSchema>>, optional: readonly string[] = []): JsonSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', required, properties };
}

function orNull(schema: JsonSchema): JsonSchema {
  return { ...schema, type: [schema['type'], 'null'] };
}

/** Indexed texts must be short: PostgreSQL allows 2,704 bytes in an index. */
const word: JsonSchema = { type: 'string', minLength: 1, maxLength: 60 };
const name: JsonSchema = { type: 'string', maxLength: 500 };
/** Without a bound, since Ajv would count the characters. The message itself is bounded. */
const text: JsonSchema = { type: 'string' };
const flag: JsonSchema = { type: 'boolean' };
const amount: JsonSchema = { type: 'number' };
const hash: JsonSchema = { type: 'string', pattern: HASH };
const localTime: JsonSchema = { type: 'string', pattern: LOCAL_TIME };
const instant: JsonSchema = { type: 'string', pattern: INSTANT };
const sequence: JsonSchema = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER };
const count: JsonSchema = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER };
const environment: JsonSchema = { type: 'string', enum: ['sandbox', 'production'] };

function listOf(items: JsonSchema, maxItems: number): JsonSchema {
  return { type: 'array', items, maxItems };
}

const sale = { environment, invoiceType: word, transactionType: word, total: amount, createdAt: localTime };

const event = object(
  {
    ...{ type: word, attemptId: orNull(word), number: orNull(word), clientRequestId: orNull(name), ...sale },
    sdcDateTime: orNull(localTime),
  },
  ['attemptId', 'number', 'clientRequestId', 'sdcDateTime', ...Object.keys(sale)],
);

const item = object(
  {
    ...{ name: text, unit: text, quantity: amount, unitPrice: amount, totalAmount: amount, label: word },
    ...{ moreLabels: listOf(word, MAX_LABELS), gtin: orNull(text) },
  },
  ['moreLabels', 'gtin'],
);

const taxItem = object({ label: word, categoryName: text, rate: amount, perUnit: flag, amount, total: amount }, [
  'perUnit',
]);

const pfr = object(
  {
    ...{ mode: word, environment, fiscal: flag, requestedBy: orNull(word), signedBy: orNull(word) },
    ...{ invoiceNumber: orNull(word), invoiceCounter: orNull(word), sdcDateTime: orNull(localTime) },
    verificationUrl: orNull(text),
  },
  ['verificationUrl', 'requestedBy', 'signedBy', 'invoiceNumber', 'invoiceCounter', 'sdcDateTime'],
);

const payments = listOf(object({ paymentType: word, amount }), MAX_LINES);

const receipt = object(
  {
    uuid: { type: 'string', pattern: '^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$' },
    invoiceType: word,
    transactionType: word,
    cashier: orNull(name),
    total: amount,
    payments,
    paidInAdvance: object({ payments }, ['payments']),
    items: listOf(item, MAX_LINES),
    taxItems: listOf(taxItem, MAX_LINES),
    buyerId: orNull(name),
    buyerCostCenterId: orNull(name),
    referentDocumentNumber: orNull(name),
    referentDocumentDT: orNull(localTime),
    pfr,
    clientRequestId: orNull(name),
    journal: orNull(text),
    createdAt: localTime,
  },
  [
    ...['cashier', 'buyerId', 'buyerCostCenterId', 'referentDocumentNumber', 'referentDocumentDT'],
    ...['clientRequestId', 'journal', 'paidInAdvance'],
  ],
);

export const recordSchema: JsonSchema = object(
  {
    epoch: count,
    sequence,
    hash,
    previous: hash,
    after: orNull(object({ sequence, hash: { type: 'string', pattern: SHORT_HASH } })),
    isChained: flag,
    recordedAt: instant,
    events: listOf(event, 100),
    receipt: orNull(receipt),
  },
  ['receipt'],
);

export const recordsSchema: JsonSchema = object({ records: listOf(recordSchema, MAX_RECORDS) });

export const stateSchema: JsonSchema = object({
  at: instant,
  version: word,
  environment,
  sequence: count,
  hash,
  epoch: count,
  catalogue: orNull(object({ group: word, version: count })),
  problems: listOf(object({ check: word, state: word, text }), 100),
  behind: count,
});
