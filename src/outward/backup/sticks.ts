import { execFile } from 'node:child_process';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/** A stick or another disk that is mounted where backups may be written. */
export interface Stick {
  /** Where it is mounted. */
  readonly folder: string;
  /** The label of its file system; null without one. */
  readonly label: string | null;
  /** Bytes; null when it does not answer. */
  readonly size: number | null;
  /** Bytes that the service may still write; null when it does not answer. */
  readonly free: number | null;
  readonly isReadOnly: boolean;
}

interface StickFolders {
  /** The mounts of this process, proc_pid_mountinfo(5). */
  readonly mounts?: string;
  /** Links named after the labels of file systems, to their devices; made by udev. */
  readonly labels?: string;
  /** Disks are mounted below these; the service may write nowhere else. */
  readonly below?: readonly string[];
  /** The data folder: a file on the same disk is not a backup. */
  readonly data?: string;
}

const run = promisify(execFile);

const DEFAULTS = {
  mounts: '/proc/self/mountinfo',
  labels: '/dev/disk/by-label',
  below: ['/media', '/mnt'],
  data: '/',
} as const;
const MAX_STICKS = 16;
/** A stick that needs longer is failing, ms. */
const TIME_LIMIT = 5000;

interface Mount {
  readonly folder: string;
  /** `8:1`. */
  readonly device: string;
  /** `/dev/sda1`; memory and folders of other machines have another form. */
  readonly source: string;
  readonly isReadOnly: boolean;
}

/** Finds the disks that are mounted where backups may be written, except the disk of the data. */
export class StickFinder {
  private readonly folders: Required<StickFolders>;
  private looking: Promise<readonly Stick[]> | undefined;

  constructor(folders: StickFolders = {}) {
    this.folders = { ...DEFAULTS, ...folders };
  }

  /** Sorted by folder. Concurrent callers share one search, since a failing stick may hang. */
  find(): Promise<readonly Stick[]> {
    this.looking ??= this.look().finally(() => {
      this.looking = undefined;
    });
    return this.looking;
  }

  private async look(): Promise<readonly Stick[]> {
    const { mounts, labels, below, data } = this.folders;
    const mounted = (await readFile(mounts, 'utf8')).split('\n').flatMap(mountIn);
    const own = [deviceOf('/', mounted), deviceOf(data, mounted)];
    const names = await labelsOf(labels);
    const isStick = ({ folder, source, device }: Mount): boolean =>
      source.startsWith('/dev/') && below.some((parent) => folder.startsWith(`${parent}/`)) && !own.includes(device);
    const found = mounted.filter(isStick).sort((one, other) => (one.folder < other.folder ? -1 : 1));
    return Promise.all(
      found.slice(0, MAX_STICKS).map(async ({ folder, source, isReadOnly }) => ({
        folder,
        label: names.get(basename(source)) ?? null,
        ...(await roomOf(folder)),
        isReadOnly,
      })),
    );
  }
}

/** Parses a line of mountinfo. */
function mountIn(line: string): Mount[] {
  const [, , device, , folder, options = '', ...rest] = line.split(' ');
  const [, source = '', superOptions = ''] = rest.slice(rest.indexOf('-') + 1);
  if (device === undefined || folder === undefined) return [];
  // After an error the kernel makes the file system read-only, not the mount.
  const isReadOnly = [options, superOptions].some((list) => list.split(',').includes('ro'));
  return [{ folder: unescaped(folder), device, source: unescaped(source), isReadOnly }];
}

/** The device of the file system in which a folder is. */
function deviceOf(folder: string, mounted: readonly Mount[]): string | undefined {
  const holds = (mount: Mount): boolean =>
    mount.folder === '/' || folder === mount.folder || folder.startsWith(`${mount.folder}/`);
  return mounted.filter(holds).reduce<Mount | undefined>((best, one) => {
    return best === undefined || one.folder.length >= best.folder.length ? one : best;
  }, undefined)?.device;
}

/** Runs in a separate process, since the call may hang forever. */
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

/** udev writes bytes that are not safe in a name as `\x20`, and does not change other UTF-8. */
function labelOf(name: string): string {
  return name.replace(/(?:\\x[0-9a-f]{2})+/gi, (escaped) =>
    Buffer.from(escaped.replaceAll('\\x', ''), 'hex').toString('utf8'),
  );
}

/** The kernel writes blanks in mountinfo as `\040`. */
function unescaped(text: string): string {
  return text.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
}
