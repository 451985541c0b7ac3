import { execFile, execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import * as assert from 'uvu/assert';
import { newFolder } from '../../kit/folder.js';

interface Period {
  readonly environment: string;
  readonly period: string;
  readonly totals: {
    readonly invoices: number;
    readonly turnover: string;
    readonly refunds: { count: number; amount: string };
  };
  readonly byTaxLabel: readonly { readonly label: string; readonly turnover: string; readonly tax: string }[];
  readonly byPaymentType: readonly { readonly paymentType: string; readonly amount: string }[];
}

/** What the script prints with `--json`. */
export interface Told {
  readonly sound: boolean;
  readonly boxId: string;
  readonly records: Readonly<Record<string, number>>;
  /** How many of them are withheld. */
  readonly withheld: number;
  readonly end: { readonly sequence: number; readonly hash: string };
  readonly faults: readonly string[];
  readonly notes: readonly string[];
  readonly periods: readonly Period[];
}

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The script alone in a folder, so that nothing of the project is at hand. */
export const SCRIPT = newFolder('script');
mkdirSync(dirname(SCRIPT), { recursive: true });
copyFileSync('scripts/verify-ledger', SCRIPT);

const PYTHON = execFileSync('python3', ['-c', 'import sys; print(sys.executable)']).toString().trim();

/** Runs the script without Python's variables and packages, with these programs at hand. */
export function run(args: readonly string[], path = process.env['PATH']): Promise<Ended> {
  const options = { cwd: dirname(SCRIPT), env: { PATH: path } };
  return new Promise((done) => {
    execFile(PYTHON, ['-I', '-S', SCRIPT, ...args], options, (error, stdout, stderr) => {
      done({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}

/** What it tells of a ledger that it can read; the exit code is that of what it tells. */
export async function check(...args: readonly string[]): Promise<Told> {
  const { code, stdout, stderr } = await run(['--json', ...args]);
  assert.is(stderr, '');
  const told = JSON.parse(stdout) as Told;
  assert.is(code, told.sound ? 0 : 1, stdout);
  assert.is(told.faults.length === 0, told.sound);
  return told;
}
