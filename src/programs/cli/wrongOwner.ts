import { accessSync, constants, lstatSync, readFileSync, type Stats } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, resolve, sep } from 'node:path';

/** A path in a data folder that its box may not use, and how to repair it. */
interface WrongOwner {
  readonly path: string;
  /** Names of users, or their numbers. */
  readonly owner: string;
  readonly user: string;
  /** The command for root. */
  readonly repair: string;
}

/** The user of an installed box. Its command always runs as this user, so the caller has made no mistake. */
const BOX_USER = 'kasirbox';

/**
 * Finds why the box cannot use `path`: the uppermost file or folder on the path inside a folder of the box that belongs
 * to another user, or that belongs to the box without the rights of an owner. Undefined when the caller is another
 * user.
 */
export function wrongOwner(path: string): WrongOwner | undefined {
  const uid = process.geteuid?.() ?? 0;
  const way = wayTo(resolve(path));
  const user = nameOf(uid);
  const own = way.findIndex(({ owner }) => owner === uid);
  const folder = process.env['KASIRBOX_DATA'];
  const inside = way.findIndex((step) => step.path === folder);
  const first = own >= 0 ? own : user === BOX_USER ? inside : -1;
  if (first < 0) return undefined;
  const steps = way.slice(first);
  const foreign = steps.find(({ owner }) => owner !== uid);
  if (foreign !== undefined) {
    const repair = `chown -R ${user}: ${foreign.path}`;
    return { path: foreign.path, owner: nameOf(foreign.owner), user, repair };
  }
  const shut = steps.find((step) => !isUsable(step.path));
  if (shut === undefined) return undefined;
  return { path: shut.path, owner: user, user, repair: `chmod -R u+rwX ${shut.path}` };
}

/** Each step from the root to a path, as far as it can be read. */
function wayTo(path: string): readonly { readonly path: string; readonly owner: number }[] {
  const steps = path === sep ? [sep] : [...parentsOf(path), path];
  return steps.flatMap((step) => {
    const stats = statOf(step);
    return stats === undefined ? [] : [{ path: step, owner: stats.uid }];
  });
}

function parentsOf(path: string): string[] {
  const above = dirname(path);
  return above === path ? [path] : above === sep ? [sep] : [...parentsOf(above), above];
}

function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
}

function isUsable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK | (statOf(path)?.isDirectory() === true ? constants.X_OK : 0));
    return true;
  } catch {
    return false;
  }
}

function nameOf(uid: number): string {
  try {
    if (uid === process.geteuid?.()) return userInfo().username;
    const row = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((line) => line.split(':')[2] === String(uid));
    return row?.split(':')[0] ?? String(uid);
  } catch {
    return String(uid);
  }
}
