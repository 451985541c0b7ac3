import type { IncomingMessage } from 'node:http';
import { parseJson } from '../base/json.js';
import { failed, ok, type Result } from '../base/result.js';
import { MAX_BODY } from './limits.js';

/** How much of an oversized body is read and thrown away, so that its sender gets to read the answer; bytes. */
const MAX_DISCARDED = 16 * 1024 * 1024;

/**
 * Reads a request body that must be a JSON object of at most 1 MiB in UTF-8. The error is an English sentence, or
 * null when the caller has gone away and nobody is left to be told.
 */
export async function readJsonObject(request: IncomingMessage): Promise<Result<object, string | null>> {
  const bytes = await readBytes(request);
  if (!bytes.ok) return bytes;
  const text = decode(bytes.value);
  if (text === undefined) return failed('The body is not UTF-8');
  const parsed = parseJson(text);
  if (!parsed.ok) return failed(`The body is not acceptable: ${parsed.error}`);
  const { value } = parsed;
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? ok(value) : failed('The body must be a JSON object');
}

function readBytes(request: IncomingMessage): Promise<Result<Buffer, string | null>> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= MAX_BODY) chunks.push(chunk);
      else chunks.length = 0;
      if (length > MAX_DISCARDED) request.destroy();
    });
    request.on('end', () => {
      resolve(length <= MAX_BODY ? ok(Buffer.concat(chunks)) : failed(`The body is larger than ${MAX_BODY} bytes`));
    });
    request.on('close', () => {
      resolve(failed(null));
    });
    request.on('error', () => {
      resolve(failed(null));
    });
  });
}

function decode(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
