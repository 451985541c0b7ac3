import { type Environment, ENVIRONMENTS } from '../../base/index.js';

/** Where a list of an environment continues: with records before a sequence. */
interface ListPlace {
  readonly environment: Environment;
  readonly before: number;
}

const FORM = /^[A-Za-z\d_-]{12}$/;
const LENGTH = 9;

/** Encodes a place as the cursor that callers use: environment (1 byte) and sequence (8 bytes) in base64url. */
export function listCursor({ environment, before }: ListPlace): string {
  const bytes = Buffer.alloc(LENGTH);
  bytes.writeUInt8(ENVIRONMENTS.indexOf(environment), 0);
  bytes.writeBigUInt64BE(BigInt(before), 1);
  return bytes.toString('base64url');
}

/** The inverse of {@link listCursor}; undefined for a text that is not such a cursor. */
export function readListCursor(text: string): ListPlace | undefined {
  if (!FORM.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64url');
  const environment = ENVIRONMENTS[bytes.readUInt8(0)];
  const before = Number(bytes.readBigUInt64BE(1));
  return environment === undefined || !Number.isSafeInteger(before) ? undefined : { environment, before };
}
