import { decryptText, encryptText, failed, isRecord, ok, type Result } from '../base/index.js';
import { isSettingName, type SettingName, SETTINGS } from './registry.js';
import type { SettingsKey } from './settingsKey.js';

/** A secret as a record of the ledger holds it. */
interface EncryptedSecret {
  /** Base64. */
  readonly encrypted: string;
  /** The same secret stands in an earlier record as it is: an earlier release has written it. */
  readonly wasClear?: true;
}

/** Names one secret, as `mail.password`. */
export type SecretName = `${SettingName}.${string}`;

/** The value of a setting out of the ledger. */
export interface ReadSetting {
  readonly value: unknown;
  /** Secrets that cannot be decrypted; the value is without them. */
  readonly lost: readonly string[];
  /** Secrets that the record holds as they are. */
  readonly clear: readonly string[];
  /** Secrets that some record holds as they are: these, and those that were encrypted since. */
  readonly exposed: readonly string[];
}

/** Kind and version of what is encrypted. */
const KIND = 'kasirbox setting 1';

/** Encrypts the secrets of settings for the ledger. Each is bound to its box, its setting and its member: moved, it cannot be decrypted. */
export class StoredSecrets {
  constructor(
    private readonly key: SettingsKey,
    private readonly boxId: Buffer,
  ) {}

  /** Why no secret can be stored, an English sentence; undefined when it can. */
  get fault(): string | undefined {
    if (this.key.ok) return undefined;
    return 'The key for secrets (the file settings.key in the folder "secrets" of the data folder) cannot be read or made. Run: kasirbox doctor';
  }

  /** The value with its secrets decrypted. */
  read(name: SettingName, stored: unknown): ReadSetting {
    const found = { lost: [] as string[], clear: [] as string[], exposed: [] as string[] };
    if (!isRecord(stored)) return { value: stored, ...found };
    const value = new Map(Object.entries(stored));
    for (const member of secretsOf(name, stored)) {
      const secret = stored[member];
      if (!isEncrypted(secret)) {
        found.clear.push(member);
        found.exposed.push(member);
        continue;
      }
      const text = this.key.ok
        ? decryptText(this.key.value, this.boundTo(name, member), Buffer.from(secret.encrypted, 'base64'))
        : undefined;
      if (text === undefined) {
        found.lost.push(member);
        value.delete(member);
        continue;
      }
      value.set(member, text);
      if (secret.wasClear === true) found.exposed.push(member);
    }
    return { value: Object.fromEntries(value), ...found };
  }

  /** The value with its secrets encrypted; `exposed` names those that stand in an earlier record as they are. */
  write(name: SettingName, value: unknown, exposed: readonly string[]): Result<unknown, string> {
    if (!isRecord(value)) return ok(value);
    const members = secretsOf(name, value);
    if (members.length === 0) return ok(value);
    if (!this.key.ok) return failed(this.fault ?? '');
    const stored: Record<string, unknown> = { ...value };
    for (const member of members) {
      const bytes = encryptText(this.key.value, this.boundTo(name, member), String(value[member]));
      const encrypted: EncryptedSecret = { encrypted: bytes.toString('base64') };
      stored[member] = exposed.includes(member) ? { ...encrypted, wasClear: true } : encrypted;
    }
    return ok(stored);
  }

  private boundTo(name: SettingName, member: string): Buffer {
    return Buffer.from([KIND, this.boxId.toString('hex'), name, member].join('\n'));
  }
}

/**
 * Does a setting out of the ledger hold a secret as it is? Of one that this release does not know nobody can say, so it counts as one.
 */
export function holdsClearSecret(name: string, json: string | null): boolean {
  if (json === null) return false;
  if (!isSettingName(name)) return true;
  const stored: unknown = JSON.parse(json);
  return isRecord(stored) && secretsOf(name, stored).some((member) => !isEncrypted(stored[member]));
}

/** Has a value that is to be set a secret in it? */
export function hasSecret(name: string, value: unknown): boolean {
  return isSettingName(name) && secretsOf(name, value).length > 0;
}

/** The members of a value that are secrets. */
export function secretsOf(name: SettingName, value: unknown): string[] {
  const { secrets = [] } = SETTINGS[name];
  return isRecord(value) ? secrets.filter((member) => Object.hasOwn(value, member)) : [];
}

function isEncrypted(secret: unknown): secret is EncryptedSecret {
  return isRecord(secret) && typeof secret['encrypted'] === 'string';
}
