import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { type Disk, DiskError, type DiskFile, localDay, type UtcMs } from '../../base/index.js';
import { type Codec, i64, raw, struct, u32 } from './binaryCodec.js';

/**
 * Text that receipts have in common, used to deflate their bodies. Rarer words come first and a typical receipt last,
 * because near matches cost fewer bits. Each segment stores its dictionary, so a later version may have another one. At
 * most 8,192 bytes.
 *
 * Not `String.raw`: with it the bundler could not turn the Cyrillic letters into ASCII.
 */
export const DICTIONARY =
  Buffer.from(`"MobileMoney""Voucher""WireTransfer""Check""Other"Друго безготовинско плаћање: Пренос на рачун: Инстант плаћање: Ваучер: Чек:
"production""lpfr""vpfr""Training""ProForma""Copy""Advance""Refund""cashier":"Касир 1"
======== ОВО НИЈЕ ФИСКАЛНИ РАЧУН =======\\r\\n
-------------АВАНС ПРОДАЈА--------------\\r\\n-----------АВАНС РЕФУНДАЦИЈА------------\\r\\n
-------------КОПИЈА ПРОДАЈА-------------\\r\\n-----------КОПИЈА РЕФУНДАЦИЈА-----------\\r\\n
-------------ОБУКА ПРОДАЈА--------------\\r\\n-----------ПРЕДРАЧУН ПРОДАЈА------------\\r\\n
-----------ПРОМЕТ РЕФУНДАЦИЈА-----------\\r\\nУкупна рефундација:
========================================\\r\\n        ОВО НИЈЕ ФИСКАЛНИ РАЧУН         \\r\\n========================================\\r\\n
ИД купца:                   10:123456789\\r\\nОпционо поље купца: \\r\\nЕСИР време:          21.11.2026. 8:05:09\\r\\n
Реф. број: \\r\\nРеф. време:          21.11.2026. 8:05:09\\r\\nПотпис купца: __________________________\\r\\n
"buyerId":"10:","buyerCostCenterId":"","referentNumber":"","referentTime":"2026-11-21 ","issueTime":"2026-","adText":"","gtin":"860
Хвала на посети! Хлеб бели Јогурт Млеко Кафа Сок Вода Пиво Сир Месо Јаја Воће Поврће Услуга /кг (Ђ) /л (Е) /kom (Ђ) (Г) (А) doo Beograd Нови Сад Ниш Крагујевац УЛИЦА БУЛЕВАР ТРГ
А      Није у ПДВ    0,00%          0,00\\r\\nГ         Без ПДВ    0,00%          0,00\\r\\nЕ           П-ПДВ   10,00%        100,00\\r\\n
{"uuid":"01a1fbb2-7f39-7001-9df4-696bd4d4251a","environment":"sandbox","mode":"demo","draft":{"invoiceType":"Normal","transactionType":"Sale","cashier":"API","lines":[{"name":"Кафа","unit":"ком","quantity":2000,"unitPrice":15000,"label":"Ђ","gtin":null,"itemId":null,"total":30000},{"name":"Jabuka","unit":"кг","quantity":845,"unitPrice":12990,"label":"Е","gtin":null,"itemId":null,"total":10977}],"payments":[{"paymentType":"Card","amount":30000},{"paymentType":"Cash","amount":10977}],"total":40977,"buyerId":null,"buyerCostCenterId":null,"referentNumber":null,"referentTime":null,"issueTime":null,"adText":null},"signature":{"requestedBy":"DEMO","signedBy":"DEMO","totalCounter":12,"typeCounter":1,"invoiceNumber":"DEMO","invoiceCounter":"1/12ПП","time":17952242,"verificationUrl":"https://.local:8443/v/?vl=","verificationQRCode":null,"journal":"============ ФИСКАЛНИ РАЧУН ============\\r\\n   ДЕМО РАЧУН - БЕЗ ФИСКАЛНЕ ВАЖНОСТИ   \\r\\n               000000000                \\r\\n            ДЕМО ПРОДАВНИЦА             \\r\\n        0000000-ДЕМО ПРОДАВНИЦА         \\r\\n            НЕПОЗНАТА АДРЕСА            \\r\\n                Београд                 \\r\\nКасир:                               API\\r\\nЕСИР број:                       0/0.1.0\\r\\n-------------ПРОМЕТ ПРОДАЈА-------------\\r\\nАртикли\\r\\n========================================\\r\\nНазив   Цена         Кол.         Укупно\\r\\nКафа (Ђ)                                \\r\\n       150,00          2          300,00\\r\\nJabuka/кг (Е)                           \\r\\n       129,90      0,845          109,77\\r\\n----------------------------------------\\r\\nУкупан износ:                     409,77\\r\\nПлатна картица:                   300,00\\r\\nГотовина:                         109,77\\r\\n========================================\\r\\nОзнака       Име      Стопа        Порез\\r\\nЂ           О-ПДВ   20,00%         50,00\\r\\nЕ           П-ПДВ   10,00%          9,98\\r\\n----------------------------------------\\r\\nУкупан износ пореза:               59,98\\r\\n========================================\\r\\nПФР време:           21.11.2026. 2:24:10\\r\\nПФР број рачуна:       DEMO    -DEMO    -\\r\\nБројач рачуна:                    /   ПП\\r\\n========================================\\r\\n   ДЕМО РАЧУН - БЕЗ ФИСКАЛНЕ ВАЖНОСТИ   \\r\\n======== КРАЈ ФИСКАЛНОГ РАЧУНА =========\\r\\n","taxItems":[{"label":"Ђ","categoryName":"О-ПДВ","rate":20,"amount":5000,"total":30000},{"label":"Е","categoryName":"П-ПДВ","rate":10,"amount":998,"total":10977}],"company":{"name":"ДЕМО ПРОДАВНИЦА","tin":"000000000","location":"0000000-ДЕМО ПРОДАВНИЦА","address":"НЕПОЗНАТА АДРЕСА","district":"Београд"}},"clientRequestId":"order-2026-","fingerprint":"","createdAt":17952242}`);

/**
 * A segment is one file of the log: a header of 4 KB, the dictionary, then records, then zeros written ahead. A commit
 * thus overwrites allocated blocks: one write, one flush, no metadata. Its records continue those of the previous
 * segment; the chain of sequences and hashes runs across files.
 */
export interface Segment {
  readonly number: number;
  readonly path: string;
  /** Id of the box that wrote it. */
  readonly boxId: Buffer;
  readonly file: DiskFile;
  readonly dictionary: Buffer;
}

/** Belgrade month, 202611. A segment contains records of one month. */
export function monthOf(at: UtcMs): number {
  return Math.floor(localDay(at) / 100);
}

interface Header {
  readonly format: number;
  readonly number: number;
  readonly boxId: Buffer;
  readonly createdAt: number;
  readonly dictionaryLength: number;
  readonly dictionaryCrc: number;
}

const MAGIC = Buffer.from('KASIRLOG');
const FORMAT = 1;
const HEADER_BYTES = 4096;
const DICTIONARY_ROOM = 8192;
/** Offset of the first record of a segment. */
export const DATA_START = HEADER_BYTES + DICTIONARY_ROOM;
/** Flash is written in whole blocks of this size, bytes. */
export const BLOCK = 4096;

const header: Codec<Header> = struct<Header>({
  format: u32,
  number: u32,
  boxId: raw(16),
  createdAt: i64,
  dictionaryLength: u32,
  dictionaryCrc: u32,
});

/** `000001.seg`; numbers run from 1. */
export function segmentName(number: number): string {
  return `${String(number).padStart(6, '0')}.seg`;
}

/** Number of a segment by its file name; undefined for other names. */
export function segmentNumber(name: string): number | undefined {
  const match = /^(\d{6,})\.seg$/.exec(name);
  return match ? Number(match[1]) : undefined;
}

/** The first {@link DATA_START} bytes of a segment: header and dictionary. `createdAt`: UTC ms. */
export function headerBytes(number: number, boxId: Buffer, dictionary: Buffer, createdAt: number): Buffer {
  const bytes = Buffer.alloc(DATA_START);
  MAGIC.copy(bytes);
  const end = header.write(bytes, 12, {
    format: FORMAT,
    number,
    boxId,
    createdAt,
    dictionaryLength: dictionary.length,
    dictionaryCrc: crc32(dictionary),
  });
  bytes.writeUInt32LE(crc32(bytes.subarray(12, end)), 8);
  dictionary.copy(bytes, HEADER_BYTES);
  return bytes;
}

/**
 * Creates an empty segment; file and name are durable when this resolves. Throws {@link DiskError}, and then leaves no
 * file.
 */
export async function createSegment(
  disk: Disk,
  folder: string,
  number: number,
  boxId: Buffer,
  dictionary: Buffer,
  now: number,
): Promise<Segment> {
  const path = join(folder, segmentName(number));
  const bytes = headerBytes(number, boxId, dictionary, now);
  await disk.remove(path); // of a failed attempt
  const file = await disk.create(path);
  try {
    file.write(0, bytes);
    await file.datasync();
    await disk.syncDir(folder);
  } catch (error) {
    await file.close().catch(() => undefined);
    await disk.remove(path).catch(() => undefined);
    throw error;
  }
  return { number, path, boxId, file, dictionary };
}

/** Opens a segment; undefined when its header or dictionary is incomplete. Throws {@link DiskError}. */
export async function openSegment(disk: Disk, folder: string, number: number): Promise<Segment | undefined> {
  const path = join(folder, segmentName(number));
  const file = await disk.open(path);
  const bytes = await file.read(0, DATA_START);
  const found = parseHeader(bytes, number);
  if (found === undefined) {
    await file.close();
    return undefined;
  }
  return { number, path, file, ...found };
}

/** The dictionary in the first bytes of a segment; undefined when they are incomplete. */
export function dictionaryOf(bytes: Buffer, number: number): Buffer | undefined {
  return parseHeader(bytes.subarray(0, DATA_START), number)?.dictionary;
}

function parseHeader(bytes: Buffer, number: number): { boxId: Buffer; dictionary: Buffer } | undefined {
  if (bytes.length < DATA_START || !bytes.subarray(0, 8).equals(MAGIC)) return undefined;
  const cursor = { position: 12 };
  const fields = header.read(bytes, cursor);
  if (bytes.readUInt32LE(8) !== crc32(bytes.subarray(12, cursor.position))) return undefined;
  if (fields.format !== FORMAT || fields.number !== number || fields.dictionaryLength > DICTIONARY_ROOM)
    return undefined;
  const own = bytes.subarray(HEADER_BYTES, HEADER_BYTES + fields.dictionaryLength);
  // Segments of years stay open; those with the current dictionary share one copy of it in memory.
  const dictionary = own.equals(DICTIONARY) ? DICTIONARY : Buffer.from(own);
  return crc32(dictionary) === fields.dictionaryCrc ? { boxId: Buffer.from(fields.boxId), dictionary } : undefined;
}

const ZEROS = Buffer.alloc(64 * 1024);

/**
 * Writes zeros to [from, to) and makes them durable piece by piece, so that a sale waits for 64 KB at most. Returns
 * where it stopped: before `to` when the disk is full. Throws {@link DiskError} for other errors.
 */
export async function zeroFill(file: DiskFile, from: number, to: number): Promise<number> {
  let position = from;
  while (position < to) {
    const length = Math.min(ZEROS.length, to - position);
    try {
      file.write(position, ZEROS.subarray(0, length));
    } catch (error) {
      if (error instanceof DiskError && (error.code === 'ENOSPC' || error.code === 'EDQUOT')) return position;
      throw error;
    }
    await file.datasync(); // a failure here affects the whole file, whatever its code
    position += length;
  }
  return position;
}
