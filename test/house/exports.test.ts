// proof: project
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Project } from './project.js';

/** The search for exports that nothing needs, on a project of two modules. */

const LISTED = 'scripts/lint/exports.json';
const project = new Project();

test.before.each(() => {
  project.write(LISTED, '[]');
  project.write('src/base/index.ts', "export { one } from './one.js';\n");
  project.write('src/base/one.ts', 'export const one = 1;\n');
  project.write('src/sdk/client.ts', "import { one } from '../base/index.js';\n\nexport const connect = one;\n");
  project.write('test/base/one.test.ts', "import { one } from '../../src/base/one.js';\n\nvoid one;\n");
});

test.after(() => project.remove());

function lint(...options: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/lint/exports.mjs', ...options], {
    cwd: project.root,
    encoding: 'utf8',
  });
  return { status, stdout, problems: stderr.split('\n').slice(0, -1) };
}

const OWN = 'only its own file uses this export';

test('the present project has no export without need', () => {
  const script = resolve(import.meta.dirname, '../../scripts/lint/exports.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' });
  assert.is(status, 0, stdout + stderr);
});

test('an export that another file of the box imports passes, and so does the client for programs of others', () => {
  assert.equal(lint(), {
    status: 0,
    stdout: 'exports: 0 that only their own file uses, 0 for tests alone\n',
    problems: [],
  });
});

test('an export of any form that only its own file uses fails', () => {
  const forms = [
    'export const two = 2;',
    'export function two() {}',
    'export async function two() {}',
    'export function* two() {}',
    'export abstract class two {}',
    'export interface two {}',
    'export type two = 1;',
    'const two = 2;\nexport { two };',
    'const first = 2;\nexport { first as two };',
    "export { two } from './two.js';",
  ];
  for (const form of forms) {
    project.write('src/base/one.ts', `export const one = 1;\n${form}\n// import { two } from './one.js';\n`);
    assert.equal(lint().problems, [`src/base/one.ts two: ${OWN}`], form);
  }
});

test('an import of any form counts', () => {
  project.write('src/base/one.ts', 'export const one = 1;\nexport const two = 2;\n');
  const forms = [
    "import { two } from './one.js';",
    "import type { two } from './one.js';",
    "import {\n  type two as other,\n} from './one.js';",
    "import * as all from './one.js';",
    "const { two } = await import('./one.js');",
    "const all = await import('./one.js');",
    "const other = (await import('./one.js')).two;",
    "type Other = import('./one.js').two;",
  ];
  for (const form of forms) {
    project.write('src/base/other.ts', `${form}\n`);
    assert.equal(lint().problems, [], form);
  }
  project.write('src/base/other.ts', "const { one } = await import('./one.js');\n");
  assert.equal(lint().problems, [`src/base/one.ts two: ${OWN}`]);
  project.write('src/base/other.ts', '');
});

test('a name in the face of a module that no other module imports fails, also if a test imports it', () => {
  project.write('src/sdk/client.ts', '');
  project.write('test/base/one.test.ts', "import { one } from '../../src/base/index.js';\n");
  assert.equal(lint().problems, [`src/base/index.ts one: ${OWN}`]);
});

test('an export for tests alone must be listed, and no other may be', () => {
  project.write('src/base/one.ts', 'export const one = 1;\nexport const BOUND = 2;\n');
  project.write('test/base/one.test.ts', "import { BOUND } from '../../src/base/one.js';\n");
  assert.equal(lint().problems, [`src/base/one.ts BOUND: only tests import this, and ${LISTED} has it not`]);
  assert.is(lint('--list').status, 0);
  project.write('test/base/one.test.ts', '');
  project.write('src/base/one.ts', 'export const one = 1;\n');
  assert.equal(lint().problems, [`src/base/one.ts BOUND: ${LISTED} has it without need`]);
});

test.run();
