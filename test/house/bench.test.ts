// turns: 4
// proof: project
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const ROOT = resolve(import.meta.dirname, '../..');

test('the benchmark finds all that it measures, and names its parts', () => {
  const args = ['--import', 'tsx', 'test/bench/main.ts', '--help'];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
  assert.is(status, 0, stderr);
  assert.match(stderr, /PART +only these: receipt, sale, load, start/);
});

test.run();
