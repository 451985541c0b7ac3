import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** How a command of the operator ended. */
export interface Outcome {
  readonly code: number | null;
  readonly output: string;
  readonly complaint: string;
}

/** What runs the operator's commands: a program in the words of a shell (`node dist/kasirbox.cjs`), or a function. */
export type OperatorProgram = string | ((args: readonly string[]) => Promise<Outcome>);

/** The text shown in place of a secret of a setting. */
const HIDDEN = '(hidden)';

/**
 * The operator's commands of the box: those of `keys`, `settings show`, `settings set` and `ledger audit`. Every key that is made
 * and every setting that is changed is put back at the end.
 */
export class Operator {
  private readonly made: number[] = [];

  constructor(
    private readonly program: OperatorProgram,
    private readonly folder: string,
  ) {}

  /** A new API key. */
  async newKey(): Promise<{ readonly id: number; readonly key: string }> {
    const label = `contract kit ${randomBytes(6).toString('hex')}`;
    const created = await this.run('keys', 'create', '--label', label);
    const key = /kasir_[0-9a-f]{48}/.exec(created.output)?.[0];
    if (created.code !== 0 || key === undefined) throw new Error(`no key was made: ${created.complaint}`);
    const id = Number(/^Key (\d+) /.exec(created.complaint)?.[1]);
    if (!Number.isInteger(id)) throw new Error('keys create does not say the number of the new key');
    this.made.push(id);
    return { id, key };
  }

  /** What `keys list` shows. */
  async listKeys(): Promise<string> {
    return (await this.run('keys', 'list')).output;
  }

  async revoke(id: number): Promise<void> {
    const revoked = await this.run('keys', 'revoke', String(id));
    if (revoked.code !== 0) throw new Error(`key ${id} was not revoked: ${revoked.complaint}`);
    const index = this.made.indexOf(id);
    if (index >= 0) this.made.splice(index, 1);
  }

  /** The value of a setting; undefined when it holds a secret, which is not shown and could not be put back. */
  async setting(name: string): Promise<unknown> {
    const shown = await this.run('settings', 'show', name);
    if (shown.code !== 0) throw new Error(`settings show ${name}: ${shown.complaint}`);
    return shown.output.includes(HIDDEN) ? undefined : JSON.parse(shown.output);
  }

  /** Why a setting was refused; undefined when it was taken. */
  async set(name: string, value: unknown): Promise<string | undefined> {
    const { code, complaint } = await this.run('settings', 'set', name, JSON.stringify(value));
    return code === 0 ? undefined : complaint;
  }

  /** The value that a setting has at first: that of a folder in which nothing was set. */
  async firstSetting(name: string): Promise<unknown> {
    const folder = await mkdtemp(join(tmpdir(), 'contract-'));
    try {
      return await new Operator(this.program, join(folder, 'fresh')).setting(name);
    } finally {
      await rm(folder, { recursive: true });
    }
  }

  /** What `ledger audit` shows, entry by entry. */
  async audit(): Promise<string[]> {
    const shown = await this.run('ledger', 'audit');
    if (shown.code !== 0) throw new Error(`ledger audit: ${shown.complaint}`);
    return shown.output.split('\n');
  }

  /** Works with a setting changed, and puts it back whatever happens. */
  async during(name: string, value: unknown, work: () => Promise<void>): Promise<void> {
    const before = await this.setting(name);
    if (before === undefined) throw new Error(`${name} holds a secret; use a box of its own for the operator's checks`);
    await this.mustSet(name, value);
    try {
      await work();
    } finally {
      await this.mustSet(name, before);
    }
  }

  /** Revokes the keys that are left. */
  async close(): Promise<void> {
    for (const id of [...this.made]) await this.revoke(id);
  }

  private async mustSet(name: string, value: unknown): Promise<void> {
    const complaint = await this.set(name, value);
    if (complaint !== undefined) throw new Error(`settings set ${name}: ${complaint}`);
  }

  private run(...args: readonly string[]): Promise<Outcome> {
    const { program } = this;
    const words = [...args, '--data', this.folder];
    if (typeof program === 'function') return program(words);
    return new Promise((done, fail) => {
      const child = spawn('sh', ['-c', `exec ${program} "$@"`, 'sh', ...words], {
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let [output, complaint] = ['', ''];
      child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
      child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
      child.on('error', fail);
      child.on('close', (code) => done({ code, output, complaint: complaint.trim() }));
    });
  }
}
