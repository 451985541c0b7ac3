import { execFile } from 'node:child_process';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
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
  /** The data folder: a backup on its disk is none. */
  readonly data?: string;
}

const run = promisify(execFile);

const DEFAULTS = {
  mounts: '/proc/self/mountinfo',
  labels: '/dev/disk/by-label',
  below: ['/media', '/mnt'],
  data: '/',
} as const;
/** What is lost when the power goes, and what systemd mounts on demand. */
const NO_STICKS = ['tmpfs', 'ramfs', 'autofs'];
const MAX_STICKS = 16;
/** A stick that needs longer is failing, ms. */
const TIME_LIMIT = 5000;

interface Mount {
  readonly folder: string;
  /** `8:1`. */
  readonly device: string;
  readonly kind: string;
  /** `/dev/sda1`. */
  readonly source: string;
  readonly isReadOnly: boolean;
}

let looking: Promise<readonly Stick[]> | undefined;

/**
 * Disks mounted for backups, by folder; not that of the data. Each is asked for its size in a process of its own, since a failing stick may
 * hang for ever. Of several looks at once all get the answer of the first.
 */
export function findSticks(folders: StickFolders = {}): Promise<readonly Stick[]> {
  looking ??= look({ ...DEFAULTS, ...folders }).finally(() => {
    looking = undefined;
  });
  return looking;
}

async function look({ mounts, labels, below, data }: Required<StickFolders>): Promise<readonly Stick[]> {
  const mounted = (await readFile(mounts, 'utf8')).split('\n').flatMap(mountIn);
  const own = [deviceOf('/', mounted), deviceOf(data, mounted)];
  const names = await labelsOf(labels);
  const found = mounted
    .filter(({ folder, kind, device }) => {
      return (
        below.some((parent) => folder.startsWith(`${parent}/`)) && !NO_STICKS.includes(kind) && !own.includes(device)
      );
    })
    .sort((one, other) => (one.folder < other.folder ? -1 : 1))
    .slice(0, MAX_STICKS);
  return Promise.all(
    found.map(async ({ folder, source, isReadOnly }) => ({
      folder,
      label: names.get(basename(source)) ?? null,
      ...(await roomOf(folder)),
      isReadOnly,
    })),
  );
}

/** A line of mountinfo. */
function mountIn(line: string): Mount[] {
  const [, , device, , folder, options = '', ...rest] = line.split(' ');
  const [kind = '', source = '', superOptions = ''] = rest.slice(rest.indexOf('-') + 1);
  if (device === undefined || folder === undefined) return [];
  // After an error the kernel makes the file system read-only, not the mount.
  const isReadOnly = [options, superOptions].some((list) => list.split(',').includes('ro'));
  return [{ folder: unescaped(folder), device, kind, source: unescaped(source), isReadOnly }];
}

/** The device of the file system that a folder is in. */
function deviceOf(folder: string, mounted: readonly Mount[]): string | undefined {
  const holds = (mount: Mount): boolean =>
    mount.folder === '/' || folder === mount.folder || folder.startsWith(`${mount.folder}/`);
  return mounted.filter(holds).reduce<Mount | undefined>((best, one) => {
    return best === undefined || one.folder.length >= best.folder.length ? one : best;
  }, undefined)?.device;
}

async function roomOf(folder: string): Promise<Pick<Stick, 'size' | 'free'>> {
  const limits = { timeout: TIME_LIMIT, killSignal: 'SIGKILL' } as const;
  const asked = run('stat', ['-f', '-c', '%S %b %a', '--', folder], limits).then(
    ({ stdout }) => {
      const [block = NaN, all = NaN, free = NaN] = stdout.split(' ').map(Number);
      return { size: block * all, free: block * free };
    },
    () => NO_ANSWER,
  );
  // A process that waits for a device cannot be killed.
  const patience = new AbortController();
  const late = sleep(TIME_LIMIT + 1000, NO_ANSWER, { signal: patience.signal, ref: false }).catch(() => NO_ANSWER);
  try {
    return await Promise.race([asked, late]);
  } finally {
    patience.abort();
  }
}

const NO_ANSWER: Pick<Stick, 'size' | 'free'> = { size: null, free: null };

/** Labels by the name of the device, such as `sda1`. */
async function labelsOf(folder: string): Promise<ReadonlyMap<string, string>> {
  const names = await readdir(folder).catch(() => []);
  const links = names.map(async (name): Promise<[string, string] | undefined> => {
    const target = await readlink(join(folder, name)).catch(() => undefined);
    return target === undefined ? undefined : [basename(target), labelOf(name)];
  });
  return new Map((await Promise.all(links)).filter((entry) => entry !== undefined));
}

/** udev writes bytes that are not safe in a name as `\x20`, and leaves other UTF-8 as it is. */
function labelOf(name: string): string {
  return name.replace(/(?:\\x[0-9a-f]{2})+/gi, (escaped) =>
    Buffer.from(escaped.replaceAll('\\x', ''), 'hex').toString('utf8'),
  );
}

/** The kernel writes blanks in mountinfo as `\040`. */
function unescaped(text: string): string {
  return text.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
}
