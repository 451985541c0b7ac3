import { existsSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readOptions, type RunOptions } from './options.js';
import { runnerOf } from './runner.js';
import { testsOf } from './tests.js';

const isFolder = (name: string): boolean => existsSync(`src/${name}`);

function read(...args: string[]): RunOptions {
  const options = readOptions(args, isFolder);
  assert.type(options, 'object', args.join(' '));
  return options as RunOptions;
}

test('without folders, a pass tries those where errors are expensive, and a sample all that are measured', () => {
  const passed = read('--pass').folders;
  assert.equal(passed, [
    'platform/ledger',
    'sales',
    'processors/pfr',
    'paper/printing',
    'processors/card',
    'shop/access',
    'interfaces/web/session',
  ]);
  assert.equal(read('--part', '3/10').folders, passed);
  const { folders, sample } = read();
  assert.equal(folders, [
    ...passed,
    'platform/http',
    'interfaces/web/routes',
    'interfaces/web/client/till',
    'outward/delivery',
    'outward/backup',
    'programs/fleet',
    'outward/updates',
  ]);
  assert.is(sample, 300);
  assert.equal(read('--list').folders, folders);
  assert.equal(read('--pass', 'outward/group').folders, ['outward/group']);
});

test('each folder of the lists exists and has tests', async () => {
  const runner = await runnerOf(process.cwd());
  for (const folder of read().folders) {
    assert.ok(isFolder(folder), folder);
    assert.ok(testsOf(runner, folder).length > 0, folder);
  }
});

test('an unknown folder or option, a value that is not a number and a part that does not exist are wrong', () => {
  for (const args of [['sales/none'], ['--none'], ['--sample', 'ten'], ['--part', '4/3'], ['--part', '1/1']])
    assert.is(readOptions(args, isFolder), 'wrong', args.join(' '));
});

test.run();
