import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { ROOT } from './files.mjs';

/** Imports of types alone: they are gone when a test runs, and the type check looks at them. */
const TYPES_ONLY = /^(?:import|export) type [^;]*? from ['"][^'"]+['"];$/gms;
/** Short texts in quotes: imports in every spelling, and programs, pictures and documents that a test names. */
const QUOTED = /(['"`])([^'"`\n\s]{2,120})\1/g;
/** Who names the bundle runs the whole program. */
const BUNDLE = { name: 'kasirbox.cjs', source: 'src/main.ts' };
const CODE = /\.(?:ts|mjs)$/;
const ROOMS = ['src', 'test', 'scripts'];

function filesBelow(folder) {
  return readdirSync(resolve(ROOT, folder), { recursive: true }).map((name) => `${folder}/${name}`);
}

/**
 * Which file uses which: the users of each path. A file uses another when it names it in quotes, relative to itself or to
 * the root. A folder that is named stands for what lies in it, unless that is code, which is imported by name.
 */
export function usersOfFiles() {
  const users = new Map();
  for (const file of ROOMS.flatMap(filesBelow).filter((path) => CODE.test(path))) {
    for (const used of usedBy(file)) users.set(used, [...(users.get(used) ?? []), file]);
  }
  return users;
}

function usedBy(file) {
  const text = readFileSync(resolve(ROOT, file), 'utf8').replace(TYPES_ONLY, '');
  const used = new Set();
  if (text.includes(BUNDLE.name)) used.add(BUNDLE.source);
  for (const [, , name] of text.matchAll(QUOTED)) {
    for (const folder of [dirname(file), '.']) {
      const path = pathOf(folder, name);
      if (path !== undefined && path !== file) used.add(path);
    }
  }
  return used;
}

/** The file or folder of the project that a name means; a folder ends in a slash. */
function pathOf(folder, name) {
  const target = resolve(ROOT, folder, name);
  const path = relative(ROOT, target);
  if (path === '' || path.startsWith('..') || path.startsWith('node_modules')) return undefined;
  for (const candidate of [path, path.replace(/\.js$/, '.ts')]) {
    const found = statSync(resolve(ROOT, candidate), { throwIfNoEntry: false });
    if (found !== undefined) return found.isDirectory() ? `${candidate}/` : candidate;
  }
  return undefined;
}

/** The steps from a changed file to each file that uses it, itself at 0. */
export function distancesFrom(changed, users) {
  const distances = new Map([[changed, 0]]);
  const open = [changed];
  for (const folder of CODE.test(changed) ? [] : foldersAbove(changed)) {
    distances.set(folder, 0);
    open.push(folder);
  }
  for (let at = open.shift(); at !== undefined; at = open.shift()) {
    for (const user of users.get(at) ?? []) {
      if (distances.has(user)) continue;
      distances.set(user, distances.get(at) + 1);
      open.push(user);
    }
  }
  return distances;
}

function foldersAbove(path) {
  const folders = [];
  for (let at = dirname(path); at !== '.'; at = dirname(at)) folders.push(`${at}/`);
  return folders;
}
