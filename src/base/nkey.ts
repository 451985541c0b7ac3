/**
 * Seeds and public keys of NATS users (NKeys). The package reads and writes their texts. It would also derive the
 * public key and sign, but in JavaScript, which blocks sales for 20 to 180 ms; OpenSSL does that here.
 */
import { Codec } from '@nats-io/nkeys/lib/codec.js';
import { Prefix } from '@nats-io/nkeys/lib/nkeys.js';

/**
 * The private key, 32 bytes, from the seed of a user, `SU` and 56 more characters; undefined when it is not a seed, or
 * mistyped.
 */
export function readUserSeed(text: string): Uint8Array | undefined {
  try {
    const { prefix, buf } = Codec.decodeSeed(Buffer.from(text));
    // Compared with its own text, because the package ignores surplus bits of the last character.
    const isExact = Buffer.from(Codec.encodeSeed(prefix, buf)).toString() === text;
    return prefix === Prefix.User && isExact ? buf : undefined;
  } catch {
    return undefined;
  }
}

/** The public key of a user in the form of NATS, `U` and 55 more characters. `point`: 32 bytes. */
export function userKeyText(point: Uint8Array): string {
  return Buffer.from(Codec.encode(Prefix.User, point)).toString();
}
