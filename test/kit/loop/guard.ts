import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Waits for the end of its input, then takes away what was mounted below its folder, and the folder. */
const GUARD = 'cat >/dev/null; for mounted in "$1"/mounted-*; do umount --lazy "$mounted"; done; rm -rf -- "$1"';

let folder: string | undefined;

/**
 * A folder that is gone with its mounts when this process is, however that ends: a process of a session of its own holds
 * the other end of a pipe, and outlives also a time limit that kills the whole group of the test.
 */
export function guardedFolder(): string {
  if (folder !== undefined) return folder;
  folder = mkdtempSync(join(tmpdir(), 'kasirbox-loop-'));
  const guard = spawn('sh', ['-c', GUARD, 'guard', folder], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  guard.unref();
  // The pipe must not keep this process from its end.
  if (guard.stdin instanceof Socket) guard.stdin.unref();
  return folder;
}
