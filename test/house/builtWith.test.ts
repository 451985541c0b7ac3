// proof: project
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const ROOT = resolve(import.meta.dirname, '../..');
/** An import of a package that is there when the box runs, in the source or in the build. */
const IMPORT =
  /^(?:import|export) (?!type )[^;]*?from '((?:@[\w.-]+\/)?[\w.-]+)(?:\/[^']*)?';$|import\('((?:@[\w.-]+\/)?[\w.-]+)/gms;

test('what the box is built with is among the packages that scripts/start installs', () => {
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const files = ['src', 'scripts/faces', 'scripts/help']
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    )
    .concat('build.mjs')
    .filter((name) => /\.(?:tsx?|mjs)$/.test(name))
    // The client for other programs is a package of its own.
    .filter((name) => !name.startsWith('src/sdk/'));
  const found = files.flatMap((file) =>
    Array.from(readFileSync(join(ROOT, file), 'utf8').matchAll(IMPORT), ([, first, second]) => first ?? second ?? ''),
  );
  const packages = new Set(found.filter((name) => name !== '.' && name !== '..'));
  assert.ok(packages.has('qr') && packages.has('esbuild') && packages.has('preact'));
  assert.equal(
    [...packages].filter((name) => !Object.hasOwn(dependencies, name)),
    [],
  );
});

test.run();
