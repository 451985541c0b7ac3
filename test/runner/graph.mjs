import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { ROOT } from './files.mjs';

/** Imports of types alone: they are gone when a test runs, and the type check looks at them. */
const TYPES_ONLY = /^(?:import|export) type [^;]*? from ['"][^'"]+['"];$/gms;
/** Short texts in quotes: imports in every spelling, and programs, pictures and documents that a test names. */
const QUOTED = /(['"`])([^'"`\n\s]{2,120})\1/g;
/** An import or export of names from another file: the names, and the file. */
const NAMED = /^(?:import|export) \{([^}]*)\} from ['"](\.[^'"]+)['"];$/gms;
/** What is built from sources, by a text that a file contains which runs it: the whole program, and the pages in a browser. */
const BUILT = [
  { text: 'kasirbox.cjs', source: 'src/programs/main.ts' },
  { text: "from 'playwright-core'", source: 'src/interfaces/web/client/main.tsx' },
];
const CODE = /\.(?:tsx?|mjs|cjs)$/;
const FACE = /^src\/(?:\w+\/)?\w+\/index\.ts$/;
const FOLDERS = ['src', 'test', 'scripts'];

function filesBelow(folder) {
  return readdirSync(resolve(ROOT, folder), { recursive: true }).map((name) => `${folder}/${name}`);
}

/**
 * Which file uses which: the users of each path. A file uses another when it names it in quotes, relative to itself or to
 * the root. A folder that is named stands for what lies in it, unless that is code, which is imported by name.
 */
export function usersOfFiles() {
  const users = new Map();
  for (const file of FOLDERS.flatMap(filesBelow).filter((path) => CODE.test(path))) {
    for (const used of usedBy(file)) users.set(used, [...(users.get(used) ?? []), file]);
  }
  return users;
}

/** The file behind each name that an index (src/GROUP/MODULE/index.ts) exports, by the path of the index. */
const faces = new Map();

function namesOfFace(face) {
  const known = faces.get(face);
  if (known !== undefined) return known;
  const names = new Map();
  faces.set(face, names);
  for (const [, list, specifier] of readFileSync(resolve(ROOT, face), 'utf8').matchAll(NAMED)) {
    const file = pathOf(dirname(face), specifier);
    for (const name of namesIn(list)) if (file !== undefined) names.set(name.shown, file);
  }
  return names;
}

/** The names in the braces of an import or export: as the other file has it, and as it is shown. Types are left out. */
function namesIn(list) {
  return list
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '' && !entry.startsWith('type '))
    .map((entry) => {
      const [taken, shown = taken] = entry.split(/\s+as\s+/);
      return { taken, shown };
    });
}

/**
 * Removes imports by name from an index out of a text, and adds the files behind the names: importing one name of a
 * module does not use the whole module.
 */
function throughFaces(file, text, used) {
  return text.replace(NAMED, (statement, list, specifier) => {
    const target = pathOf(dirname(file), specifier);
    if (target === undefined || !FACE.test(target) || FACE.test(file)) return statement;
    const names = namesOfFace(target);
    for (const { taken } of namesIn(list)) used.add(names.get(taken) ?? target);
    return '';
  });
}

function usedBy(file) {
  const used = new Set();
  const text = throughFaces(file, readFileSync(resolve(ROOT, file), 'utf8').replace(TYPES_ONLY, ''), used);
  for (const built of BUILT) if (text.includes(built.text)) used.add(built.source);
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
  for (const candidate of [path, path.replace(/\.js$/, '.ts'), path.replace(/\.js$/, '.tsx')]) {
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
