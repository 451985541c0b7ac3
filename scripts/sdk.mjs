/**
 * Makes the TypeScript client of the API: `npm run sdk -- [--out dist/sdk]`. Its types are those of this tree's API
 * document, generated as on a box; its code is src/sdk with openapi-fetch included, so that the package has no
 * dependencies. The same tree gives the same bytes.
 */
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import openapiTypescript, { astToString, COMMENT_HEADER } from 'openapi-typescript';
import ts from 'typescript';
import { openApiDocument } from '../src/interfaces/api/openapi.ts';
import { definition } from '../src/interfaces/api/registry.ts';
import { noticeOf, noticesOf } from './notices.mjs';

const ROOT = resolve(import.meta.dirname, '..');
const NAME = '@kasirbox/client';
/** Packages referenced by the client's declarations; their declarations are copied next to them. */
const DECLARED = ['openapi-fetch', 'openapi-typescript-helpers'];
const BASE_PATH = '/api/v1';

const { values } = parseArgs({ options: { out: { type: 'string', default: 'dist/sdk' } } });
const out = resolve(values.out);
const { version, license, engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

/** The document without the paths outside of the API, which are for monitoring and have another address. */
function apiDocument() {
  const document = JSON.parse(JSON.stringify(openApiDocument(definition, { version, basePath: BASE_PATH })));
  for (const [path, { servers }] of Object.entries(document.paths)) if (servers) delete document.paths[path];
  return document;
}

/** The operations that take an idempotency key, such as `POST /invoices`. */
function keyedOperations({ paths }) {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, { parameters = [] }]) => parameters.some(({ name }) => name === 'Idempotency-Key'))
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  );
}

const entry = (keyed) => `import { connect, type KasirboxClient, type KasirboxOptions } from './client.js';
import type { components, paths } from './schema.js';

export type { EventsOptions, FailureReason, KasirboxOptions } from './client.js';
export { EventsError, NoAnswerError } from './exchange.js';
export type { components, operations, paths } from './schema.js';

export type Invoice = components['schemas']['Invoice'];
export type InvoiceRequest = components['schemas']['InvoiceRequest'];
/** The \`error\` of an answer: \`code\`, \`message\`, and \`rule\`, \`field\`, \`messageEn\` of a kasirbox. */
export type ApiError = components['schemas']['Error']['error'];
export type BoxEvent = components['schemas']['EventList']['events'][number];
export type Kasirbox = KasirboxClient<paths, BoxEvent>;

/** A client of one box: \`kasirbox.POST('/invoices', { body })\`. Throws for options that no box has. */
export function createKasirbox(options: KasirboxOptions): Kasirbox {
  return connect<paths, BoxEvent>(options, ${JSON.stringify(keyed)});
}
`;

/** Writes declarations for all files in a folder; throws with the compiler's messages. */
function declare(folder, to) {
  const options = {
    ...{ declaration: true, emitDeclarationOnly: true, outDir: to, rootDir: folder, skipLibCheck: true, strict: true },
    ...{ target: ts.ScriptTarget.ES2022, lib: ['lib.es2023.d.ts'], types: ['node'], exactOptionalPropertyTypes: true },
    ...{ module: ts.ModuleKind.Preserve, moduleResolution: ts.ModuleResolutionKind.Bundler },
  };
  const program = ts.createProgram([join(folder, 'index.ts')], options);
  const { diagnostics } = program.emit(undefined, (file, text) => writeFileSync(file, withNeighbours(text)));
  const all = [...ts.getPreEmitDiagnostics(program), ...diagnostics];
  const host = { getCurrentDirectory: () => ROOT, getCanonicalFileName: (file) => file, getNewLine: () => '\n' };
  if (all.length > 0) throw new Error(ts.formatDiagnostics(all, host));
}

/** Replaces packages in declarations by the files next to them. */
function withNeighbours(text) {
  return DECLARED.reduce((changed, name) => changed.replaceAll(`from '${name}'`, `from './${name}.js'`), text);
}

const document = apiDocument();
mkdirSync(join(ROOT, '.cache'), { recursive: true });
// Inside the project, so that packages are found.
const stage = mkdtempSync(join(ROOT, '.cache/sdk-'));
try {
  cpSync(join(ROOT, 'src/sdk'), stage, { recursive: true });
  const schema = astToString(await openapiTypescript(document, { silent: true }));
  writeFileSync(join(stage, 'schema.ts'), COMMENT_HEADER + schema);
  writeFileSync(join(stage, 'index.ts'), entry(keyedOperations(document)));
  // Removes the output of an earlier build.
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  declare(stage, out);
  await build({
    ...{ absWorkingDir: stage, entryPoints: ['index.ts'], outfile: join(out, 'index.js'), bundle: true },
    ...{ platform: 'node', format: 'esm', target: 'node20', charset: 'utf8', logLevel: 'warning' },
  });
} finally {
  rmSync(stage, { recursive: true });
}
for (const name of DECLARED) {
  const text = readFileSync(join(ROOT, 'node_modules', name, 'dist/index.d.mts'), 'utf8');
  writeFileSync(join(out, `${name}.d.ts`), withNeighbours(text));
}
const manifest = {
  ...{
    name: NAME,
    version,
    description: 'Client of the REST API of a kasirbox',
    license,
    private: true,
    type: 'module',
  },
  ...{ exports: { '.': { types: './index.d.ts', default: './index.js' } }, types: './index.d.ts', sideEffects: false },
  engines,
};
writeFileSync(join(out, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
copyFileSync(join(ROOT, 'src/sdk/README.md'), join(out, 'README.md'));
copyFileSync(join(ROOT, 'LICENSE'), join(out, 'LICENSE'));
const foreign = DECLARED.map((name) => noticeOf(join(ROOT, 'node_modules', name)));
writeFileSync(join(out, 'THIRD-PARTY-NOTICES.txt'), noticesOf(NAME, foreign));
console.log(`${NAME} ${version} is in ${values.out}`);
