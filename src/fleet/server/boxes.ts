import { nkeys } from '@nats-io/transport-node';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { failed, lockFolder, ok, type Result } from '../../base/index.js';
import { caFile, noServer, readFacts } from './facts.js';
import { reloadServer } from './reload.js';
import { boxRights, type FleetBox } from './rights.js';
import { boxOf, type BoxUser, readUsers, type User, userOf, writeUsers } from './users.js';

/** What was changed, and whether the server that runs on this machine works by it already; false: none runs. */
export interface Changed {
  readonly box: FleetBox;
  readonly isReloaded: boolean;
}

/** Value of the setting `stream` of a box. It holds a secret that nobody keeps. */
export interface StreamValue {
  readonly url: string;
  readonly credentials: string;
  readonly subject: string;
  readonly ca: string;
}

/** All boxes that may connect, by shop. Errors here and below are English sentences. */
export async function listBoxes(folder: string): Promise<Result<readonly BoxUser[], string>> {
  const users = await usersOf(folder);
  if (!users.ok) return users;
  const boxes = users.value.flatMap((user) => boxOf(user) ?? []);
  return ok(boxes.sort((a, b) => (`${a.shop} ${a.box}` < `${b.shop} ${b.box}` ? -1 : 1)));
}

/**
 * Makes a user for a box. The value for its setting comes also where the server could not be told, which `reloaded` says: the
 * secret is in it, and comes no second time.
 */
export async function addBox(
  folder: string,
  box: FleetBox,
): Promise<Result<{ readonly value: StreamValue; readonly reloaded: Result<boolean, string> }, string>> {
  return locked(folder, async () => {
    const users = await usersOf(folder);
    if (!users.ok) return users;
    const there = find(users.value, box.box);
    if (there !== undefined) {
      return failed(`${box.box} is there already, in ${there.shop}; for a new credential revoke it first`);
    }
    const [server, ca] = [await readFacts(folder), await readFile(caFile(folder), 'utf8')];
    if (!server.ok) return server;
    const pair = nkeys.createUser();
    const { url } = server.value;
    const credentials = Buffer.from(pair.getSeed()).toString();
    await writeUsers(folder, [...users.value, userOf(pair.getPublicKey(), boxRights(box))]);
    const value = { url, credentials, subject: `kasirbox.${box.shop}`, ca };
    return ok({ value, reloaded: await reloadServer(server.value) });
  });
}

/** Gives a box the prices and settings of another group, under the credential that it has. */
export async function moveBox(folder: string, id: string, group: string): Promise<Result<Changed, string>> {
  return change(folder, id, (users, there) => {
    const box = { shop: there.shop, box: id, group };
    return users.map((user) => (boxOf(user)?.box === id ? userOf(there.nkey, boxRights(box)) : user));
  });
}

/** Takes the user of a box away, and cuts its connection. A repeat has the server look again, and fails. */
export async function revokeBox(folder: string, id: string): Promise<Result<Changed, string>> {
  return change(folder, id, (users) => users.filter((user) => boxOf(user)?.box !== id));
}

async function change(
  folder: string,
  id: string,
  work: (users: readonly User[], there: BoxUser) => readonly User[],
): Promise<Result<Changed, string>> {
  return locked(folder, async () => {
    const [users, server] = [await usersOf(folder), await readFacts(folder)];
    if (!users.ok) return users;
    if (!server.ok) return server;
    const there = find(users.value, id);
    if (there !== undefined) await writeUsers(folder, work(users.value, there));
    // Also where the user is gone already: the server may not have been told then.
    const reloaded = await reloadServer(server.value);
    if (!reloaded.ok) return reloaded;
    if (there === undefined) return failed(`${id} is no box that may connect: it was revoked already, or never added`);
    return ok({ box: there, isReloaded: reloaded.value });
  });
}

function find(users: readonly User[], id: string): BoxUser | undefined {
  return users.flatMap((user) => boxOf(user) ?? []).find(({ box }) => box === id);
}

async function usersOf(folder: string): Promise<Result<readonly User[], string>> {
  const users = await readUsers(folder);
  if (!users.ok) return users;
  return users.value === null ? failed(noServer(folder)) : ok(users.value);
}

/** Two at once would each undo what the other has written. */
async function locked<T>(folder: string, work: () => Promise<Result<T, string>>): Promise<Result<T, string>> {
  // A folder that is not there has no lock.
  if (!existsSync(folder)) return failed(noServer(folder));
  const lock = lockFolder(folder);
  if (lock === undefined) return failed(`another command works in ${folder}; try again`);
  try {
    return await work();
  } finally {
    lock.release();
  }
}
