import { constants, privateEncrypt } from 'node:crypto';
import { failed, ok, type Result } from '../../../../../src/base/index.js';
import type { ExternalKey } from '../../../../../src/processors/pfr/http/externalKey/messages.js';

/** A key in software behind the face of one that is elsewhere. */
export interface TestKey extends ExternalKey {
  /** What it was asked to sign. */
  readonly asked: Buffer[];
}

/** Signs what comes, after `before` has resolved with nothing; what that resolves with else is the error. */
export function keyOf(
  { cert, key }: { readonly cert: string; readonly key: string },
  before: (signal: AbortSignal, digestInfo: Buffer) => Promise<string | undefined> = () => Promise.resolve(undefined),
  signal?: AbortSignal,
): TestKey {
  const asked: Buffer[] = [];
  return {
    cert,
    asked,
    ...(signal !== undefined && { signal }),
    async sign(digestInfo: Buffer, signal: AbortSignal): Promise<Result<Buffer, string>> {
      asked.push(digestInfo);
      const error = await before(signal, digestInfo);
      return error === undefined ? ok(signatureOf(key, digestInfo)) : failed(error);
    },
  };
}

function signatureOf(key: string, digestInfo: Buffer): Buffer {
  return privateEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, digestInfo);
}

/** Waits for ever. */
export function never(): Promise<undefined> {
  return new Promise(() => undefined);
}
