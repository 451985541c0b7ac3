import type { IncomingMessage } from 'node:http';
import { isRecord, parseJson } from '../base/json.js';
import { failed, ok, type Result } from '../base/result.js';
import { utf8Text } from '../base/text.js';
import { MAX_BODY } from './limits.js';

/** How much more of an oversized body is thrown away before the connection is closed, bytes and ms. */
const MAX_DISCARDED = 64 * 1024 * 1024;
const DISCARD_PATIENCE = 20_000;

/** Why there is no body: the caller has gone away, or an English sentence; `isOpen`: the rest of it is still coming. */
export type BodyFault = 'gone' | { readonly message: string; readonly isOpen: boolean };

/**
 * Reads a request body that must be a JSON object of at most 1 MiB in UTF-8. One that is larger fails as soon as that
 * is known. No body at all is an empty object where a body is `optional`.
 */
export async function readJsonObject(
  request: IncomingMessage,
  wanted: 'optional' | 'required',
): Promise<Result<object, BodyFault>> {
  const bytes = await readBytes(request);
  if (!bytes.ok) return bytes;
  if (wanted === 'optional' && bytes.value.length === 0) return ok({});
  if (bytes.value.length === 0) return bad('The body is empty; a JSON object is required');
  const text = utf8Text(bytes.value);
  if (text === undefined) return bad('The body is not UTF-8');
  const parsed = parseJson(text);
  if (!parsed.ok) return bad(`The body is not acceptable: ${parsed.error}`);
  const { value } = parsed;
  return isRecord(value) ? ok(value) : bad('The body must be a JSON object');
}

/**
 * Throws the rest of a body away. Many clients read no answer before they have sent everything, and lose it when the
 * connection is closed under them (RFC 9112, 9.6). Resolves at the end of the body, or when the patience is at an end.
 */
export function discardRest(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const patience = setTimeout(resolve, DISCARD_PATIENCE);
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > MAX_DISCARDED) resolve();
    });
    request.once('end', resolve);
    request.once('close', () => {
      clearTimeout(patience);
      resolve();
    });
  });
}

function bad(message: string): Result<never, BodyFault> {
  return failed({ message, isOpen: false });
}

function readBytes(request: IncomingMessage): Promise<Result<Buffer, BodyFault>> {
  const tooLarge = failed({ message: `The body is larger than ${MAX_BODY} bytes`, isOpen: true });
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY) return Promise.resolve(tooLarge);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const take = (chunk: Buffer): void => {
      length += chunk.length;
      chunks.push(chunk);
      if (length <= MAX_BODY) return;
      request.off('data', take);
      resolve(tooLarge);
    };
    request.on('data', take);
    request.on('end', () => resolve(ok(Buffer.concat(chunks))));
    request.on('close', () => resolve(failed('gone')));
    request.on('error', () => resolve(failed('gone')));
  });
}
