import { join } from 'node:path';
import {
  decryptText,
  defineMessages,
  type Disk,
  DiskError,
  encryptText,
  failed,
  isRecord,
  KEY_LENGTH,
  type Log,
  type Message,
  ok,
  readWhole,
  type Result,
  secureRandom,
  writeAtomic,
} from '../../base/index.js';
import { isSettingName, type SettingName } from './registry.js';
import { mapSecrets, secretsOf } from './secretMembers.js';

/** Folder of the key inside the data folder. */
export const SECRETS_FOLDER = 'secrets';
const FILE = 'settings.key';

/**
 * `missing`: there is no key, and none was created. `unreadable`: the disk cannot read it, so it must not be replaced.
 */
export type SettingsKey = Result<Buffer, 'missing' | 'unreadable'>;

/**
 * The key that encrypts the secrets of settings. It is in a file of its own, so that neither a copy of the ledger nor
 * an auditor's data reveals them. With `mayMake` it is created when missing. A key of a wrong length can never decrypt
 * anything and counts as missing.
 */
export async function openSettingsKey(disk: Disk, folder: string, mayMake: boolean, log: Log): Promise<SettingsKey> {
  const inside = join(folder, SECRETS_FOLDER);
  const path = join(inside, FILE);
  try {
    const key = await readWhole(disk, path);
    if (key?.length === KEY_LENGTH) return ok(key);
    if (!mayMake) return failed('missing');
    const made = secureRandom(KEY_LENGTH);
    await disk.makeDir(inside);
    await writeAtomic(disk, path, made);
    await disk.syncDir(folder); // the secrets folder may be new
    return ok(made);
  } catch (error) {
    if (!(error instanceof DiskError)) throw error;
    log('settings.key_failed', { operation: error.operation, code: error.code });
    return failed('unreadable');
  }
}

const MESSAGES = defineMessages('storedSecrets', {
  noKey: {
    en: 'The key for secrets (the file settings.key in the folder "secrets" of the data folder) cannot be read or created. Run: kasirbox doctor',
    sr: 'Кључ за тајне податке (датотека settings.key у фасцикли „secrets”) не може да се прочита ни направи. Покрените: kasirbox doctor',
    srOnPage:
      'Кључ за тајне податке (датотека settings.key у фасцикли „secrets”) не може да се прочита ни направи. Погледајте Стање.',
    enOnPage:
      'The key for secrets (the file settings.key in the folder "secrets" of the data folder) cannot be read or created. See Status.',
  },
});

/** A secret in a record of the ledger. */
interface EncryptedSecret {
  /** Base64. */
  readonly encrypted: string;
  /** True when an earlier release has written the same secret unencrypted to an earlier record. */
  readonly wasClear?: true;
}

/** Name of one secret, such as `mail.password` or `webhooks.web-shop.secret`. */
export type SecretName = `${SettingName}.${string}`;

/** The value of a setting, read from the ledger. */
interface ReadSetting {
  readonly value: unknown;
  /** Secrets that cannot be decrypted; the value does not contain them. */
  readonly lost: readonly string[];
  /** Secrets that the record contains unencrypted. */
  readonly clear: readonly string[];
  /** Secrets that any record contains unencrypted: these, and those that were encrypted since. */
  readonly exposed: readonly string[];
}

/** Kind and version of the encrypted data. */
const KIND = 'kasirbox setting 1';

/**
 * Encrypts the secrets of settings for the ledger. Each is bound to its box, its setting and its member: moved
 * elsewhere, it cannot be decrypted.
 */
export class StoredSecrets {
  constructor(
    private readonly key: SettingsKey,
    private readonly boxId: Buffer,
  ) {}

  /** True when secrets can be stored. */
  get canStore(): boolean {
    return this.key.ok;
  }

  /** The value with its secrets decrypted. */
  read(name: SettingName, stored: unknown): ReadSetting {
    const found = { lost: [] as string[], clear: [] as string[], exposed: [] as string[] };
    const value = mapSecrets(name, stored, (secret, called) => {
      if (!isEncrypted(secret)) {
        found.clear.push(called);
        found.exposed.push(called);
        return secret;
      }
      const text = this.key.ok
        ? decryptText(this.key.value, this.boundTo(name, called), Buffer.from(secret.encrypted, 'base64'))
        : undefined;
      if (text === undefined) found.lost.push(called);
      else if (secret.wasClear === true) found.exposed.push(called);
      return text;
    });
    return { value, ...found };
  }

  /** The value with its secrets encrypted. `exposed`: the secrets that an earlier record contains unencrypted. */
  write(name: SettingName, value: unknown, exposed: readonly string[]): Result<unknown, Message> {
    if (secretsOf(name, value).size === 0) return ok(value);
    if (!this.key.ok) return failed(MESSAGES.noKey);
    const { value: key } = this.key;
    const stored = mapSecrets(name, value, (secret, called): EncryptedSecret => {
      const encrypted = encryptText(key, this.boundTo(name, called), String(secret)).toString('base64');
      return exposed.includes(called) ? { encrypted, wasClear: true } : { encrypted };
    });
    return ok(stored);
  }

  private boundTo(name: SettingName, called: string): Buffer {
    return Buffer.from([KIND, this.boxId.toString('hex'), name, called].join('\n'));
  }
}

/**
 * True when a setting from the ledger contains an unencrypted secret. A setting that this release does not know counts
 * as one, because its secrets are not known.
 */
export function containsClearSecret(name: string, json: string | null): boolean {
  if (json === null) return false;
  if (!isSettingName(name)) return true;
  return Array.from(secretsOf(name, JSON.parse(json)).values()).some((secret) => !isEncrypted(secret));
}

/** True when a new value contains a secret. */
export function hasSecret(name: string, value: unknown): boolean {
  return isSettingName(name) && secretsOf(name, value).size > 0;
}

function isEncrypted(secret: unknown): secret is EncryptedSecret {
  return isRecord(secret) && typeof secret['encrypted'] === 'string';
}
