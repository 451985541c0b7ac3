import { execFile } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../kit/process.js';
import { ROOT } from '../house/documents.js';

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A shop's folder outside the project, with the client as npm installs it there from its archive; no registry is asked. */
export class Installed {
  private constructor(readonly folder: string) {}

  static async make(): Promise<Installed> {
    const shop = new Installed(temporaryFolder());
    const made = join(shop.folder, 'made');
    await shop.mustRun(process.execPath, ['--import', 'tsx', 'scripts/sdk.mjs', '--out', made], ROOT);
    await shop.mustRun('npm', ['pack', '--silent', '--pack-destination', shop.folder], made);
    const archive = readdirSync(shop.folder).find((name) => name.endsWith('.tgz')) ?? '';
    shop.write('package.json', '{ "type": "module", "private": true }');
    await shop.mustRun('npm', [
      'install',
      '--ignore-scripts',
      '--offline',
      '--no-audit',
      '--no-fund',
      '--silent',
      `./${archive}`,
    ]);
    return shop;
  }

  /** A file of the client as it is installed. */
  read(name: string): string {
    return readFileSync(join(this.folder, 'node_modules/@kasirbox/client', name), 'utf8');
  }

  write(name: string, text: string): void {
    writeFileSync(join(this.folder, name), text);
  }

  /** Copies a file of the project into the folder. */
  take(path: string, name: string): void {
    copyFileSync(join(ROOT, path), join(this.folder, name));
  }

  /** What the strict compiler says of programs, and of the declarations that they use. */
  compile(...names: readonly string[]): Promise<Ended> {
    const types = ['--types', 'node', '--typeRoots', join(ROOT, 'node_modules/@types')];
    const options = ['--strict', '--noEmit', '--target', 'es2022', '--lib', 'es2023', '--module', 'nodenext', ...types];
    return this.run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), ...options, ...names]);
  }

  /** Runs a program to its end. */
  run(program: string, args: readonly string[], cwd = this.folder, env: NodeJS.ProcessEnv = {}): Promise<Ended> {
    return new Promise((done) => {
      execFile(program, args, { cwd, env: { ...process.env, ...env } }, (error, stdout, stderr) => {
        done({ code: error === null ? 0 : typeof error.code === 'number' ? error.code : 1, stdout, stderr });
      });
    });
  }

  private async mustRun(...call: Parameters<Installed['run']>): Promise<void> {
    const { code, stdout, stderr } = await this.run(...call);
    if (code !== 0) throw new Error(`${call[1].join(' ')}: ${stdout}${stderr}`);
  }
}
