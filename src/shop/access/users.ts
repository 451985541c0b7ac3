import { createHash, timingSafeEqual } from 'node:crypto';
import {
  failed,
  type Log,
  ok,
  type Result,
  searchKey,
  TaskQueue,
  type UtcMs,
  defineMessages,
  type Message,
} from '../../base/index.js';
import type { Ledger, StoredUser, UserRole } from '../../platform/ledger/index.js';
import { GONE, newCode, nextCallerNumber, readCode, NEVER_ABORTED } from './callers.js';
import { PasswordHasher } from './passwordHash.js';

/**
 * The cashier of a receipt whose program names none, so that it never names a person (Technical Instruction for
 * ESIR, 16 P3).
 */
const PROGRAM = 'API';

const MESSAGES = defineMessages('users', {
  notStored: {
    en: 'It could not be stored ({code}). Run: kasirbox doctor',
    sr: 'То није сачувано ({code}). Покрените: kasirbox doctor',
    srOnPage: 'То није сачувано. Погледајте Стање.',
    enOnPage: 'It could not be stored. See Status.',
  },
  onlyOwner: {
    en: '{name} is the only owner. First create another one.',
    sr: '{name} је једини власник. Прво направите другог.',
  },
  badName: {
    en: 'The name must be 1 to {most} printable characters.',
    sr: 'Име мора имати од 1 до {most} видљивих знакова.',
  },
  nameOfProgram: {
    en: 'On a receipt, the name "{name}" stands for a program; choose another.',
    sr: 'Име „{name}” на рачуну означава програм; изаберите друго.',
  },
  nameTaken: { en: 'A user "{name}" already exists.', sr: 'Корисник „{name}” већ постоји.' },
  tooMany: { en: 'A box has at most {most} users.', sr: 'Уређај има највише {most} корисника.' },
  busy: {
    en: 'Too many are signing in at once. Try again in a moment.',
    sr: 'Превише њих се пријављује одједном. Покушајте поново за који тренутак.',
  },
  badPin: { en: 'The PIN must be 4 to 8 digits.', sr: 'ПИН мора имати од 4 до 8 цифара.' },
  badPassword: {
    en: 'The password must be {least} to {most} characters.',
    sr: 'Лозинка мора имати од {least} до {most} знакова.',
  },
  passwordIsName: { en: 'The password must not be the same as the name.', sr: 'Лозинка не сме бити иста као име.' },
  noRecovery: { en: 'Only an owner has a recovery code.', sr: 'Само власник има код за заборављену лозинку.' },
  unknown: {
    en: 'There is no user {id}. See: kasirbox users list',
    sr: 'Нема корисника {id}. Погледајте: kasirbox users list',
    srOnPage: 'Нема корисника {id}. Учитајте страницу поново.',
    enOnPage: 'There is no user {id}. Reload the page.',
  },
  claimed: { en: 'This box already has an owner.', sr: 'Овај уређај већ има власника.' },
});

/** Maximum length of a name, which receipts print as the cashier. */
const MAX_NAME = 50;
/** Maximum number of users that are not removed. */
const MAX_USERS = 100;
/** Characters of a recovery code. */
const RECOVERY_LENGTH = 20;
const PIN = /^\d{4,8}$/;
const MIN_PASSWORD = 8;
const MAX_PASSWORD = 128;

/** Why a user was not created or changed. */
export interface UserFault {
  readonly kind:
    'name' | 'secret' | 'taken' | 'full' | 'absent' | 'last-owner' | 'claimed' | 'busy' | 'gone' | 'storage';
  readonly message: Message;
}

/**
 * The people who sign in on the pages. Passwords and PINs are stored only as hashes. Changes run one at a time. A
 * change whose signal has aborted when its turn comes is not made.
 */
export class Users {
  /** Called with the number of a user whose secret was changed or who was removed: their sessions end. */
  onChanged: (id: number) => void = () => undefined;
  private readonly hasher = new PasswordHasher();
  private readonly changes = new TaskQueue();

  constructor(
    private readonly ledger: Ledger,
    private readonly now: () => UtcMs,
    private readonly log: Log,
  ) {}

  /** Users that are not removed, in the order of their numbers. */
  list(): StoredUser[] {
    return this.ledger.main.users.users().filter(({ removedAt }) => removedAt === null);
  }

  find(id: number): StoredUser | undefined {
    return this.list().find((user) => user.id === id);
  }

  /**
   * Finds a user by name, in any case and either alphabet: `Ana` is `Ана`. If several users have such similar names
   * from earlier, only by the exact spelling.
   */
  findByName(name: string): StoredUser | undefined {
    const alike = this.alike(name);
    return alike.find((user) => nameKey(user.name) === nameKey(name)) ?? (alike.length === 1 ? alike[0] : undefined);
  }

  /** True when the box has an owner. Until then, the claim code creates the first owner. */
  get isClaimed(): boolean {
    return this.list().some(({ role }) => role === 'owner');
  }

  /** Creates a user. Only an owner has a recovery code; it is shown only in this result. */
  create(
    name: string,
    role: UserRole,
    secret: string,
    signal: AbortSignal = NEVER_ABORTED,
  ): Promise<Result<CreatedUser, UserFault>> {
    return this.changes.run(async () => (signal.aborted ? failed(LEFT) : this.createNow(name, role, secret)));
  }

  /** Creates the first owner; only one of several concurrent requests with the claim code succeeds. */
  createFirst(name: string, secret: string): Promise<Result<CreatedUser, UserFault>> {
    return this.changes.run(async () => (this.isClaimed ? failed(CLAIMED) : this.createNow(name, 'owner', secret)));
  }

  private async createNow(name: string, role: UserRole, secret: string): Promise<Result<CreatedUser, UserFault>> {
    const fault = this.nameFault(name) ?? secretFault(role, name, secret);
    if (fault !== undefined) return failed(fault);
    const hashed = await this.hasher.hash(secret);
    if (!hashed.ok) return failed(BUSY);
    const code = role === 'owner' ? newCode(RECOVERY_LENGTH) : null;
    const id = nextCallerNumber(this.ledger);
    const user: StoredUser = {
      ...{ id, name: name.trim(), role, secret: hashed.value },
      recovery: code && hashOf(code),
      ...{ createdAt: this.now(), removedAt: null },
    };
    const put = await this.store(user);
    if (!put.ok) return put;
    this.log('user.created', { id, role });
    return ok({ user, recoveryCode: code });
  }

  /** Gives a user another password or PIN. */
  setSecret(id: number, secret: string, signal: AbortSignal = NEVER_ABORTED): Promise<Result<StoredUser, UserFault>> {
    return this.change(id, signal, (user) => this.replaceSecret(user, secret, 'user.secret_changed'));
  }

  private async replaceSecret(
    user: StoredUser,
    secret: string,
    event: 'user.secret_changed' | 'user.recovered',
  ): Promise<Result<StoredUser, UserFault>> {
    const fault = secretFault(user.role, user.name, secret);
    if (fault !== undefined) return failed(fault);
    const hashed = await this.hasher.hash(secret);
    if (!hashed.ok) return failed(BUSY);
    const changed = { ...user, secret: hashed.value };
    const put = await this.store(changed);
    if (!put.ok) return put;
    this.log(event, { id: user.id });
    this.onChanged(user.id);
    return ok(changed);
  }

  /** Runs a change of an existing user when its turn comes. */
  private change<T>(
    id: number,
    signal: AbortSignal,
    work: (user: StoredUser) => Promise<Result<T, UserFault>>,
  ): Promise<Result<T, UserFault>> {
    return this.changes.run(async () => {
      if (signal.aborted) return failed(LEFT);
      const user = this.find(id);
      return user === undefined ? failed({ kind: 'absent', message: MESSAGES.unknown({ id }) }) : work(user);
    });
  }

  /** True when this is the current recovery code of the user. */
  hasRecoveryCode(id: number, code: string): boolean {
    const recovery = this.find(id)?.recovery;
    return recovery != null && timingSafeEqual(Buffer.from(recovery), Buffer.from(hashOf(readCode(code))));
  }

  /** Gives an owner another recovery code; the previous one stops working. Sessions continue. */
  renewRecoveryCode(
    id: number,
    signal: AbortSignal = NEVER_ABORTED,
  ): Promise<Result<CreatedUser & { readonly recoveryCode: string }, UserFault>> {
    return this.change(id, signal, async (user) => {
      if (user.role !== 'owner') return failed({ kind: 'absent', message: MESSAGES.noRecovery });
      const recoveryCode = newCode(RECOVERY_LENGTH);
      const changed = { ...user, recovery: hashOf(recoveryCode) };
      const put = await this.store(changed);
      if (!put.ok) return put;
      this.log('user.recovery_renewed', { id });
      return ok({ user: changed, recoveryCode });
    });
  }

  /** Removes a user for good. The last owner cannot be removed. */
  remove(id: number, signal: AbortSignal = NEVER_ABORTED): Promise<Result<StoredUser, UserFault>> {
    return this.change(id, signal, async (user) => {
      const isLast = user.role === 'owner' && this.list().filter(({ role }) => role === 'owner').length === 1;
      if (isLast) return failed({ kind: 'last-owner', message: MESSAGES.onlyOwner({ name: user.name }) });
      const put = await this.store({ ...user, removedAt: this.now() });
      if (!put.ok) return put;
      this.log('user.removed', { id });
      this.onChanged(id);
      return ok(user);
    });
  }

  /** The user with this name and secret; undefined when there is none. The duration is the same in both cases. */
  async authenticate(name: string, secret: string): Promise<Result<StoredUser | undefined, 'busy'>> {
    const user = this.findByName(name);
    const matches = await this.hasher.matches(secret.slice(0, MAX_PASSWORD), user?.secret);
    if (!matches.ok) return matches;
    return ok(matches.value && user !== undefined && this.isStill(user) ? user : undefined);
  }

  /** True when a user that was looked up before a wait still exists with the same secret. */
  isStill({ id, secret }: StoredUser): boolean {
    return this.find(id)?.secret === secret;
  }

  /** Gives the owner with this recovery code another password and code; undefined when no owner has this code. */
  recover(code: string, secret: string): Promise<Result<CreatedUser | undefined, UserFault>> {
    return this.changes.run(async () => {
      const user = this.list().find(({ id, role }) => role === 'owner' && this.hasRecoveryCode(id, code));
      if (user === undefined) return ok(undefined);
      const recoveryCode = newCode(RECOVERY_LENGTH);
      const recovered = { ...user, recovery: hashOf(recoveryCode) };
      const changed = await this.replaceSecret(recovered, secret, 'user.recovered');
      return changed.ok ? ok({ user: changed.value, recoveryCode }) : changed;
    });
  }

  private nameFault(name: string): UserFault | undefined {
    const length = name.trim().length;
    if (length === 0 || length > MAX_NAME || /\p{C}/u.test(name)) {
      return { kind: 'name', message: MESSAGES.badName({ most: MAX_NAME }) };
    }
    if (foldedName(name) === foldedName(PROGRAM)) return { kind: 'taken', message: MESSAGES.nameOfProgram({ name }) };
    const [alike] = this.alike(name);
    if (alike !== undefined) return { kind: 'taken', message: MESSAGES.nameTaken({ name: alike.name }) };
    if (this.list().length >= MAX_USERS) return { kind: 'full', message: MESSAGES.tooMany({ most: MAX_USERS }) };
    return undefined;
  }

  private alike(name: string): StoredUser[] {
    return this.list().filter((user) => foldedName(user.name) === foldedName(name));
  }

  private async store(user: StoredUser): Promise<Result<void, UserFault>> {
    const put = await this.ledger.put({ type: 'user', user });
    return put.ok ? put : failed({ kind: 'storage', message: MESSAGES.notStored({ code: put.error }) });
  }
}

/** A user that was created or recovered. */
export interface CreatedUser {
  readonly user: StoredUser;
  /** Only for an owner: opens the box when the password is forgotten. Only its hash is stored. */
  readonly recoveryCode: string | null;
}

const LEFT: UserFault = { kind: 'gone', message: GONE };
export const CLAIMED: UserFault = { kind: 'claimed', message: MESSAGES.claimed };
const BUSY: UserFault = { kind: 'busy', message: MESSAGES.busy };

function secretFault(role: UserRole, name: string, secret: string): UserFault | undefined {
  if (role === 'cashier') return PIN.test(secret) ? undefined : { kind: 'secret', message: MESSAGES.badPin };
  if (secret.length < MIN_PASSWORD || secret.length > MAX_PASSWORD) {
    return { kind: 'secret', message: MESSAGES.badPassword({ least: MIN_PASSWORD, most: MAX_PASSWORD }) };
  }
  return foldedName(secret) === foldedName(name) ? { kind: 'secret', message: MESSAGES.passwordIsName } : undefined;
}

function nameKey(name: string): string {
  return name.trim().normalize('NFC').toLocaleLowerCase('sr');
}

function foldedName(name: string): string {
  return searchKey(nameKey(name));
}

function hashOf(code: string): string {
  return createHash('sha256').update(code).digest('hex');
}
