import type { UserRole } from '../../../../../platform/ledger/index.js';
import { t } from '../../text/language.js';
import { USERS } from '../../text/users.js';

/** The error of a new password, or of the PIN of a cashier; undefined when it is valid. */
export function secretFault(role: UserRole, name: string, secret: string): string | undefined {
  if (role === 'cashier') return /^\d{4,8}$/.test(secret) ? undefined : t(USERS.badPin);
  const isName = nameKey(secret) === nameKey(name);
  return secret.length < 8 || secret.length > 128 || isName ? t(USERS.badPassword) : undefined;
}

/** The error of a new user's name, compared with the existing users. */
export function nameFault(name: string, users: readonly { readonly name: string }[]): string | undefined {
  if (name.trim() === '' || name.trim().length > 50) return t(USERS.badName);
  return users.some((other) => nameKey(other.name) === nameKey(name)) ? t(USERS.takenName) : undefined;
}

function nameKey(name: string): string {
  return name.trim().normalize('NFC').toLocaleLowerCase('sr');
}
