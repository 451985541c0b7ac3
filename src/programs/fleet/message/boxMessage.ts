import { isUtf8 } from 'node:buffer';
import { inflateSync } from 'node:zlib';
import { failed, ok, type Result } from '../../../base/index.js';
import { DICTIONARY, ENCODING, ENCODING_HEADER, FORMAT, FORMAT_HEADER } from '../../../outward/delivery/index.js';
import { readRecords, readState } from './record.js';
import type { DecodedRecord, DecodedState } from './decoded.js';

/** Largest unpacked message, bytes. A box packs up to 64 KB of its ledger, which is some 300 KB of JSON. */
const MAX_UNPACKED = 2 * 1024 * 1024;

/** A message of the stream. */
interface Envelope {
  readonly subject: string;
  /** Returns the value of a header, empty when it is absent. Undefined: the headers cannot be read. */
  readonly header: ((name: string) => string) | undefined;
  readonly data: Uint8Array;
}

/** The sender of a message. The credential of a box allows no other subject. */
export interface Sender {
  readonly shop: string;
  /** Id of the box, 32 hex digits. */
  readonly box: string;
}

type Told =
  | { readonly kind: 'records'; readonly records: readonly DecodedRecord[]; readonly bytes: number }
  | { readonly kind: 'state'; readonly state: DecodedState; readonly bytes: number };

/** A message that was read. `told` fails with an English phrase that repeats no content. */
export interface ReadMessage {
  /** Undefined where the subject itself is wrong. */
  readonly sender: Sender | undefined;
  readonly told: Result<Told, string>;
}

const SUBJECT =
  /^kasirbox\.([A-Za-z0-9_\u0400-\u045f\u0106\u0107\u010c\u010d\u0110\u0111\u0160\u0161\u017d\u017e-]{1,40})\.([0-9a-f]{32})(\.state)?$/;

/** Reads a message of a box, which may be hostile: the work is bounded, and faults are reported. */
export function readMessage(envelope: Envelope): ReadMessage {
  const [, shop, box, state] = SUBJECT.exec(envelope.subject) ?? [];
  if (shop === undefined || box === undefined)
    return { sender: undefined, told: failed('the subject is none of a box') };
  return { sender: { shop, box }, told: readTold(envelope, state !== undefined) };
}

function readTold({ header, data }: Envelope, isState: boolean): Result<Told, string> {
  if (header === undefined) return failed('its headers are not as NATS has them');
  if (header(FORMAT_HEADER) !== FORMAT) {
    return failed(`the header Kasirbox-Format is not ${FORMAT}: a later release, perhaps; update the ingester`);
  }
  if (header(ENCODING_HEADER) !== ENCODING) return failed(`the header Content-Encoding is not ${ENCODING}`);
  const text = unpacked(data);
  if (!text.ok) return text;
  const parsed = parsedJson(text.value);
  if (!parsed.ok) return parsed;
  const bytes = text.value.length;
  if (isState) {
    const state = readState(parsed.value);
    return state.ok ? ok({ kind: 'state', state: state.value, bytes }) : state;
  }
  const records = readRecords(parsed.value);
  return records.ok ? ok({ kind: 'records', records: records.value, bytes }) : records;
}

function unpacked(data: Uint8Array): Result<string, string> {
  let bytes: Buffer;
  try {
    bytes = inflateSync(data, { dictionary: DICTIONARY, maxOutputLength: MAX_UNPACKED });
  } catch (error) {
    const isTooLarge = error instanceof RangeError;
    return failed(isTooLarge ? `it is larger than ${MAX_UNPACKED} bytes` : 'it is not packed by deflate');
  }
  return isUtf8(bytes) ? ok(bytes.toString()) : failed('it is not UTF-8');
}

/** Deeper than any message of a box. It also bounds the recursion over a message. */
const MAX_DEPTH = 32;

/**
 * Reads JSON without `parseJson`, whose scan of each character takes as long as everything else here. Its exact digits
 * are not needed: an amount must be exactly the double of two decimals.
 */
function parsedJson(text: string): Result<unknown, string> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return failed('it is not valid JSON');
  }
  const fault = faultOf(value, SUSPECT.test(text), MAX_DEPTH);
  return fault === undefined ? ok(value) : failed(fault);
}

/** PostgreSQL can store neither NUL nor unpaired surrogates; in JSON both need an escape. */
const SUSPECT = /\\u(?:0000|[dD][89a-fA-F])/;
const UNSTORABLE = /[\0\p{Cs}]/u;

function faultOf(value: unknown, isSuspect: boolean, depth: number): string | undefined {
  if (typeof value === 'string')
    return isSuspect && UNSTORABLE.test(value) ? 'a text has a character that is none' : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth === 0) return 'it is nested too deeply';
  // The keys of an array are its indexes, which are harmless.
  for (const key in value) {
    const fault = isSuspect ? faultOf(key, true, 0) : undefined;
    const inner = fault ?? faultOf((value as Readonly<Record<string, unknown>>)[key], isSuspect, depth - 1);
    if (inner !== undefined) return inner;
  }
  return undefined;
}
