import { execFile } from 'node:child_process';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

/** A stick or another disk that is mounted where backups may be written. */
export interface Stick {
  /** Where it is mounted. */
  readonly folder: string;
  /** The name that its owner gave it; null without one. */
  readonly label: string | null;
  /** Bytes; null when it does not answer. */
  readonly size: number | null;
  /** Bytes that the service may still write; null when it does not answer. */
  readonly free: number | null;
  readonly isReadOnly: boolean;
}

export interface StickFolders {
  /** The mounts of this process, proc_pid_mountinfo(5). */
  readonly mounts?: string;
  /** Links named as the labels of file systems, to their devices; made by udev. */
  readonly labels?: string;
  /** Disks are mounted below these; the service may write nowhere else. */
  readonly below?: readonly string[];
}

const run = promisify(execFile);

const DEFAULTS = { mounts: '/proc/self/mountinfo', labels: '/dev/disk/by-label', below: ['/media', '/mnt'] } as const;
const MAX_STICKS = 16;
/** A stick that needs longer is failing, ms. */
const TIME_LIMIT = 5000;

/** Disks mounted for backups, by folder. Each is asked for its size in a process of its own, since a failing stick may hang for ever. */
export async function findSticks(folders: StickFolders = {}): Promise<readonly Stick[]> {
  const { mounts, labels, below } = { ...DEFAULTS, ...folders };
  const mounted = new Map<string, { readonly device: string; readonly isReadOnly: boolean }>();
  for (const line of (await readFile(mounts, 'utf8')).split('\n')) {
    const [, , , , folder = '', options = '', ...rest] = line.split(' ');
    const [kind, device = ''] = rest.slice(rest.indexOf('-') + 1);
    const path = unescaped(folder);
    // What systemd mounts on demand is listed once it is mounted.
    if (kind === 'autofs' || !below.some((parent) => path.startsWith(`${parent}/`))) continue;
    mounted.set(path, { device: unescaped(device), isReadOnly: options.split(',').includes('ro') });
  }
  const names = await labelsOf(labels);
  const found = [...mounted].sort(([one], [other]) => (one < other ? -1 : 1)).slice(0, MAX_STICKS);
  return Promise.all(
    found.map(async ([folder, { device, isReadOnly }]) => ({
      folder,
      label: names.get(basename(device)) ?? null,
      ...(await roomOf(folder)),
      isReadOnly,
    })),
  );
}

async function roomOf(folder: string): Promise<Pick<Stick, 'size' | 'free'>> {
  try {
    const limits = { timeout: TIME_LIMIT, killSignal: 'SIGKILL' } as const;
    const { stdout } = await run('stat', ['-f', '-c', '%S %b %a', '--', folder], limits);
    const [block = NaN, all = NaN, free = NaN] = stdout.split(' ').map(Number);
    return { size: block * all, free: block * free };
  } catch {
    return { size: null, free: null };
  }
}

/** Labels by the name of the device, such as `sda1`. */
async function labelsOf(folder: string): Promise<ReadonlyMap<string, string>> {
  const names = await readdir(folder).catch(() => []);
  const links = names.map(async (name): Promise<[string, string] | undefined> => {
    const target = await readlink(join(folder, name)).catch(() => undefined);
    return target === undefined ? undefined : [basename(target), labelOf(name)];
  });
  return new Map((await Promise.all(links)).filter((entry) => entry !== undefined));
}

/** udev writes bytes that are not safe in a name as `\x20`. */
function labelOf(name: string): string {
  const bytes = Buffer.from(
    name.replace(/\\x([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
  // A name that has no escapes is UTF-8 as it was read.
  return name.includes('\\x') ? bytes.toString('utf8') : name;
}

/** The kernel writes blanks in mountinfo as `\040`. */
function unescaped(text: string): string {
  return text.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
}
