import { nkeys } from '@nats-io/transport-node';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { type Bilingual, failed, lockFolder, ok, type Result } from '../../../base/index.js';
import { type Accounts, boxAccount, boxOf, type BoxUser, readAccounts, writeAccounts } from './accounts.js';
import { caFile, noServer, readFacts, reloadForNew, reloadServer } from './reload.js';
import type { FleetBox } from './rights.js';

/** The changed box, and whether the server on this machine already uses the change; false: none runs. */
interface Changed {
  readonly box: FleetBox;
  readonly isReloaded: boolean;
}

/** Value of the setting `stream` of a box. It contains a secret that is not stored here. */
interface StreamValue {
  readonly url: string;
  readonly credentials: string;
  readonly subject: string;
  readonly ca: string;
}

/** All boxes that may connect, by shop. Errors here and below are English sentences. */
export async function listBoxes(folder: string): Promise<Result<readonly BoxUser[], Bilingual>> {
  const accounts = await accountsOf(folder);
  if (!accounts.ok) return accounts;
  const boxes = [...accounts.value].flatMap((account) => boxOf(account) ?? []);
  return ok(boxes.sort((a, b) => (`${a.shop} ${a.box}` < `${b.shop} ${b.box}` ? -1 : 1)));
}

/**
 * Creates an account for a box. The value for its setting is returned even when the server could not be reloaded, which
 * `reloaded` reports, since the value contains the secret and cannot be returned again.
 */
export async function addBox(
  folder: string,
  box: FleetBox,
): Promise<Result<{ readonly value: StreamValue; readonly reloaded: Result<boolean, Bilingual> }, Bilingual>> {
  return locked(folder, async () => {
    const accounts = await accountsOf(folder);
    if (!accounts.ok) return accounts;
    const there = find(accounts.value, box.box);
    if (there !== undefined) {
      return failed({
        sr: `${box.box} већ постоји, у ${there.shop}; за нове податке за приступ прво га опозовите: kasirbox fleet revoke ${box.box}`,
        en: `${box.box} already exists, in ${there.shop}; for a new credential, first revoke it: kasirbox fleet revoke ${box.box}`,
      });
    }
    const [server, ca] = [await readFacts(folder), await readFile(caFile(folder), 'utf8')];
    if (!server.ok) return server;
    const pair = nkeys.createUser();
    const { url } = server.value;
    const credentials = Buffer.from(pair.getSeed()).toString();
    await writeAccounts(folder, new Map([...accounts.value, boxAccount(pair.getPublicKey(), box)]));
    const value = { url, credentials, subject: `kasirbox.${box.shop}`, ca };
    return ok({ value, reloaded: await reloadForNew(server.value) });
  });
}

/** Gives a box the prices and settings of another group. Its credential stays the same. */
export async function moveBox(folder: string, id: string, group: string): Promise<Result<Changed, Bilingual>> {
  const moved = (accounts: Accounts, { shop, nkey }: BoxUser): Accounts =>
    new Map([...accounts, boxAccount(nkey, { shop, box: id, group })]);
  // New imports of an account work only after the server has read it twice, even when the account existed before.
  return change(folder, id, moved, reloadForNew);
}

/** Removes the account of a box, and closes its connection. When repeated, it reloads the server again, and fails. */
export async function revokeBox(folder: string, id: string): Promise<Result<Changed, Bilingual>> {
  return change(folder, id, (accounts) => new Map([...accounts].filter(([name]) => name !== id)));
}

async function change(
  folder: string,
  id: string,
  work: (accounts: Accounts, there: BoxUser) => Accounts,
  reload: typeof reloadServer = reloadServer,
): Promise<Result<Changed, Bilingual>> {
  return locked(folder, async () => {
    const [accounts, server] = [await accountsOf(folder), await readFacts(folder)];
    if (!accounts.ok) return accounts;
    if (!server.ok) return server;
    const there = find(accounts.value, id);
    if (there !== undefined) await writeAccounts(folder, work(accounts.value, there));
    // Reload also when the account no longer exists: an earlier reload may have failed.
    const reloaded = await reload(server.value);
    if (!reloaded.ok) return reloaded;
    if (there === undefined)
      return failed({
        sr: `${id} није уређај који сме да се повеже: већ је опозван, или није ни додат`,
        en: `${id} is not a box that may connect: it was already revoked, or never added`,
      });
    return ok({ box: there, isReloaded: reloaded.value });
  });
}

function find(accounts: Accounts, id: string): BoxUser | undefined {
  const account = accounts.get(id);
  return account && boxOf([id, account]);
}

async function accountsOf(folder: string): Promise<Result<Accounts, Bilingual>> {
  const accounts = await readAccounts(folder);
  if (!accounts.ok) return accounts;
  return accounts.value === null ? failed(noServer(folder)) : ok(accounts.value);
}

/** Two concurrent commands would each undo the other's changes. */
async function locked<T>(folder: string, work: () => Promise<Result<T, Bilingual>>): Promise<Result<T, Bilingual>> {
  // A missing folder has no lock.
  if (!existsSync(folder)) return failed(noServer(folder));
  const lock = lockFolder(folder);
  if (lock === undefined)
    return failed({
      sr: `у ${folder} ради друга команда; покушајте поново`,
      en: `another command is running in ${folder}; try again`,
    });
  try {
    return await work();
  } finally {
    lock.release();
  }
}
