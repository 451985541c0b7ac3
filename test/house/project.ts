import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');
const LOCK = '{}\n';

/** A project of its own, in a path with spaces, with the real scripts and the stand-in for the box as its source. */
export class Project {
  readonly #folder = mkdtempSync(join(tmpdir(), 'kasirbox scripts '));
  readonly root = join(this.#folder, "a clerk's project");

  constructor() {
    cpSync(join(ROOT, 'scripts'), join(this.root, 'scripts'), { recursive: true });
    for (const path of ['test/run.mjs', 'test/quick.mjs', 'test/runner']) {
      cpSync(join(ROOT, path), join(this.root, path), { recursive: true });
    }
    cpSync(join(ROOT, 'test/house/fixtures/stand-in-box.cjs'), join(this.root, 'src/main.cjs'));
    this.write('package.json', '{ "type": "commonjs" }\n');
    this.write('maker.json', '{}\n');
    this.write('scripts/lint/exports.json', '[]\n');
    this.write('docs/sr/uputstvo.md', '# Упутство\n');
    this.write('package-lock.json', LOCK);
    this.write('node_modules/.package-lock.sha256', `${createHash('sha256').update(LOCK).digest('hex')} all\n`);
    this.write(
      'build.mjs',
      "import { cpSync } from 'node:fs';\ncpSync('src/main.cjs', 'dist/kasirbox.cjs');\nconsole.log('built');\n",
    );
  }

  /** Writes a file, by its path below the root. */
  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), text);
  }

  /** Makes a command of one shell line, and gives the PATH on which it comes first. */
  shadow(command: string, line: string): string {
    this.write(`bin/${command}`, `#!/bin/sh\n${line}\n`);
    chmodSync(join(this.root, 'bin', command), 0o755);
    return `${join(this.root, 'bin')}:${process.env['PATH'] ?? ''}`;
  }

  /** Lends a package of the real project. */
  lend(name: string): void {
    symlinkSync(join(ROOT, 'node_modules', name), join(this.root, 'node_modules', name));
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true });
  }
}
