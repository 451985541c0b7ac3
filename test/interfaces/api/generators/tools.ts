import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { build } from 'esbuild';

/** `scripts/test` installs the tools there; some of them need a Node as new as that of the box. */
const INSTALLED = resolve(import.meta.dirname, '../../../../.cache/generators');
const PROGRAMS = join(import.meta.dirname, 'programs');
const MODULES = join(INSTALLED, 'node_modules');
const NODE = process.env['KASIRBOX_NODE24'];

/** Why the tools cannot be run here; undefined: they can. */
export const missing =
  NODE === undefined || !existsSync(join(INSTALLED, 'installed.sha256'))
    ? 'the generators, or the Node that they need, are not installed; scripts/test installs them'
    : undefined;

export interface Outcome {
  readonly code: number;
  readonly text: string;
}

function execute(program: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}): Promise<Outcome> {
  const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' };
  return new Promise((done) => {
    execFile(program, args, { cwd, env: { ...process.env, ...quiet, ...env } }, (error, stdout, stderr) => {
      done({ code: error === null ? 0 : typeof error.code === 'number' ? error.code : 1, text: stdout + stderr });
    });
  });
}

/** A folder for one tool, with the document in it. */
export function workplace(document: string, zod: 'zod' | 'zod4' = 'zod4'): string {
  const folder = mkdtempSync(join(INSTALLED, 'work-'));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(join(MODULES, zod), join(folder, 'node_modules/zod'));
  writeFileSync(join(folder, 'openapi.json'), document);
  // Generators look here for the release of zod that they write for.
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', dependencies: { zod: '4.6.7' } }));
  return folder;
}

/** Runs a tool by the file in its package. */
export function tool(file: string, args: readonly string[], folder: string): Promise<Outcome> {
  return execute(NODE ?? '', [join(MODULES, file), ...args], folder);
}

/** Starts a tool that runs until it is ended, such as a server. */
export function startTool(
  file: string,
  args: readonly string[],
  folder: string,
): ChildProcessByStdio<null, Readable, Readable> {
  return spawn(NODE ?? '', [join(MODULES, file), ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** What the compiler says of a program of this folder and of what was generated for it. */
export function compile(name: string, folder: string): Promise<Outcome> {
  for (const file of ['box.ts', `${name}.ts`]) copyFileSync(join(PROGRAMS, file), join(folder, file));
  const options = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: 'es2022',
    lib: ['es2023', 'dom', 'dom.iterable'],
    module: 'preserve',
    moduleResolution: 'bundler',
    types: ['node'],
    typeRoots: [resolve(import.meta.dirname, '../../../../node_modules/@types')],
  };
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, files: [`${name}.ts`], include: ['generated*'] }),
  );
  return tool('typescript/bin/tsc', ['-p', folder], folder);
}

/** Runs a program that was compiled, against a box. */
export async function run(name: string, folder: string, env: NodeJS.ProcessEnv): Promise<Outcome> {
  const outfile = join(folder, 'program.mjs');
  await build({
    absWorkingDir: folder,
    entryPoints: [join(folder, `${name}.ts`)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    // What axios brings along asks for the modules of Node as CommonJS does.
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    logLevel: 'silent',
  });
  return execute(process.execPath, [outfile], folder, env);
}
