// proof: project
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Project } from './project.js';

/** The count of avoided words and long lines, on a project whose maxima are small. */

const MAXIMA = 'scripts/lint/english.json';
const COUNTS = { documents: { words: 1, long: 0 }, comments: { words: 1, long: 0 } };
const DOCUMENT = 'The receipt is kept.\n';
const SOURCE = '// The key is held here.\nexport const one = 1;\n';

const project = new Project();

test.before.each(() => {
  project.write(MAXIMA, JSON.stringify(COUNTS));
  project.write('docs/operate.md', DOCUMENT);
  project.write('src/base/one.ts', SOURCE);
});

test.after(() => project.remove());

function lint(...options: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/lint/english.mjs', ...options], {
    cwd: project.root,
    encoding: 'utf8',
  });
  return { status, stdout, problems: stderr.split('\n').slice(0, -2) };
}

function git(...args: readonly string[]): void {
  const who = ['-c', 'user.name=test', '-c', 'user.email=test@localhost'];
  const { status, stderr } = spawnSync('git', [...who, ...args], { cwd: project.root, encoding: 'utf8' });
  assert.is(status, 0, stderr);
}

test('the present project is within its maxima', () => {
  const script = resolve(import.meta.dirname, '../../scripts/lint/english.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' });
  assert.is(status, 0, stdout + stderr);
});

test('counts at their maxima pass', () => {
  const { status, stdout } = lint();
  assert.is(status, 0);
  assert.match(stdout, /^documents: 1 avoided words \(500\.0 in 1,000 lines\), 0 long lines$/m);
});

test('a new avoided word in a document, or in a comment of any form, fails', () => {
  for (const [file, before] of [
    ['docs/operate.md', DOCUMENT],
    ['docs/decisions/0001-one.md', ''],
    ['CHANGELOG.md', ''],
  ] as const) {
    project.write(file, `${before}Nobody sees it.\n`);
    assert.equal(lint().problems, ['documents: 2 avoided words, at most 1'], file);
    project.write(file, before);
  }
  for (const comment of ['// It was told.', '/**\n * It was told.\n */', 'export const two = 2; // It was told.']) {
    project.write('src/base/one.ts', `${SOURCE}${comment}\n`);
    assert.equal(lint().problems, ['comments: 2 avoided words, at most 1'], comment);
  }
  assert.match(lint('--list').stdout, /^ {2}src\/base\/one\.ts:3: told$/m);
});

test('a long line fails; code, and rows of a table, may be long', () => {
  const long = 'x '.repeat(61);
  project.write('docs/operate.md', `${DOCUMENT}| ${long} |\n\`\`\`sh\n${long}# kept\n\`\`\`\n\`kept\`\n`);
  assert.is(lint().status, 0);
  project.write('docs/operate.md', `${DOCUMENT}${long}\n`);
  project.write('src/base/one.ts', `${SOURCE}// ${long}\n`);
  assert.equal(lint().problems, ['documents: 1 long lines, at most 0', 'comments: 1 long lines, at most 0']);
});

test('a name or a text of a program is no comment', () => {
  project.write('src/base/one.ts', `${SOURCE}export const kept = 'told: https://held';\n`);
  assert.is(lint().status, 0);
});

test('--lower lowers a maximum, and never raises one', () => {
  project.write('docs/operate.md', 'All is well.\n');
  project.write('src/base/one.ts', `${SOURCE}// It was told.\n`);
  lint('--lower');
  const lowered: unknown = JSON.parse(readFileSync(join(project.root, MAXIMA), 'utf8'));
  assert.equal(lowered, { documents: { words: 0, long: 0 }, comments: { words: 1, long: 0 } });
});

test('a maximum that was raised fails, committed or not', () => {
  git('init', '--quiet');
  git('add', MAXIMA);
  git('commit', '--quiet', '--message', 'Begin');
  const raised = JSON.stringify({ ...COUNTS, comments: { words: 2, long: 0 } });
  writeFileSync(join(project.root, MAXIMA), raised);
  assert.equal(lint().problems, [`${MAXIMA}: comments.words is greater than in HEAD`]);
  git('commit', '--quiet', '--all', '--message', 'Raise');
  for (let commits = 0; commits < 19; commits += 1) git('commit', '--quiet', '--allow-empty', '--message', 'Go on');
  assert.equal(lint().problems, [`${MAXIMA}: comments.words is greater than in HEAD~20`]);
});

test.run();
