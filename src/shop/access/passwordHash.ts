import { scrypt, timingSafeEqual } from 'node:crypto';
import { failed, ok, type Result, secureRandom, TaskQueue } from '../../base/index.js';

/** Cost of one guess: 16 MB and some 40 ms of a fast core, 150 ms of a board (scrypt, RFC 7914). */
const LOG2_N = 14;
const R = 8;
const P = 1;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** Maximum number of waiting guesses; a further one is refused at once. */
const MAX_WAITING = 8;

const FORM = /^scrypt\$(\d+)\$(\d+)\$(\d+)\$([\w-]+)\$([\w-]+)$/;

/**
 * Hashes passwords and PINs, off the event loop and one at a time: each needs 16 MB, and a flood of sign-ins must leave
 * memory and a core to sales. The error: too many wait.
 */
export class PasswordHasher {
  private readonly turns = new TaskQueue();
  private waiting = 0;

  /** Returns `scrypt$14$8$1$SALT$HASH`, both in base64url. */
  async hash(secret: string): Promise<Result<string, 'busy'>> {
    const salt = secureRandom(SALT_BYTES);
    const derived = await this.inTurn(() => derive(secret, salt, LOG2_N, R, P));
    if (!derived.ok) return derived;
    return ok(['scrypt', LOG2_N, R, P, salt.toString('base64url'), derived.value.toString('base64url')].join('$'));
  }

  /**
   * True when the secret matches the hash. Without a hash it takes as long and returns false, so that the duration does
   * not reveal which names exist.
   */
  async matches(secret: string, stored: string | undefined): Promise<Result<boolean, 'busy'>> {
    const [, logN, r, p, salt = '', hash = ''] = FORM.exec(stored ?? '') ?? [];
    const expected = Buffer.from(hash, 'base64url');
    const derived = await this.inTurn(() =>
      derive(secret, Buffer.from(salt, 'base64url'), Number(logN ?? LOG2_N), Number(r ?? R), Number(p ?? P)),
    );
    if (!derived.ok) return derived;
    return ok(expected.length === HASH_BYTES && timingSafeEqual(derived.value, expected));
  }

  private async inTurn(work: () => Promise<Buffer>): Promise<Result<Buffer, 'busy'>> {
    if (this.waiting >= MAX_WAITING) return failed('busy');
    this.waiting += 1;
    try {
      return ok(await this.turns.run(work));
    } finally {
      this.waiting -= 1;
    }
  }
}

/** Normalizes the spelling, so that a password typed on different keyboards is the same password. */
function derive(secret: string, salt: Buffer, logN: number, r: number, p: number): Promise<Buffer> {
  const N = 2 ** logN;
  return new Promise((resolve, reject) => {
    scrypt(secret.normalize('NFC'), salt, HASH_BYTES, { N, r, p, maxmem: 256 * N * r }, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}
