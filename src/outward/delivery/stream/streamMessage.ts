import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import type { UtcMs } from '../../../base/index.js';
import type { EventPlace, IssuedInvoice, LedgerEvent, EventRecord } from '../../../platform/ledger/index.js';

/**
 * Common strings of messages, as the dictionary for their deflate (RFC 1950, 2.2: FDICT). Rarer words come first and
 * the message of a typical receipt last, since near matches cost fewer bits. A reader of messages needs exactly these
 * bytes, so another dictionary requires another `FORMAT`; docs/fleet/dictionary.txt is the same for readers in other
 * languages. Not `String.raw`, which would keep its letters from becoming ASCII in the bundle.
 */
export const DICTIONARY =
  Buffer.from(`"at":"2026-12-01T07:00:00.000Z","version":"1.0.0","environment":"production","sequence":,"epoch":,"catalogue":{"group":"","version":},"problems":[{"check":"","state":"warning","text":"The failure printer time processor backup"}],"behind":0,"hash":"
"type":"invoice.in-doubt","attemptId":"","type":"invoice.settled","type":"order.queued","order.issued","order.refused","reason":"","orderNumber":"type":"print-job.failed","print-job.printed","printJobId":,"printer":"","repeat":false,"type":"problem.begun","problem.ended","check":"
"catalogue":"settings":"items":[{"name":"","unit":"kg","price":,"label":"","barcode":"","code":"","category":"","isActive":true
"Training""ProForma""Copy""Advance""Refund""Cash""Card""Check""Voucher""WireTransfer""MobileMoney""Other""lpfr""vpfr""demo","environment":"sandbox","fiscal":false,"demo":true,"cashier":"Касир 1""buyerId":"10:","buyerCostCenterId":"","clientRequestId":"","referentDocumentNumber":"","referentDocumentDT":"2026-12-01 08:00:00"
-------------АВАНС ПРОДАЈА--------------\\r\\n
-----------АВАНС РЕФУНДАЦИЈА------------\\r\\n
-------------КОПИЈА ПРОДАЈА-------------\\r\\n
-----------КОПИЈА РЕФУНДАЦИЈА-----------\\r\\n
-------------ОБУКА ПРОДАЈА--------------\\r\\n
-----------ПРЕДРАЧУН ПРОДАЈА------------\\r\\n
======== ОВО НИЈЕ ФИСКАЛНИ РАЧУН =======\\r\\n========================================\\r\\n        ОВО НИЈЕ ФИСКАЛНИ РАЧУН         \\r\\n========================================\\r\\n
-----------ПРОМЕТ РЕФУНДАЦИЈА-----------\\r\\nУкупна рефундација:            \\r\\nРеф. број: \\r\\nРеф. време:          01.12.2026. 8:05:09\\r\\nПотпис купца: __________________________\\r\\n
ИД купца:                   10:123456789\\r\\nОпционо поље купца: \\r\\nЕСИР време:          01.12.2026. 8:05:09\\r\\n
Друго безготовинско плаћање: Чек: Ваучер: Повраћај: 
Пренос на рачун:                1.000,00\\r\\nИнстант плаћање:                1.000,00\\r\\nПлатна картица:                 1.000,00\\r\\n
   ДЕМО РАЧУН - БЕЗ ФИСКАЛНЕ ВАЖНОСТИ   \\r\\n               000000000                \\r\\n            ДЕМО ПРОДАВНИЦА             \\r\\n        0000000-ДЕМО ПРОДАВНИЦА         \\r\\n            НЕПОЗНАТА АДРЕСА            \\r\\n
Хлеб бели Јогурт Млеко Кафа Сок Вода Пиво Сир Месо Јаја Воће Поврће Услуга /кг (Е) /kg (Е) /ком (Ђ) /kom (Ђ) /л (Ђ) (Г) (А) DOO doo Београд Нови Сад Ниш Крагујевац УЛИЦА БУЛЕВАР
{"label":"А","categoryName":"Није у ПДВ","rate":0,"amount":0,"total":},{"label":"Г","categoryName":"Без ПДВ","rate":0,"amount":0,"total":
А      Није у ПДВ    0,00%          0,00\\r\\nГ         Без ПДВ    0,00%          0,00\\r\\n
"verificationUrl":"https://sandbox.suf.purs.gov.rs/v/?vl=A
{"records":[{"epoch":1,"sequence":1,"hash":"","previous":"","after":{"sequence":1,"hash":""},"isChained":true,"recordedAt":"2026-12-01T07:00:01.000Z","events":[{"type":"invoice.refunded"},{"type":"invoice.issued"}],"receipt":{"uuid":"01a2","invoiceType":"Normal","transactionType":"Sale","cashier":"","total":409.77,"payments":[{"paymentType":"Card","amount":300},{"paymentType":"Cash","amount":109.77}],"items":[{"name":"Кафа","unit":"ком","quantity":2,"unitPrice":150,"totalAmount":300,"label":"Ђ","gtin":null},{"name":"Јабука","unit":"кг","quantity":0.845,"unitPrice":129.9,"totalAmount":109.77,"label":"Е","gtin":null}],"taxItems":[{"label":"Ђ","categoryName":"О-ПДВ","rate":20,"amount":50,"total":300},{"label":"Е","categoryName":"П-ПДВ","rate":10,"amount":9.98,"total":109.77}],"buyerId":null,"referentDocumentNumber":null,"referentDocumentDT":null,"pfr":{"mode":"lpfr","environment":"production","fiscal":true,"demo":false,"requestedBy":"","signedBy":"","invoiceNumber":"","invoiceCounter":"/ПП","sdcDateTime":"2026-12-01 08:00:01","verificationUrl":"https://suf.purs.gov.rs/v/?vl=A%2B%2F%3D"},"clientRequestId":null,"journal":"============ ФИСКАЛНИ РАЧУН ============\\r\\n               100000000                \\r\\n              ПРОДАВНИЦА                \\r\\n           1000000-ПРОДАВНИЦА           \\r\\n                 УЛИЦА                  \\r\\n                Београд                 \\r\\nКасир:                                 1\\r\\nЕСИР број:                     100/1.0.0\\r\\n-------------ПРОМЕТ ПРОДАЈА-------------\\r\\nАртикли\\r\\n========================================\\r\\nНазив   Цена         Кол.         Укупно\\r\\nКафа (Ђ)                                \\r\\n       150,00          2          300,00\\r\\nЈабука/кг (Е)                           \\r\\n       129,90      0,845          109,77\\r\\n----------------------------------------\\r\\nУкупан износ:                     409,77\\r\\nПлатна картица:                   300,00\\r\\nГотовина:                         109,77\\r\\n========================================\\r\\nОзнака       Име      Стопа        Порез\\r\\nЂ           О-ПДВ   20,00%         50,00\\r\\nЕ           П-ПДВ   10,00%          9,98\\r\\n----------------------------------------\\r\\nУкупан износ пореза:               59,98\\r\\n========================================\\r\\nПФР време:           01.12.2026. 8:00:01\\r\\nПФР број рачуна:       \\r\\nБројач рачуна:                    /   ПП\\r\\n========================================\\r\\n======== КРАЈ ФИСКАЛНОГ РАЧУНА =========\\r\\n","createdAt":"2026-12-01 08:00:01"}}]}`);

/** Converts events and receipts to JSON, with the members of the API. */
export interface Describing {
  readonly describeEvent: (event: LedgerEvent) => object;
  readonly describeReceipt: (invoice: IssuedInvoice) => object;
}

export const FORMAT = '1';
/** With {@link DICTIONARY}. */
export const ENCODING = 'deflate';
export const ENCODING_HEADER = 'Content-Encoding';
export const FORMAT_HEADER = 'Kasirbox-Format';
/** Hex digits of the hash by which a record names the previously published one. */
const HASH_DIGITS = 16;

/** The previously published record. */
export type PreviousRecord = Pick<EventPlace, 'sequence' | 'hash'> | undefined;

/** The JSON of one record, with its events and receipt. `personalData` concerns the buyer's data. */
export function recordJson(
  told: EventRecord,
  before: PreviousRecord,
  describing: Describing,
  personalData: boolean,
): string {
  const { record, hash, isChained, contents, receipt } = told;
  const { epoch, sequence, time, previous } = record.record.head;
  const events = contents.map((content, at) =>
    // The receipt beside it has the other members.
    'row' in content && receipt != null
      ? { type: content.type }
      : eventOf({ record, part: at + 1, at: time, content }, describing),
  );
  return JSON.stringify({
    ...{ epoch, sequence, hash: hash.toString('hex'), previous: previous.toString('hex') },
    after: before === undefined ? null : { sequence: before.sequence, hash: shortHash(before.hash) },
    ...{ isChained, recordedAt: new Date(time).toISOString(), events },
    ...(receipt !== undefined && { receipt: receipt && receiptOf(receipt, describing, personalData) }),
  });
}

function shortHash(hash: Buffer): string {
  return hash.toString('hex').slice(0, HASH_DIGITS);
}

/** Without its cursor, since the message has its own. */
function eventOf(event: LedgerEvent, { describeEvent }: Describing): object {
  return Object.fromEntries(Object.entries(describeEvent(event)).filter(([name]) => name !== 'cursor'));
}

/** Members of a receipt that identify its buyer, directly or in their text. */
const OF_BUYER = new Set(['buyerId', 'journal']);
/** Members of its `pfr` that are omitted: the picture shows the address, and the address contains the buyer. */
const PICTURE = 'verificationQRCode';
const ADDRESS = 'verificationUrl';

function receiptOf(invoice: IssuedInvoice, { describeReceipt }: Describing, personalData: boolean): object {
  const { buyerId, buyerCostCenterId } = invoice.draft;
  const hides = !personalData && (buyerId !== null || buyerCostCenterId !== null);
  const members = Object.entries(describeReceipt(invoice)).filter(([name]) => !hides || !OF_BUYER.has(name));
  return Object.fromEntries(
    members.map(([name, value]) => [name, name === 'pfr' ? pfrOf(value as object, hides) : value]),
  );
}

function pfrOf(pfr: object, hides: boolean): object {
  return Object.fromEntries(Object.entries(pfr).filter(([name]) => name !== PICTURE && (!hides || name !== ADDRESS)));
}

/** The current state of the box, for the monitoring of many. */
export interface BoxState {
  readonly at: UtcMs;
  readonly version: string;
  readonly environment: string;
  readonly sequence: number;
  readonly epoch: number;
  readonly hash: Buffer;
  readonly behind: number;
  /** The version of the owner's group; null: none. */
  readonly catalogue: { readonly group: string; readonly version: number } | null;
  readonly problems: readonly { readonly check: string; readonly state: string; readonly text: string }[];
}

export function stateJson({ at, hash, ...rest }: BoxState): string {
  return JSON.stringify({ at: new Date(at).toISOString(), ...rest, hash: hash.toString('hex') });
}

const OPENING = '{"records":[';
const CLOSING = ']}';
/** Most UTF-8 bytes of a UTF-16 unit. */
const MAX_BYTES = 3;
/** Initial size, enough for a receipt or two, bytes. */
const FIRST_ROOM = 16 * 1024;

/**
 * Builds the JSON of a message in a buffer, record by record. If the texts of a hundred records were collected until
 * the last one is ready, they would outlive the young generation, and the heap of a box that catches up would grow by
 * megabytes.
 */
export class RecordsJson {
  private room: Buffer = Buffer.allocUnsafe(FIRST_ROOM);
  private length = 0;

  add(record: string): void {
    this.write(this.length === 0 ? OPENING : ',');
    this.write(record);
  }

  /** The whole message, after the last record. */
  end(): Buffer {
    this.write(CLOSING);
    return this.room.subarray(0, this.length);
  }

  private write(text: string): void {
    const most = this.length + text.length * MAX_BYTES;
    if (most > this.room.length) {
      const larger = Buffer.allocUnsafe(Math.max(most, 2 * this.room.length));
      this.room.copy(larger, 0, 0, this.length);
      this.room = larger;
    }
    this.length += this.room.write(text, this.length);
  }
}

const compress = promisify(deflate);

/** Runs off the event loop, so that sales do not wait for it. */
export function compressMessage(json: Uint8Array): Promise<Buffer> {
  return compress(json, { dictionary: DICTIONARY });
}
