import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { tmpdir } from 'node:os';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { bundle, copyBundle } from './bundle.js';
import { cleanUp, kasirbox, temporaryFolder } from './process.js';

test.after(cleanUp);

const DIST = resolve(import.meta.dirname, '../../dist');

test('the copy that tests share is that of the newest build, outside the project, for all users, and without maps', () => {
  const folder = dirname(bundle());
  assert.ok(!relative(tmpdir(), folder).startsWith('..'));
  assert.match(folder, / /);
  const names = readdirSync(folder);
  assert.ok(names.includes('web') && names.includes('box.cjs'));
  assert.not.ok(names.some((name) => name.endsWith('.map')));
  for (const name of ['kasirbox.cjs', 'web/app.js'])
    assert.ok(readFileSync(join(folder, name)).equals(readFileSync(join(DIST, name))), name);
  for (const name of ['', ...names]) assert.is(statSync(join(folder, name)).mode & 0o004, 0o004, name);
});

test('a command writes nothing into it: what V8 compiles is kept beside it', async () => {
  const folder = dirname(bundle());
  const before = readdirSync(folder);
  assert.is((await kasirbox(['version'])).code, 0);
  assert.equal(readdirSync(folder), before);
  assert.ok(existsSync(join(folder, '../code', `kasirbox.cjs.${process.version}`)));
});

test('a copy that a test may change has all of the build', () => {
  const folder = temporaryFolder();
  copyBundle(folder);
  assert.ok(existsSync(join(folder, 'kasirbox.cjs.map')));
  assert.ok(existsSync(join(folder, 'web/app.js')));
});

test.run();
