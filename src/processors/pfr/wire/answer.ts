import { isRecord, parseJson, utf8Text } from '../../../base/index.js';
import { isOfficialFault } from './pfrCodes.js';
import { hasReceiptParts, readReceipt, type WireReceipt } from './receipt.js';
import type { JsonMembers } from './members.js';

/** The meaning of a processor's answer, independent of its form. */
export type PfrAnswer =
  | { readonly kind: 'receipt'; readonly receipt: WireReceipt }
  /** JSON `null`: nothing is known under a request id. */
  | { readonly kind: 'nothing' }
  /**
   * Status codes of 4 digits (a maker's own may have 5), in the order given. `text` is the message and the fields that
   * came with them.
   */
  | { readonly kind: 'codes'; readonly codes: readonly string[]; readonly text: string | null }
  /** A status, environment parameters, or any other JSON. */
  | { readonly kind: 'object'; readonly value: unknown }
  /** An error object without a code (`message`, `modelState`, also of a V-PFR): printable, 300 characters at most. */
  | { readonly kind: 'error'; readonly text: string }
  /**
   * Plain text without a code: printable, 300 characters at most. Processors send objects, so this may come from any
   * server.
   */
  | { readonly kind: 'text'; readonly text: string }
  /**
   * A web page, of a proxy or a web server. `text` is its text without tags, to be searched and logged, never shown.
   */
  | { readonly kind: 'page'; readonly text: string }
  /**
   * An incomplete receipt or parts of one, also among errors: something may have been signed. `reason` is for the log.
   */
  | { readonly kind: 'fragment'; readonly reason: string }
  /** Without any meaning; `reason` is for the log. */
  | { readonly kind: 'unreadable'; readonly reason: string };

const MAX_TEXT = 300;
/** How many characters of an answer are searched for a message. */
const MAX_SCANNED = 20_000;
const MAX_CODES = 50;
const CONTROLS = /[\0-\x08\x0e-\x1f]/;

/**
 * Reads an answer by its content, since processors label text as JSON and JSON as text. The same codes come bare,
 * quoted, as numbers, in lists, and in the `modelState` of an error object (Technical Instruction, Error Messages
 * Format; manual testing of L-PFR, p. 20). It accepts any bytes and never throws. The HTTP status does not change the
 * meaning of a body.
 */
export function readAnswer(_status: number, body: Buffer): PfrAnswer {
  const text = utf8Text(body)?.trim();
  if (text === undefined) return unreadableBytes(body, 'not UTF-8');
  if (text === '') return unreadable('empty');
  // For example, UTF-16 without a byte order mark is UTF-8 with control characters.
  if (CONTROLS.test(text)) return unreadableBytes(body, 'control characters');
  // A bare code with a leading zero is not JSON.
  if (/^\d{4,5}$/.test(text)) return codesOf([text], null);
  const parsed = parseJson(text);
  if (parsed.ok) return readValue(parsed.value);
  return /^[[{"]/.test(text) ? readBroken(text, parsed.error) : readMessage(text);
}

function readValue(value: unknown): PfrAnswer {
  if (value === null) return { kind: 'nothing' };
  if (typeof value === 'string') return readMessage(value);
  if (typeof value === 'number') return readMessage(padded(value) ?? String(value));
  if (Array.isArray(value)) return readList(value);
  return isRecord(value) ? readObject(value) : readMessage(JSON.stringify(value));
}

/** Even when a text is cut within a character, or in UTF-16, the names of its members can be found in ASCII. */
function unreadableBytes(body: Buffer, reason: string): PfrAnswer {
  return hasReceiptParts(body.toString('latin1').replaceAll('\0', '')) ? fragment(reason) : unreadable(reason);
}

/**
 * Strips blanks and quotes around a text. A regular expression would take quadratic time for runs of quotes in the
 * middle.
 */
function unquoted(text: string): string {
  const quoted = text.trim();
  let begin = 0;
  let end = quoted.length;
  while (quoted[begin] === '"') begin += 1;
  while (end > begin && quoted[end - 1] === '"') end -= 1;
  return quoted.slice(begin, end).trim();
}

/** A code with an unpaired quote, as when it is cut out of JSON, is still a code. */
function readBroken(text: string, reason: string): PfrAnswer {
  const inner = unquoted(text);
  if (/^\d{4}$/.test(inner)) return codesOf([inner], null);
  return hasReceiptParts(text) ? fragment(reason) : unreadable(reason);
}

function readList(values: readonly unknown[]): PfrAnswer {
  const codes = values.map(codeIn);
  if (codes.length > 0 && codes.every((code) => code !== undefined)) return codesOf(codes, null);
  if (hasReceiptParts(values)) return fragment(PARTS_ONLY);
  const stated = errorsIn(values);
  return stated.codes.length > 0 ? codesOf(stated.codes, printable(stated.places)) : { kind: 'object', value: values };
}

/** Members that only data has: an answer with one of them is not an error. */
const DATA = ['gsc', 'uid', 'currentTaxRates', 'endpoints', 'environmentName'];

function readObject(value: JsonMembers): PfrAnswer {
  const isReceipt = typeof value['invoiceNumber'] === 'string' && ('verificationUrl' in value || 'signedBy' in value);
  if (!isReceipt && DATA.some((name) => name in value)) return { kind: 'object', value };
  // The link alone has all the data that a receipt must have.
  if (isReceipt || (typeof value['verificationUrl'] === 'string' && value['verificationUrl'] !== '')) {
    const receipt = readReceipt(value);
    return receipt.ok ? { kind: 'receipt', receipt: receipt.value } : fragment(receipt.error);
  }
  if (hasReceiptParts(value)) return fragment(PARTS_ONLY);
  const message = messageOf(value);
  const stated = errorsIn(member(value, 'modelState') ?? member(value, 'errors'));
  if (stated.codes.length > 0) return codesOf(stated.codes, printable([message ?? '', ...stated.places]));
  const code = codeIn(member(value, 'code')) ?? codeIn(member(value, 'errorCode'));
  // Some products put the HTTP status there.
  if (code !== undefined && isOfficialFault(code)) return codesOf([code], printable([message ?? '']));
  const parts = [message ?? '', ...stated.places].filter((part) => part !== '');
  return parts.length === 0 ? { kind: 'object', value } : readError(parts);
}

/**
 * An error object without a code in its place. Its message may begin with a code, or be a page that a server has put
 * there.
 */
function readError(parts: readonly string[]): PfrAnswer {
  const answer = readMessage(parts[0] ?? '');
  return answer.kind === 'text' ? { kind: 'error', text: printable(parts) ?? answer.text } : answer;
}

interface ErrorList {
  readonly codes: readonly string[];
  /** `items[0].gtin: 2803`, and other messages. */
  readonly places: readonly string[];
}

/** The errors in a `modelState`: a list of `{property, errors}`, or an object with a list for each property. */
function errorsIn(state: unknown): ErrorList {
  const entries: readonly (readonly [unknown, unknown])[] = Array.isArray(state)
    ? state.map((entry: unknown) =>
        isRecord(entry) ? ([member(entry, 'property'), member(entry, 'errors')] as const) : (['', entry] as const),
      )
    : isRecord(state)
      ? Object.entries(state)
      : [];
  const codes: string[] = [];
  const places: string[] = [];
  for (const [property, errors] of entries.slice(0, MAX_CODES)) {
    for (const error of (Array.isArray(errors) ? (errors as unknown[]) : [errors]).slice(0, MAX_CODES)) {
      const code = codeIn(error);
      if (code !== undefined) codes.push(code);
      const text = code ?? (typeof error === 'string' ? error.slice(0, MAX_TEXT) : '');
      // Shortened here, since it is repeated with each error.
      if (typeof property === 'string' && property !== '') places.push(`${property.slice(0, MAX_TEXT)}: ${text}`);
      else if (code === undefined && text !== '') places.push(text);
    }
  }
  return { codes, places };
}

const MESSAGES = ['message', 'messageDetails', 'messageDetail', 'error', 'details', 'detail', 'title'];

function messageOf(value: JsonMembers): string | undefined {
  const texts = MESSAGES.map((name) => member(value, name)).filter((text) => typeof text === 'string' && text !== '');
  return texts.length === 0 ? undefined : texts.join(' ');
}

/** The member of this name, also in PascalCase. */
function member(value: JsonMembers, name: string): unknown {
  return value[name] ?? value[name.charAt(0).toUpperCase() + name.slice(1)];
}

/** A code from a text, or from a number, which has lost its leading zeros: 210 is `0210`. */
export function codeIn(value: unknown): string | undefined {
  if (typeof value === 'number') return padded(value);
  const text = typeof value === 'string' ? value.trim() : '';
  return /^\d{3,5}$/.test(text) ? text.padStart(4, '0') : undefined;
}

function padded(value: number): string | undefined {
  return Number.isInteger(value) && value >= 0 && value < 100_000 ? String(value).padStart(4, '0') : undefined;
}

/**
 * Codes with blanks or commas between them, or a message that begins with an official code and a punctuation character.
 */
const CODE_LIST = /^\d{4,5}(?:[\s,;]+\d{4,5}){0,49}$/;
const LEADING_CODE = /^(?:error|code|status)?[\s:#]{0,3}(\d{4})(?=$|\s*[:;,)\u2013-])/i;

/** A tag of HTML or XML, also one that was cut off at the end. */
const MARKUP = /^<[!?a-z]|<[!?/]?[a-z][^<>]{0,200}>/i;

function readMessage(words: string): PfrAnswer {
  if (hasReceiptParts(words)) return fragment(PARTS_ONLY);
  const text = unquoted(words.slice(0, MAX_SCANNED));
  if (CODE_LIST.test(text)) return codesOf(text.split(/[\s,;]+/), null);
  const message = printable([text]);
  if (message === null) return unreadable('no printable text');
  const [, code] = LEADING_CODE.exec(text) ?? [];
  if (code !== undefined && isOfficialFault(code)) return codesOf([code], message);
  return { kind: MARKUP.test(text) ? 'page' : 'text', text: message };
}

function codesOf(codes: readonly string[], text: string | null): PfrAnswer {
  return { kind: 'codes', codes: codes.slice(0, MAX_CODES), text };
}

const PARTS_ONLY = 'parts of a receipt';

function fragment(reason: string): PfrAnswer {
  return { kind: 'fragment', reason };
}

function unreadable(reason: string): PfrAnswer {
  return { kind: 'unreadable', reason };
}

/** One line of text to show and log, without HTML tags. */
function printable(parts: readonly string[]): string | null {
  const line = parts
    .join('; ')
    .slice(0, MAX_SCANNED)
    .replace(/<[^<>]*>|<[!?/a-z][^<>]*$/gi, ' ')
    .replace(/[\p{C}\p{Z}\s]+/gu, ' ')
    .replace(/^[; ]+/, '')
    .trim();
  return line === '' ? null : Array.from(line).slice(0, MAX_TEXT).join('');
}

/** True when an answer has parts of a receipt, but not a whole one. */
export function isFragment(answer: PfrAnswer): boolean {
  return answer.kind === 'fragment' || (answer.kind === 'object' && hasReceiptParts(answer.value));
}
