import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import { newFolder } from '../../kit/folder.js';

/** Files of the image beside the box, from the repository. */
export const OVERLAY = join(import.meta.dirname, '../../../board/overlay');

/** Stand-ins of the programs of a board, which write down how they were called. */
export class Programs {
  readonly folder = newFolder();
  private readonly calls = join(this.folder, 'calls');

  /** `scripts`: what each program does, in the language of `sh`, with `$0`'s folder as its working folder. */
  constructor(scripts: Readonly<Record<string, string>>) {
    mkdirSync(this.folder, { recursive: true });
    for (const [name, script] of Object.entries(scripts)) {
      const path = join(this.folder, name);
      writeFileSync(path, `#!/bin/sh\ncd "\${0%/*}"\necho "${name} $*" >>calls\n${script}\n`);
      chmodSync(path, 0o755);
    }
  }

  /** Runs a script of the image with these programs in the place of those of a board. */
  run(script: string, ...args: readonly string[]): { readonly code: number | null; readonly said: string } {
    const env = { PATH: `${this.folder}:/usr/bin:/bin` };
    const { status, stdout, stderr } = spawnSync(join(OVERLAY, script), args, { env, encoding: 'utf8' });
    return { code: status, said: stdout + stderr };
  }

  /** The calls so far that begin with one of these words, in order. */
  callsOf(...names: readonly string[]): string[] {
    const lines = existsSync(this.calls) ? readFileSync(this.calls, 'utf8').trimEnd().split('\n') : [];
    return lines.filter((line) => names.includes(line.split(' ')[0] ?? ''));
  }

  /** A file in the folder of the programs. */
  read(name: string): string {
    return readFileSync(join(this.folder, name), 'utf8');
  }

  write(name: string, text: string): string {
    writeFileSync(join(this.folder, name), text);
    return join(this.folder, name);
  }
}

/** A test that needs root and these programs of the machine; it is skipped elsewhere. */
export function rootTest(name: string, programs: readonly string[], work: () => Promise<void> | void): void {
  const missing = programs.filter((program) => spawnSync(program, ['--help']).error !== undefined);
  const isRoot = process.getuid?.() === 0;
  if (isRoot && missing.length === 0) {
    test(name, async () => work());
    return;
  }
  console.log(`skipped: ${isRoot ? missing.join(', ') : 'root'}`);
  test.skip(name, async () => work());
}
