import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ROOT } from './documents.js';

/** Where commands are: our scripts, and what the tests run. Documents run npm in the project, where `.npmrc` counts. */
const PLACES = ['scripts', 'board', 'systemd', '.ci', 'test', 'build.mjs'];

function filesIn(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path).flatMap((name) => filesIn(join(path, name)));
}

test('no script of a package runs when it is installed', () => {
  const npmrc = readFileSync(join(ROOT, '.npmrc'), 'utf8').split('\n');
  assert.ok(npmrc.includes('ignore-scripts=true'), '.npmrc');
  const files = PLACES.flatMap((place) => filesIn(join(ROOT, place)));
  const commands = files.flatMap((file) =>
    readFileSync(file, 'latin1')
      .split('\n')
      .filter((row) => /\bnpm['",\s[]+(?:ci|i|install|add|update)\b(?!-)/.test(row))
      .map((row) => ({ file, row })),
  );
  assert.ok(commands.length >= 3, 'the commands are found');
  for (const { file, row } of commands) assert.ok(row.includes('--ignore-scripts'), `${file}: ${row.trim()}`);
});

test.run();
