import { execFile } from 'node:child_process';
import { readFile, statfs } from 'node:fs/promises';
import { arch, networkInterfaces, release, uptime } from 'node:os';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

/** What the operating system says of itself and of where the data folder lies, for a technician: a line each. */
export async function machineFacts(folder: string): Promise<string> {
  const system = /^PRETTY_NAME="?(.*?)"?$/m.exec(await textOf('/etc/os-release'))?.[1] ?? 'unknown';
  const memory = (await textOf('/proc/meminfo')).match(/^(?:Mem|Swap)\w+:.*$/gm) ?? [];
  return [
    `board: ${(await textOf('/proc/device-tree/model')).replaceAll('\0', '') || 'unknown'}`,
    `system: ${system}, Linux ${release()}, ${arch()}`,
    `up for: ${Math.round(uptime())} s`,
    `load: ${(await textOf('/proc/loadavg')).trim()}`,
    ...memory,
    `data folder: ${folder}`,
    `mounted: ${mountOf(resolve(folder), await textOf('/proc/self/mounts'))}`,
    `room: ${await roomOf(folder)}`,
    ...addresses(),
    '',
  ].join('\n');
}

/** The newest lines that the service and systemd have written of it; rejects where nobody keeps or shows them. */
export async function journalOf(unit: string): Promise<string> {
  const args = ['--unit', unit, '--lines', String(JOURNAL_LINES), '--no-pager', '--output', 'short-iso'];
  const { stdout } = await promisify(execFile)('journalctl', args, { timeout: PATIENCE, maxBuffer: JOURNAL_BYTES });
  return stdout;
}

const JOURNAL_LINES = 2000;
/** More than so many lines ever have, bytes. */
const JOURNAL_BYTES = 64 * 1024 * 1024;
/** How long a program may take, ms. */
const PATIENCE = 20_000;

/** A file of the kernel, which has no length before it is read; '' where there is none. */
async function textOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}

/** The line of the mount that a path lies on: of those above it the longest, and of equal ones the last. */
function mountOf(path: string, mounts: string): string {
  let best: { readonly line: string; readonly point: string } | undefined;
  for (const line of mounts.split('\n')) {
    const [, point = ''] = line.split(' ');
    // Blanks of a path are written as \040 (proc(5)).
    const above = point.replaceAll('\\040', ' ').replace(/\/$/, '');
    if (point === '' || !`${path}/`.startsWith(`${above}/`)) continue;
    if (above.length >= (best?.point.length ?? 0)) best = { line, point: above };
  }
  return best?.line ?? 'unknown';
}

async function roomOf(folder: string): Promise<string> {
  const { bsize, blocks, bavail, files, ffree } = await statfs(folder);
  return `${bavail * bsize} of ${blocks * bsize} bytes free, ${ffree} of ${files} inodes free`;
}

function addresses(): string[] {
  return Object.entries(networkInterfaces()).flatMap(([name, list = []]) =>
    list.map(({ cidr, address }) => `network: ${name} ${cidr ?? address}`),
  );
}
