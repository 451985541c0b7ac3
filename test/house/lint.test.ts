// proof: project
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ESLint } from 'eslint';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const ROOT = resolve(import.meta.dirname, '../..');
const eslint = new ESLint({ cwd: ROOT });

/** The ESLint rules that a text breaks at a path of this project. */
async function brokenRules(filePath: string, ...lines: string[]): Promise<(string | null)[]> {
  const results = await eslint.lintText(`${lines.join('\n')}\n`, { filePath });
  return results.flatMap((result) => result.messages).map((message) => message.ruleId);
}

const BASE = 'src/base/result.ts';
const PFR = 'src/processors/pfr/port.ts';

test('an import from a module below passes, and so does one from the same module', async () => {
  assert.equal(await brokenRules(PFR, "export * from '../../base/index.js';"), []);
  assert.equal(await brokenRules(BASE, "export * from './clock.js';"), []);
});

test('an upward import is refused in every spelling', async () => {
  const spellings = [
    "import '../processors/pfr/index.js';",
    "export * from '../processors/pfr/index.js';",
    "export type { Pfr } from '../processors/pfr/index.js';",
    "export const port = import('../processors/pfr/index.js');",
    'export const port = import(`../processors/pfr/index.js`);',
    "export type Upward = import('../processors/pfr/index.js').Pfr;",
  ];
  for (const line of spellings) {
    assert.ok((await brokenRules(BASE, line)).includes('house/downward-imports'), line);
  }
});

test('an import past the index of another module is refused, and so is that of the own index', async () => {
  assert.equal(await brokenRules(PFR, "export * from '../../base/result.js';"), ['house/downward-imports']);
  assert.equal(await brokenRules(PFR, "export const result = import('../../base/result.js');"), [
    'house/downward-imports',
  ]);
  assert.ok((await brokenRules(PFR, "export * from './index.js';")).includes('house/downward-imports'));
  const page = 'src/interfaces/web/client/text/language.ts';
  assert.equal(await brokenRules(page, "export * from '../../../../base/bilingual.js';"), []);
  assert.equal(await brokenRules(page, "export * from '../../../../base/result.js';"), ['house/downward-imports']);
  assert.equal(await brokenRules(PFR, "export * from '../../base/bilingual.js';"), ['house/downward-imports']);
});

test('an error for people is a message; a few files have errors for the log', async () => {
  const sentence = "import type { Result } from './result.js';\nexport type Read = Result<number, string>;";
  assert.equal(await brokenRules('src/base/money.ts', sentence), ['house/message-errors']);
  assert.equal(await brokenRules('src/outward/updates/rauc.ts', sentence), []);
  assert.equal(await brokenRules('src/base/money.ts', sentence.replace(', string>', ', Error>')), []);
});

test('a circle is refused, also one of types only', async () => {
  // clock.ts imports time.ts.
  const back = "export type { Clock } from './clock.js';";
  const results = await eslint.lintText(`${back}\n`, { filePath: 'src/base/time.ts' });
  const messages = results.flatMap((result) => result.messages).map(({ message }) => message);
  const circle = 'base/time.ts → base/clock.ts → base/time.ts';
  assert.equal(messages, [`these files import each other in a circle: ${circle}`]);
  assert.equal(await brokenRules('src/base/time.ts', "export * from './clock.js';"), ['house/no-circles']);
});

test('an import that hides its file from the rule is refused', async () => {
  const hidden = ["'../base'", "'./http'", "'./http/channel'", "'.'", "'/etc/passwd.js'", "'file:///etc/passwd.js'"];
  for (const specifier of hidden) {
    assert.ok((await brokenRules(PFR, `import ${specifier};`)).includes('house/downward-imports'), specifier);
  }
  assert.ok(
    (await brokenRules(BASE, "declare module '../processors/pfr/port.js' {}")).includes('house/downward-imports'),
  );
  assert.ok((await brokenRules(BASE, "import 'node:module';")).includes('no-restricted-imports'));
});

test('no comment switches a rule off, and none hides a circle', async () => {
  const off = '/* eslint-disable */';
  assert.ok((await brokenRules(BASE, off, "import '../processors/pfr/index.js';")).includes('house/downward-imports'));
  // clock.ts imports time.ts.
  const rules = await brokenRules('src/base/time.ts', "export * from /* far away */ './clock.js';");
  assert.equal(rules, ['house/no-circles']);
});

test('a dynamic import whose target is computed is refused', async () => {
  for (const target of ['`../${name}/port.js`', "'../' + name", 'name']) {
    const rules = await brokenRules(BASE, `export const port = (name: string) => import(${target});`);
    assert.ok(rules.includes('house/downward-imports'), target);
  }
});

test('an import from an unknown module, or from outside src, is refused', async () => {
  assert.equal(await brokenRules(PFR, "export * from '../attic/box.js';"), ['house/downward-imports']);
  assert.equal(await brokenRules(PFR, "import '../../../build.mjs';"), ['house/downward-imports']);
});

test('a file in an unknown module is refused', async () => {
  const results = await eslint.lintText('export {};\n', { filePath: 'src/attic/box.ts' });
  const messages = results.flatMap((result) => result.messages).map((message) => message.message);
  assert.equal(messages, ["'attic/box' is not a module of src: add it to its group in scripts/lint/house.mjs"]);
});

/** Texts by the rule of oxlint that each breaks; what needs types needs a whole project, of which each is a file. */
const MISTAKES: Readonly<Record<string, readonly string[]>> = {
  'no-explicit-any': ['export function f(x: any): void {}'],
  'no-unsafe-assignment': ["export const x = JSON.parse('1');"],
  'no-floating-promises': ['declare function later(): Promise<void>;', 'later();'],
  'no-misused-promises': ['declare function later(): Promise<void>;', 'if (later()) later;'],
  'no-misused-promises.silenced': [
    '/* eslint-disable */',
    'declare function later(): Promise<void>;',
    'if (later()) later;',
  ],
  'switch-exhaustiveness-check': [
    "export function f(x: 'a' | 'b'): number {",
    "  switch (x) { case 'a': return 1; default: return 2; }",
    '}',
  ],
  'no-unnecessary-condition': ['export const f = (x: string): number => (x === undefined ? 1 : 2);'],
  'consistent-type-imports': ["import { Result } from './good.js';", 'export type R = Result;'],
  eqeqeq: ['export const f = (x: number): boolean => x == 1;'],
  'no-unused-vars': ['function f(): void {}', 'export {};'],
};

test('oxlint refuses what the strict rules of TypeScript refuse, with types, and no comment of ESLint silences it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kasirbox-lint-'));
  try {
    mkdirSync(join(folder, 'src'));
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    const compilerOptions = { strict: true, target: 'es2022', module: 'preserve', types: [] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }));
    writeFileSync(join(folder, 'src/good.ts'), 'export type Result = string;\n');
    for (const [rule, lines] of Object.entries(MISTAKES)) {
      writeFileSync(join(folder, `src/${rule}.ts`), `${lines.join('\n')}\n`);
    }
    const { stdout, stderr } = spawnSync(
      join(ROOT, 'node_modules/.bin/oxlint'),
      ['--type-aware', '-c', join(ROOT, '.oxlintrc.json'), '-f', 'json', 'src'],
      { cwd: folder, encoding: 'utf8' },
    );
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] };
    const found = diagnostics.map(({ code, filename }) => `${filename}: ${code.replace(/^.*\((.*)\)$/, '$1')}`);
    for (const rule of Object.keys(MISTAKES)) {
      const line = `src/${rule}.ts: ${rule.split('.')[0] ?? ''}`;
      assert.ok(found.includes(line), `${line} is missing in\n${found.join('\n')}\n${stderr}`);
    }
    assert.not.ok(found.some((line) => line.includes('good.ts')));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a comment that switches a rule of oxlint off is refused', async () => {
  const name = ['oxlint', 'disable'].join('-');
  assert.equal(await brokenRules(BASE, `// ${name}-next-line`, 'export {};'), ['no-warning-comments']);
});

test('console is refused in src', async () => {
  assert.equal(await brokenRules(BASE, "console.log('x');"), ['no-console']);
});

test('a default export is refused', async () => {
  assert.equal(await brokenRules(BASE, 'export default 1;'), ['no-restricted-exports']);
});

test('a test that silences the others is refused', async () => {
  const lines = ["import { test } from 'uvu';", "test.only('x', () => undefined);"];
  assert.equal(await brokenRules('test/house/lint.test.ts', ...lines), ['no-restricted-syntax']);
});

test.run();
