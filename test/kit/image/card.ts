import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import './programs.js';

const PROJECT = resolve(import.meta.dirname, '../../..');
/** The data partition as it leaves `scripts/image`, MB. */
export const DATA_MB = 32;

/** Runs a script with the functions that make the card (`board/build`) in the root of the project, and returns what it prints. */
export function building(script: string, ...args: readonly string[]): string {
  const head =
    'SOURCE_DATE_EPOCH=1700000000; say() { echo "$*" >&2; }; for part in ext4 card; do . "board/build/$part.sh"; done';
  return execFileSync('bash', ['-euo', 'pipefail', '-c', `${head}; ${script}`, 'bash', ...args], {
    cwd: PROJECT,
    encoding: 'utf8',
    stdio: 'pipe',
  });
}

/** Makes the file system of the data partition, with what is in a folder. */
export function makeData(folder: string, file: string): void {
  building('make_ext4 "$1" "$2" "${data_mb}M" "${data_options[@]}"', folder, file);
}
