import { spawnSync } from 'node:child_process';

/**
 * Runs `work` while no file of this process may grow beyond so many bytes (RLIMIT_FSIZE): the kernel then stores what
 * fits, tells so, and refuses the rest with EFBIG. `prlimit` is of util-linux, like the `flock` of the box.
 */
export async function underFileLimit<T>(bytes: number, work: () => Promise<T>): Promise<T> {
  limit(String(bytes));
  try {
    return await work();
  } finally {
    limit('unlimited');
  }
}

/** The soft limit only, which may be raised again. */
function limit(soft: string): void {
  const { status, stderr } = spawnSync('prlimit', ['--pid', String(process.pid), `--fsize=${soft}:`]);
  if (status !== 0) throw new Error(`prlimit: ${String(stderr)}`);
}
