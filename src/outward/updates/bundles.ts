import { createHash } from 'node:crypto';
import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Result } from '../../base/index.js';
import { BOUNDS, LAST_GOOD } from './incomingPart.js';
import type { Rauc } from './rauc.js';
import type { BundleInfo } from './raucOutput.js';

/** A file that could be installed. */
export interface Bundle {
  /** Id of the file on the page: 16 hex digits, unchanged as long as the file is. */
  readonly id: string;
  readonly path: string;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Folder of the stick with the file; null: on the box. */
  readonly stick: string | null;
  readonly facts: Result<BundleInfo, string>;
}

export interface BundleFolders {
  /** The data folder for updates; null: only sticks are searched. */
  readonly updates: string | null;
  /** The folder below which sticks are mounted. */
  readonly media: string;
}

const MAX_STICKS = 16;
const MAX_PER_STICK = 8;
/** Most names that are read in one folder. */
const MAX_NAMES = 2000;

/**
 * The available updates. A stick may contain anything: links are not followed, folders are not entered, and names and
 * sizes are bounded. A hung stick blocks one search, and no second one is started meanwhile.
 */
export class Bundles {
  private readonly known = new Map<string, Bundle>();
  private looking: Promise<readonly Bundle[]> | undefined;

  constructor(
    private readonly folders: BundleFolders,
    private readonly rauc: Pick<Rauc, 'info'>,
  ) {}

  look(): Promise<readonly Bundle[]> {
    this.looking ??= this.find().finally(() => {
      this.looking = undefined;
    });
    return this.looking;
  }

  private async find(): Promise<readonly Bundle[]> {
    const { updates, media } = this.folders;
    const found = new Map<string, Bundle>();
    const add = async (folder: string, name: string, stick: string | null): Promise<boolean> => {
      const bundle = await this.at(join(folder, name), name, stick);
      if (bundle !== undefined) found.set(bundle.id, bundle);
      return bundle !== undefined;
    };
    if (updates !== null) await add(updates, LAST_GOOD, null);
    for (const stick of (await namesIn(media)).slice(0, MAX_STICKS)) {
      const folder = join(media, stick);
      const state = await lstat(folder).catch(() => undefined);
      if (state?.isDirectory() !== true) continue;
      let left = MAX_PER_STICK;
      for (const name of await namesIn(folder)) {
        if (left > 0 && /\.raucb$/i.test(name) && (await add(folder, name, stick))) left -= 1;
      }
    }
    // A file that disappeared is checked again when it returns.
    this.known.clear();
    for (const [id, bundle] of found) this.known.set(id, bundle);
    return [...found.values()];
  }

  /** Undefined: not a file, or not of an update's size. RAUC is called only once for the same file. */
  private async at(path: string, name: string, stick: string | null): Promise<Bundle | undefined> {
    const state = await lstat(path).catch(() => undefined);
    if (state?.isFile() !== true || state.size === 0 || state.size > BOUNDS.most) return undefined;
    const { dev, ino, size, mtimeMs } = state;
    const id = createHash('sha256').update([path, dev, ino, size, mtimeMs].join('\0')).digest('hex').slice(0, 16);
    return this.known.get(id) ?? { id, path, name, size, stick, facts: await this.rauc.info(path) };
  }
}

/** The first names in a folder, sorted; empty when it cannot be read. */
async function namesIn(path: string): Promise<string[]> {
  const names: string[] = [];
  try {
    for await (const { name } of await opendir(path)) {
      names.push(name);
      if (names.length === MAX_NAMES) break;
    }
  } catch {
    // For example, a stick that was just pulled out.
  }
  return names.sort();
}
