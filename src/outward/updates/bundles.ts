import { createHash } from 'node:crypto';
import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Message, Result } from '../../base/index.js';
import { BOUNDS, LAST_GOOD } from './incomingPart.js';
import type { Rauc } from './rauc.js';
import type { BundleInfo } from './raucOutput.js';
import { type BundleFault, faultOf, type Own, refusalOf, REFUSALS } from './accept.js';

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

/** An update on a stick, as offered to a person. */
export interface OfferedBundle {
  /** The whole path, for `install`. */
  readonly path: string;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Null where its signature is invalid: nothing in it is trusted then. */
  readonly version: string | null;
  /** Compared with the running version; null where its own version is unknown. */
  readonly order: 'newer' | 'same' | 'older' | null;
  /** Why it cannot be installed; null when it can. */
  readonly fault: 'no signature' | BundleFault | null;
  readonly refusal: Message | null;
}

/** Checks a bundle on a stick before it is offered. */
export function offered({ path, name, size, facts }: Bundle, own: Own): OfferedBundle {
  const file = { path, name, size };
  if (!facts.ok) {
    const refusal = REFUSALS.noSignature({ reason: facts.error });
    return { ...file, version: null, order: null, fault: 'no signature', refusal };
  }
  const { version } = facts.value;
  const order = orderOf(version, own.version);
  return {
    ...file,
    version,
    order,
    fault: faultOf(facts.value, own) ?? null,
    refusal: refusalOf(facts.value, own) ?? null,
  };
}

/**
 * Compares as in Semantic Versioning 2.0.0, clause 11, in simplified form: numbers are compared as numbers (1.10.0 is
 * newer than 1.9.0), and a pre-release (1.0.0-rc.1) is older than its release.
 */
function orderOf(version: string, own: string): 'newer' | 'same' | 'older' {
  const [core, before] = split(version);
  const [ownCore, ownBefore] = split(own);
  const byCore = core.localeCompare(ownCore, 'en', { numeric: true });
  const byRelease = Number(before === '') - Number(ownBefore === '');
  const order = byCore || byRelease || before.localeCompare(ownBefore, 'en', { numeric: true });
  if (order === 0) return 'same';
  return order > 0 ? 'newer' : 'older';
}

/** The numbers of a version, and its pre-release part, empty for a release. Build metadata (`+…`) has no order. */
function split(version: string): readonly [core: string, before: string] {
  const whole = version.split('+', 1)[0] ?? '';
  const at = whole.indexOf('-');
  return at < 0 ? [whole, ''] : [whole.slice(0, at), whole.slice(at + 1)];
}

export type Offers = Result<readonly OfferedBundle[], Message>;
