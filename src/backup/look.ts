import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type ShelfContent, shelfContent } from './shelf.js';

/**
 * What is to be said of the folder for backups. `absent`: there is none; `same-disk`: no other disk is in it, as in the folder
 * where a stick is mounted when it is there; `silent`: it does not answer, or cannot be read.
 */
export type Shelf =
  | { readonly state: 'absent' }
  | { readonly state: 'same-disk' }
  | { readonly state: 'silent' }
  | ({ readonly state: 'ready' } & ShelfContent);

export interface LookOptions {
  /** The data folder. */
  readonly folder: string;
  /** 32 hex digits. */
  readonly boxId: string;
  /** Kinds of file systems that are no disk, as `stat -f` calls them. */
  readonly noDisks?: readonly string[];
}

const run = promisify(execFile);

/** Device of the folder, of the data and of the system; kind of its file system; names in it. 3: there is no folder. */
const SCRIPT = `[ -d "$1" ] || exit 3; stat -Lc %d -- "$1" "$2" / && stat -Lfc %T -- "$1" && ls -1 -- "$1"`;
const NO_FOLDER = 3;
/** Gone with the power. */
const NO_DISKS = ['tmpfs', 'ramfs'];
/** A stick that needs longer is about to die, ms. */
const PATIENCE = 30_000;
/** Names of a very full folder, bytes. */
const MAX_NAMES = 4 * 1024 * 1024;

/**
 * Looks at the folder by a process of its own: a call to a dying stick may hang for ever, and would hang in one of the few
 * threads that also flush the ledger. One that hangs is not joined by a second.
 */
export class Look {
  private isBusy = false;

  constructor(private readonly options: LookOptions) {}

  async at(shelf: string, signal?: AbortSignal): Promise<Shelf> {
    if (this.isBusy) return { state: 'silent' };
    this.isBusy = true;
    const looked = this.look(shelf, signal).finally(() => {
      this.isBusy = false;
    });
    return sooner(looked, signal);
  }

  private async look(shelf: string, signal?: AbortSignal): Promise<Shelf> {
    const { folder, boxId, noDisks = NO_DISKS } = this.options;
    try {
      const limits = { timeout: PATIENCE, killSignal: 'SIGKILL', maxBuffer: MAX_NAMES } as const;
      const args = ['-c', SCRIPT, 'sh', shelf, folder];
      const { stdout } = await run('/bin/sh', args, { ...limits, ...(signal && { signal }) });
      const [device, ofData, ofSystem, kind = '', ...names] = stdout.split('\n');
      if (device === ofData || device === ofSystem || noDisks.includes(kind)) return { state: 'same-disk' };
      return { state: 'ready', ...shelfContent(shelf, names, boxId) };
    } catch (error) {
      const isAbsent = error instanceof Error && 'code' in error && error.code === NO_FOLDER;
      return { state: isAbsent ? 'absent' : 'silent' };
    }
  }
}

/** What was looked at, or that it is silent when the signal says so or the process does not end: one that waits for a device cannot be killed. */
async function sooner(looked: Promise<Shelf>, signal?: AbortSignal): Promise<Shelf> {
  let giveUp = (): void => undefined;
  const givenUp = new Promise<Shelf>((resolve) => {
    giveUp = () => resolve({ state: 'silent' });
  });
  const timer = setTimeout(giveUp, PATIENCE + 1000).unref();
  signal?.addEventListener('abort', giveUp);
  try {
    return await Promise.race([looked, givenUp]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
  }
}
