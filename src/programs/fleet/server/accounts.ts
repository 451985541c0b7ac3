import { join } from 'node:path';
import {
  type Bilingual,
  failed,
  isRecord,
  nodeDiskOfMode,
  ok,
  readWhole,
  type Result,
  writeAtomic,
} from '../../../base/index.js';
import { boxImports, boxOfRights, boxRights, type FleetBox, OFFERED, type Rights } from './rights.js';

/** The accounts of nats-server. JSON is valid in its configuration, which includes the file. */
export const ACCOUNTS_FILE = 'accounts.json';
/** nats-server reads these files through its group. */
export const SHARED_DISK = nodeDiskOfMode(0o640);
/** The account that has JetStream. */
const OWNER = 'OWNER';
/** How long the server stores the sender of a request, in a kilobyte each. A box does not wait longer. */
const ANSWERED_WITHIN = '10s';

/** An account in the form of the configuration. Accounts added by hand are preserved. */
type Account = Readonly<Record<string, unknown>>;
/** By name. */
export type Accounts = ReadonlyMap<string, Account>;

/** A user of an account, with these rights; all rights where none are given. */
interface User {
  /** Public key of its NKey, `U…`. */
  readonly nkey: string;
  readonly permissions?: Rights | undefined;
}

/** A box with its user. */
export interface BoxUser extends FleetBox, Pick<User, 'nkey'> {}

/**
 * The account with the stream and the bucket, and its users. The owner of this file decides which account imports what.
 */
export function ownerAccount(users: readonly User[]): readonly [string, Account] {
  const exports = [
    ...OFFERED.services.map((service) => ({ service, response_threshold: ANSWERED_WITHIN })),
    ...OFFERED.streams.map((stream) => ({ stream })),
  ];
  return [OWNER, { jetstream: 'enabled', users, exports }];
}

/**
 * Each box has its own account, and its requests reach the owner's account through its own subjects. So an answer
 * returns to the box, whatever reply subject it names: nats-server checks who may publish where, but not the target of
 * an answer.
 */
export function boxAccount(nkey: string, box: FleetBox): readonly [string, Account] {
  const users: readonly User[] = [{ nkey, permissions: boxRights(box) }];
  const { services, streams } = boxImports(box);
  const imports = [
    ...services.map((subject) => ({ service: { account: OWNER, subject } })),
    ...streams.map((subject) => ({ stream: { account: OWNER, subject } })),
  ];
  return [box.box, { users, imports }];
}

/** Null: the file does not exist. */
export async function readAccounts(folder: string): Promise<Result<Accounts | null, Bilingual>> {
  const path = join(folder, ACCOUNTS_FILE);
  const bytes = await readWhole(SHARED_DISK, path);
  if (bytes === null) return ok(null);
  const accounts = accountsIn(bytes.toString());
  if (accounts === undefined)
    return failed({
      sr: `${path} није како је уписује kasirbox fleet; прво је исправите`,
      en: `${path} is not as kasirbox fleet writes it; correct it first`,
    });
  return ok(accounts);
}

function accountsIn(text: string): Accounts | undefined {
  try {
    const file: unknown = JSON.parse(text);
    const entries = isRecord(file) ? Object.entries(file) : [];
    const accounts = entries.flatMap(([name, account]) => (isRecord(account) ? [[name, account] as const] : []));
    // Without the owner's account there is nothing to import from.
    return accounts.length === entries.length && isRecord(file) && Object.hasOwn(file, OWNER)
      ? new Map(accounts)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Writes atomically, also in a power cut. */
export async function writeAccounts(folder: string, accounts: Accounts): Promise<void> {
  await writeAtomic(SHARED_DISK, join(folder, ACCOUNTS_FILE), Buffer.from(accountsText(accounts)));
}

/** An account in each row. */
export function accountsText(accounts: Accounts): string {
  const rows = [...accounts].map(([name, account]) => `${JSON.stringify(name)}:${JSON.stringify(account)}`);
  return `{\n${rows.join(',\n')}\n}\n`;
}

/** The box of this account; undefined: the account does not belong to a box. */
export function boxOf([name, { users }]: readonly [string, Account]): BoxUser | undefined {
  const user: unknown = Array.isArray(users) ? users[0] : undefined;
  const { nkey, permissions } = isRecord(user) ? user : {};
  const publish = isRecord(permissions) ? permissions['publish'] : undefined;
  if (typeof nkey !== 'string' || !Array.isArray(publish)) return undefined;
  const box = boxOfRights(publish.map(String));
  return box?.box === name ? { ...box, nkey } : undefined;
}
