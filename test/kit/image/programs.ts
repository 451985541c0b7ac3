import { execFileSync } from 'node:child_process';

// Debian has some of them where only root looks.
process.env['PATH'] = `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin`;

/** Packages of Debian that lack here, of those that have these programs. */
export function missingPackages(needs: Readonly<Record<string, string>>): string[] {
  const lacking = Object.entries(needs).filter(([program]) => !isThere(program));
  return [...new Set(lacking.map(([, name]) => name))];
}

function isThere(program: string): boolean {
  try {
    execFileSync('sh', ['-c', 'command -v "$0"', program]);
    return true;
  } catch {
    return false;
  }
}
