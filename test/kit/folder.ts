import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = fs.mkdtempSync(join(tmpdir(), 'kasirbox-test-'));
process.on('exit', () => fs.rmSync(root, { recursive: true }));

/** The path of a folder that does not exist yet, in one that goes with the test's process. */
export function newFolder(name = 'box'): string {
  return join(fs.mkdtempSync(join(root, `${name}-`)), name);
}
