import type { IncomingMessage } from 'node:http';
import {
  assertNever,
  CollectedBytes,
  type CollectingFault,
  failed,
  isRecord,
  type JsonFault,
  maxPieces,
  ok,
  parseJson,
  type Result,
  type Rule,
  utf8Text,
  defineMessages,
  type Message,
  phrase,
} from '../../base/index.js';
import { errorResponse, type HttpResponse } from './response.js';

/** Starts reading the body of a request. */
const WANTED = new WeakMap<IncomingMessage, () => void>();

/** Delays reading a request body until {@link wantBody}; `want` starts it. */
export function delayBody(request: IncomingMessage, want: () => void): void {
  WANTED.set(request, want);
}

/**
 * Starts reading a request body. Without this call no body is read, so an unauthenticated client cannot make the box
 * read one.
 */
export function wantBody(request: IncomingMessage): void {
  WANTED.get(request)?.();
}

const MESSAGES = defineMessages('body', {
  notAnObject: {
    en: 'The body must be a JSON object',
    sr: 'Захтев није исправан. Учитајте страницу поново.',
  },
  empty: { en: 'The body is empty; a JSON object is required', sr: 'Захтев је празан. Учитајте страницу поново.' },
  encoded: {
    en: 'The body is encoded (header Content-Encoding); send it as it is',
    sr: 'Захтев је сажет. Учитајте страницу поново.',
  },
  notUtf8: { en: 'The body is not UTF-8', sr: 'Захтев није исправан текст. Учитајте страницу поново.' },
  unacceptable: { en: 'The body is not acceptable: {fault}', sr: 'Захтев није исправан: {fault}.' },
  tooLarge: { en: 'The body is larger than {most} bytes', sr: 'Захтев је превелик: највише {most} бајтова.' },
  tooManyPieces: {
    en: 'The body comes in more than {most} pieces',
    sr: 'Захтев је стигао у превише делова. Поновите.',
  },
});

/** Maximum request body, bytes. */
export const MAX_BODY = 1024 * 1024;

/** How much of the rest of an oversized body is read and discarded before the connection is closed: bytes, ms. */
const MAX_DISCARDED = 64 * 1024 * 1024;
const DISCARD_TIMEOUT = 20_000;

/**
 * Why there is no body. `gone`: the client has closed the connection. `rest`: what
 * remains of the body; it must be discarded, or the connection must be closed after the response.
 */
export type BodyFault =
  | 'gone'
  | {
      readonly code: 'bad_request' | 'validation';
      readonly rule: Rule;
      readonly message: Message;
      readonly rest: 'nothing' | 'to discard' | 'to cut off';
    };

/** Maximum number of commas in a body; one of 500 lines with all their fields has 4,500. */
const MAX_COMMAS = 20_000;

/** Reads an uncompressed body of at most `maxBytes`. */
export async function readPlainBody(
  request: IncomingMessage,
  maxBytes: number,
  reader?: BodyReader,
): Promise<Result<Buffer, BodyFault>> {
  const { 'content-encoding': encoding = 'identity' } = request.headers;
  if (encoding.trim().toLowerCase() !== 'identity') {
    const message = MESSAGES.encoded;
    return failed({ code: 'bad_request', rule: 'request.content-encoding', message, rest: 'to discard' });
  }
  return readBody(request, maxBytes, reader);
}

/**
 * Parses a body, which must be a JSON object in UTF-8; takes some milliseconds for a large one. If it is `optional`, an
 * empty body counts as an empty object. `beyond`: see {@link parseJson}.
 */
export function parseJsonObject(
  bytes: Buffer,
  presence: 'optional' | 'required',
  beyond: 'refused' | 'infinite' = 'refused',
): Result<object, BodyFault> {
  if (presence === 'optional' && bytes.length === 0) return ok({});
  if (bytes.length === 0) return bad('request.body-empty', MESSAGES.empty);
  const text = utf8Text(bytes);
  if (text === undefined) return bad('request.body-not-utf8', MESSAGES.notUtf8);
  const parsed = parseJson(text, MAX_COMMAS, beyond);
  if (!parsed.ok) {
    // Valid JSON with more lines than an invoice may have is a fault of its content.
    const code = parsed.error === 'too many values' ? 'validation' : 'bad_request';
    return bad(
      JSON_RULES[parsed.error],
      MESSAGES.unacceptable({ fault: phrase({ sr: JSON_FAULTS[parsed.error], en: parsed.error }) }),
      code,
    );
  }
  const { value } = parsed;
  return isRecord(value) ? ok(value) : bad('request.body-not-object', MESSAGES.notAnObject);
}

/**
 * Reads and discards the rest of a body. Many clients read no response before they have sent everything, and lose it
 * when the connection is closed while they send (RFC 9112, 9.6). Resolves at the end of the body, or when it takes too
 * long or is far too large.
 */
function discardRest(request: IncomingMessage): Promise<void> {
  wantBody(request);
  return new Promise((resolve) => {
    const timeout = setTimeout(resolve, DISCARD_TIMEOUT);
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > MAX_DISCARDED) resolve();
    });
    request.once('end', resolve);
    // A reader that gave up may have paused it.
    request.resume();
    request.once('close', () => {
      clearTimeout(timeout);
      resolve();
    });
  });
}

const JSON_RULES = {
  'not valid JSON': 'request.body-not-json',
  'nested too deeply': 'request.body-not-json',
  'number out of range': 'request.number-too-large',
  'too many values': 'request.too-many-values',
} as const satisfies Readonly<Record<JsonFault, Rule>>;

const JSON_FAULTS: Readonly<Record<JsonFault, string>> = {
  'not valid JSON': 'није исправан JSON',
  'nested too deeply': 'превише је сложен',
  'number out of range': 'број је превелик или премали',
  'too many values': 'има превише података',
};

function bad(
  rule: Rule,
  message: Message,
  code: 'bad_request' | 'validation' = 'bad_request',
): Result<never, BodyFault> {
  return failed({ code, rule, message, rest: 'nothing' });
}

/**
 * Reads the bytes of a body, which has not begun to flow. `gone`: the client has disconnected. `unreadable`: another
 * fault of the client. Rejects only for a bug.
 */
export type BodyReader = (
  request: IncomingMessage,
  maxBytes: number,
) => Promise<Result<Buffer, CollectingFault | 'unreadable' | 'gone'>>;

/** Reads a request body of at most `maxBytes` with any content. A larger one fails as soon as its length is known. */
export async function readBody(
  request: IncomingMessage,
  maxBytes: number,
  reader: BodyReader = collected,
): Promise<Result<Buffer, BodyFault>> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return failed(tooLarge(maxBytes));
  wantBody(request);
  const disconnected = new Promise<Result<never, 'gone'>>((resolve) => {
    request.on('close', () => {
      if (!request.readableEnded) resolve(failed('gone'));
    });
    request.on('error', () => resolve(failed('gone')));
  });
  const read = await Promise.race([reader(request, maxBytes), disconnected]);
  if (read.ok) return read;
  const { error: fault } = read;
  switch (fault) {
    case 'gone':
      return failed('gone');
    case 'too large':
      return failed(tooLarge(maxBytes));
    case 'too many pieces':
      return failed(tooManyPieces(maxBytes));
    case 'unreadable':
      return failed(UNREADABLE);
    default:
      return assertNever(fault);
  }
}

const collected: BodyReader = (request, maxBytes) => {
  const body = new CollectedBytes(maxBytes);
  return new Promise((resolve) => {
    body.collect(request, (fault) => resolve(failed(fault)));
    request.on('end', () => resolve(ok(body.bytes)));
  });
};

const UNREADABLE: BodyFault = {
  code: 'bad_request',
  rule: 'request.body-not-json',
  message: MESSAGES.unacceptable({ fault: phrase({ sr: 'не може да се прочита', en: 'it cannot be read' }) }),
  rest: 'to cut off',
};

function tooLarge(maxBytes: number): BodyFault {
  const message = MESSAGES.tooLarge({ most: maxBytes });
  return { code: 'bad_request', rule: 'request.body-too-large', message, rest: 'to discard' };
}

function tooManyPieces(maxBytes: number): BodyFault {
  const message = MESSAGES.tooManyPieces({ most: maxPieces(maxBytes) });
  return { code: 'bad_request', rule: 'request.body-in-pieces', message, rest: 'to cut off' };
}

/** The response to a refused body. The rest of the body is discarded, or the connection is closed. */
export function bodyRefusal(
  request: IncomingMessage,
  { code, rule, message, rest }: Exclude<BodyFault, 'gone'>,
): HttpResponse {
  const response = errorResponse(code, message, { rule });
  if (rest === 'to cut off') return { ...response, headers: { Connection: 'close' } };
  return rest === 'to discard' ? { ...response, keepOpenUntil: discardRest(request) } : response;
}
