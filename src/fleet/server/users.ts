import { join } from 'node:path';
import { failed, isRecord, nodeDiskOfMode, ok, readWhole, type Result, writeAtomic } from '../../base/index.js';
import { boxOfRights, type FleetBox, type Rights } from './rights.js';

/** Who may connect. JSON is a form of nats-server's configuration, which includes the file as it is. */
export const USERS_FILE = 'users.json';
/** nats-server reads these files by its group. */
export const SHARED_DISK = nodeDiskOfMode(0o640);

/** A user as the configuration has it. One that somebody has added by hand stays as it is. */
export type User = Readonly<Record<string, unknown>>;

/** The user of a box. */
export interface BoxUser extends FleetBox {
  /** Public key of its NKey, `U…`. */
  readonly nkey: string;
}

/** A user with these rights; all of them where none are given. */
export function userOf(nkey: string, permissions?: Rights): User {
  return { nkey, ...(permissions !== undefined && { permissions }) };
}

/** Null: there is no such file. The error is an English sentence. */
export async function readUsers(folder: string): Promise<Result<readonly User[] | null, string>> {
  const path = join(folder, USERS_FILE);
  const bytes = await readWhole(SHARED_DISK, path);
  if (bytes === null) return ok(null);
  const users = usersIn(bytes.toString());
  return users === undefined ? failed(`${path} is not as kasirbox fleet writes it; put it right first`) : ok(users);
}

function usersIn(text: string): readonly User[] | undefined {
  try {
    const file: unknown = JSON.parse(text);
    const users = isRecord(file) ? file['users'] : undefined;
    return Array.isArray(users) && users.every(isRecord) ? users : undefined;
  } catch {
    return undefined;
  }
}

/** All or nothing, also in a power cut; a user in each row. */
export async function writeUsers(folder: string, users: readonly User[]): Promise<void> {
  const rows = users.map((user) => JSON.stringify(user)).join(',\n');
  await writeAtomic(SHARED_DISK, join(folder, USERS_FILE), Buffer.from(`{"users":[\n${rows}\n]}\n`));
}

/** The box whose user this is; undefined: it is somebody else's. */
export function boxOf({ nkey, permissions }: User): BoxUser | undefined {
  const publish = isRecord(permissions) ? permissions['publish'] : undefined;
  if (typeof nkey !== 'string' || !Array.isArray(publish)) return undefined;
  const box = boxOfRights(publish.map(String));
  return box && { ...box, nkey };
}
