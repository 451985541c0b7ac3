'use strict';
/**
 * Compiles the project's TypeScript by esbuild, each file once; what was made is kept in `.cache/js` until the file changes. tsx
 * resolves every import in a thread of its own, which takes 0.4 s of each of 600 test processes, and thrice as long of one that
 * loads the whole box (docs/decisions/0024-compiled-tests.md).
 *
 * Files are CommonJS, `./name.js` means `./name.ts`, and `import.meta` tells of the source.
 */
const { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const { dirname, join, relative, resolve } = require('node:path');
const { fileURLToPath, pathToFileURL } = require('node:url');

const ROOT = resolve(__dirname, '../..');
const CACHE = join(ROOT, '.cache/js');

/** What esbuild is told of a file. */
function optionsOf(path) {
  const quote = JSON.stringify;
  return {
    loader: path.endsWith('.tsx') ? 'tsx' : 'ts',
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    sourcefile: path,
    sourcemap: 'inline',
    sourcesContent: false,
    // Node would look for a file of that very name.
    supported: { 'dynamic-import': false },
    define: {
      'import.meta.dirname': quote(dirname(path)),
      'import.meta.filename': quote(path),
      'import.meta.url': quote(pathToFileURL(path).href),
    },
    logLevel: 'silent',
  };
}

/** Where the compiled form of a file is kept, and the line that it ends with as long as it is that of this file. */
function placeOf(path) {
  const { mtimeMs, size } = statSync(path);
  return { kept: join(CACHE, `${relative(ROOT, path)}.js`), end: `\n// ${mtimeMs} ${size}\n` };
}

function readKept({ kept, end }) {
  try {
    const text = readFileSync(kept, 'utf8');
    return text.endsWith(end) ? text : undefined;
  } catch {
    return undefined;
  }
}

/** Two processes may keep the same file at once. */
function keep({ kept, end }, code) {
  mkdirSync(dirname(kept), { recursive: true });
  const temporary = `${kept}.${process.pid}`;
  writeFileSync(temporary, code + end);
  renameSync(temporary, kept);
  return code;
}

function compiled(path) {
  const place = placeOf(path);
  const text = readKept(place);
  if (text !== undefined) return text;
  const { transformSync } = require('esbuild');
  return keep(place, transformSync(readFileSync(path, 'utf8'), optionsOf(path)).code);
}

/** Compiles files of which no compiled form is kept, many at once. */
async function compileAll(paths) {
  const { transform } = require('esbuild');
  const missing = paths
    .map((path) => ({ path, place: placeOf(path) }))
    .filter(({ place }) => readKept(place) === undefined);
  await Promise.all(
    missing.map(async ({ path, place }) =>
      keep(place, (await transform(readFileSync(path, 'utf8'), optionsOf(path))).code),
    ),
  );
}

/** From now on this process runs TypeScript. */
function register() {
  process.setSourceMapsEnabled(true);
  const load = (module, path) => module._compile(compiled(path), path);
  Module._extensions['.ts'] = load;
  Module._extensions['.tsx'] = load;
  const usual = Module._resolveFilename;
  Module._resolveFilename = function (request, parent, ...rest) {
    if (request.startsWith('file:')) return fileURLToPath(request);
    if (/^\.\.?\/.*\.js$/.test(request) && /\.tsx?$/.test(parent?.filename ?? '')) {
      for (const ending of ['.ts', '.tsx']) {
        const source = join(dirname(parent.filename), request.replace(/\.js$/, ending));
        if (isFile(source)) return source;
      }
    }
    return usual.call(this, request, parent, ...rest);
  };
}

/** From now on a file for which `textOf` gives a text is compiled from that, and not from what lies on the disk. */
function replaceSources(textOf) {
  const { transformSync } = require('esbuild');
  const usual = Module._extensions['.ts'];
  Module._extensions['.ts'] = (module, path) => {
    const text = textOf(path);
    if (text === undefined) usual(module, path);
    else module._compile(transformSync(text, optionsOf(path)).code, path);
  };
}

function isFile(path) {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

module.exports = { compileAll, register, replaceSources };
