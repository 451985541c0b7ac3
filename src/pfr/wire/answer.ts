import { isRecord, parseJson } from '../../base/json.js';
import { utf8Text } from '../../base/text.js';
import { isOfficialFault, proveRefusal } from './codes.js';
import { showsReceipt } from './fragment.js';
import type { Members } from './members.js';
import { readReceipt } from './receipt.js';
import type { WireReceipt } from './receipt.js';

/** Any answer of a processor, in the one form in which it is meant. */
export type PfrAnswer =
  | { readonly kind: 'receipt'; readonly receipt: WireReceipt }
  /** JSON `null`: nothing is known under a request id. */
  | { readonly kind: 'nothing' }
  /** Status codes of 4 digits (a maker's own may have 5), in the order given; `text` is what was said beside, with the fields. */
  | { readonly kind: 'codes'; readonly codes: readonly string[]; readonly text: string | null }
  /** A status, environment parameters, or whatever else is JSON. */
  | { readonly kind: 'object'; readonly value: unknown }
  /** A message without a code: printable, 300 characters at most. */
  | { readonly kind: 'text'; readonly text: string }
  /** Parts of a receipt, or one that lacks something, also among errors: something may have been signed. `reason` is for the log. */
  | { readonly kind: 'fragment'; readonly reason: string }
  /** Nothing that means anything; `reason` is for the log. */
  | { readonly kind: 'unreadable'; readonly reason: string };

const MAX_TEXT = 300;
/** How much of an answer is looked at for a message. */
const MAX_LOOK = 20_000;
const MAX_CODES = 50;
const CONTROLS = /[\0-\x08\x0e-\x1f]/;

/**
 * Reads an answer by its content, since processors label text as JSON and JSON as text. The same codes come bare, quoted,
 * as numbers, in lists, and in the `modelState` of an error object (Technical Instruction, Error Messages Format; manual
 * testing of L-PFR, p. 20). It takes any bytes and never throws. The HTTP status does not change what a body says.
 */
export function readAnswer(_status: number, body: Buffer): PfrAnswer {
  const text = utf8Text(body)?.trim();
  if (text === undefined) return illegible(body, 'not UTF-8');
  if (text === '') return unreadable('empty');
  // UTF-16 without its mark, for one, is UTF-8 of such.
  if (CONTROLS.test(text)) return illegible(body, 'control characters');
  // A bare code with a leading zero is no JSON.
  if (/^\d{4,5}$/.test(text)) return codesOf([text], null);
  const parsed = parseJson(text);
  if (parsed.ok) return readValue(parsed.value);
  return /^[[{"]/.test(text) ? readBroken(text, parsed.error) : readWords(text);
}

function readValue(value: unknown): PfrAnswer {
  if (value === null) return { kind: 'nothing' };
  if (typeof value === 'string') return readWords(value);
  if (typeof value === 'number') return readWords(padded(value) ?? String(value));
  if (Array.isArray(value)) return readList(value);
  return isRecord(value) ? readObject(value) : readWords(JSON.stringify(value));
}

/** A text that is cut within a sign, or in UTF-16, has its names in ASCII still. */
function illegible(body: Buffer, reason: string): PfrAnswer {
  return showsReceipt(body.toString('latin1').replaceAll('\0', '')) ? fragment(reason) : unreadable(reason);
}

/** Without blanks and quotes around it, by index: an expression would try every run of quotes in the middle to its end. */
function unquoted(text: string): string {
  const quoted = text.trim();
  let begin = 0;
  let end = quoted.length;
  while (quoted[begin] === '"') begin += 1;
  while (end > begin && quoted[end - 1] === '"') end -= 1;
  return quoted.slice(begin, end).trim();
}

/** Quotes that do not pair, as of a code cut out of JSON, still leave a code. */
function readBroken(text: string, reason: string): PfrAnswer {
  const inner = unquoted(text);
  if (/^\d{4}$/.test(inner)) return codesOf([inner], null);
  return showsReceipt(text) ? fragment(reason) : unreadable(reason);
}

function readList(values: readonly unknown[]): PfrAnswer {
  const codes = values.map(codeIn);
  if (codes.length > 0 && codes.every((code) => code !== undefined)) return codesOf(codes, null);
  if (showsReceipt(values)) return fragment(PARTS_ONLY);
  const stated = statedIn(values);
  return stated.codes.length > 0 ? codesOf(stated.codes, printable(stated.places)) : { kind: 'object', value: values };
}

/** Members that only data has: an answer with one of them is no error, whatever else it says. */
const DATA = ['gsc', 'uid', 'currentTaxRates', 'endpoints', 'environmentName'];

function readObject(value: Members): PfrAnswer {
  if (typeof value['invoiceNumber'] === 'string' && ('verificationUrl' in value || 'signedBy' in value)) {
    const receipt = readReceipt(value);
    return receipt.ok ? { kind: 'receipt', receipt: receipt.value } : fragment(receipt.error);
  }
  if (DATA.some((name) => name in value)) return { kind: 'object', value };
  if (showsReceipt(value)) return fragment(PARTS_ONLY);
  const message = messageOf(value);
  const stated = statedIn(member(value, 'modelState') ?? member(value, 'errors'));
  if (stated.codes.length > 0) return codesOf(stated.codes, printable([message ?? '', ...stated.places]));
  const code = codeIn(member(value, 'code')) ?? codeIn(member(value, 'errorCode'));
  // Others put the HTTP status there.
  if (code !== undefined && isOfficialFault(code)) return codesOf([code], printable([message ?? '']));
  return message === undefined ? { kind: 'object', value } : readWords(message);
}

interface Stated {
  readonly codes: readonly string[];
  /** `items[0].gtin: 2803`; what else was said. */
  readonly places: readonly string[];
}

/** The errors of a model state: a list of `{property, errors}`, or an object of lists by property. */
function statedIn(state: unknown): Stated {
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
      const said = code ?? (typeof error === 'string' ? error.slice(0, MAX_TEXT) : '');
      // Cut before it is repeated with each error.
      if (typeof property === 'string' && property !== '') places.push(`${property.slice(0, MAX_TEXT)}: ${said}`);
      else if (code === undefined && said !== '') places.push(said);
    }
  }
  return { codes, places };
}

const MESSAGES = ['message', 'messageDetails', 'messageDetail', 'error', 'details', 'detail', 'title'];

function messageOf(value: Members): string | undefined {
  const said = MESSAGES.map((name) => member(value, name)).filter((text) => typeof text === 'string' && text !== '');
  return said.length === 0 ? undefined : said.join(' ');
}

/** By its name, also in PascalCase. */
function member(value: Members, name: string): unknown {
  return value[name] ?? value[name.charAt(0).toUpperCase() + name.slice(1)];
}

/** A code as text or as a number, which has lost its leading zeros on the way: 210 is `0210`. */
export function codeIn(value: unknown): string | undefined {
  if (typeof value === 'number') return padded(value);
  const text = typeof value === 'string' ? value.trim() : '';
  return /^\d{3,5}$/.test(text) ? text.padStart(4, '0') : undefined;
}

function padded(value: number): string | undefined {
  return Number.isInteger(value) && value >= 0 && value < 100_000 ? String(value).padStart(4, '0') : undefined;
}

/** Codes with blanks or commas between them, or a message that begins with an official code and a mark behind it. */
const CODE_LIST = /^\d{4,5}(?:[\s,;]+\d{4,5}){0,49}$/;
const LEADING_CODE = /^(?:error|code|status)?[\s:#]{0,3}(\d{4})(?=$|\s*[:;,)\u2013-])/i;

function readWords(words: string): PfrAnswer {
  if (showsReceipt(words)) return fragment(PARTS_ONLY);
  const text = unquoted(words.slice(0, MAX_LOOK));
  if (CODE_LIST.test(text)) return codesOf(text.split(/[\s,;]+/), null);
  const message = printable([text]);
  if (message === null) return unreadable('no printable text');
  const [, code] = LEADING_CODE.exec(text) ?? [];
  return code !== undefined && isOfficialFault(code) ? codesOf([code], message) : { kind: 'text', text: message };
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

/** One line that can be shown and logged; tags of an error page of some server in between are left out. */
function printable(parts: readonly string[]): string | null {
  const line = parts
    .join('; ')
    .slice(0, MAX_LOOK)
    .replace(/<[^<>]*>/g, ' ')
    .replace(/[\p{C}\p{Z}\s]+/gu, ' ')
    .replace(/^[; ]+/, '')
    .trim();
  return line === '' ? null : Array.from(line).slice(0, MAX_TEXT).join('');
}

/**
 * What an answer to `POST /invoices` without a receipt proves. `refused`: certainly nothing was signed. That say an
 * official code that blocks, with any HTTP status; a redirect; and any error of the client but 408 (a server that gave up
 * waiting). None of it says so beside a part of a receipt. Everything else is `unknown`, also 2xx without a receipt:
 * signing may have worked and storing failed.
 */
export function certainty(status: number, answer: PfrAnswer): 'refused' | 'unknown' {
  if (answer.kind === 'receipt' || isFragment(answer)) return 'unknown';
  if (answer.kind === 'codes' && proveRefusal(answer.codes)) return 'refused';
  return status >= 300 && status < 500 && status !== 408 ? 'refused' : 'unknown';
}

/** Does an answer show parts of a receipt and not the whole? */
export function isFragment(answer: PfrAnswer): boolean {
  return answer.kind === 'fragment' || (answer.kind === 'object' && showsReceipt(answer.value));
}
