import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { failed, ok, type Result } from '../base/index.js';
import {
  type BundleInfo,
  type InstallRow,
  readBundleInfo,
  readInstallRow,
  readSlotStatus,
  type SlotStatus,
} from './raucOutput.js';
import { runProgram } from './runProgram.js';

export interface RaucOptions {
  /** The program; `/usr/bin/rauc` when left out. */
  readonly program?: string;
  /** Whose signatures count, where no system.conf says it. */
  readonly keyring?: string;
}

/** Where the machine has it when it was made from an image. */
const CONFIG = 'etc/rauc/system.conf';
/** Looking at a bundle reads its end only; asking the service of RAUC is a call over D-Bus, ms. */
const SHORT = 60_000;
/** Writing 640 MB to the slowest card, and reading them back, ms. */
const LONG = 60 * 60_000;

/** Was this system made from an image, with two slots that RAUC looks after? */
export function isOnImage(root: string): Promise<boolean> {
  return access(join(root, CONFIG)).then(
    () => true,
    () => false,
  );
}

/**
 * RAUC (rauc.io), which checks the signature of a bundle and writes it to the slot that does not run. Its service is root and does
 * the work; this asks it by the program `rauc`. Errors are English, in its own words.
 */
export class Rauc {
  constructor(private readonly options: RaucOptions = {}) {}

  /** Checks the signature of a bundle, and says what it is. */
  async info(file: string, signal?: AbortSignal): Promise<Result<BundleInfo, string>> {
    const { keyring } = this.options;
    const trust = keyring === undefined ? [] : [`--keyring=${keyring}`];
    const told = await this.run(['info', '--output-format=json', ...trust, file], SHORT, { signal });
    return told.ok ? readBundleInfo(told.value) : told;
  }

  async status(): Promise<Result<SlotStatus, string>> {
    const told = await this.run(['status', '--output-format=json'], SHORT);
    return told.ok ? readSlotStatus(told.value) : told;
  }

  /** Writes a bundle to the other slot, which starts next from then on. Giving it up does not stop the service of RAUC. */
  async install(
    file: string,
    onProgress: (progress: Extract<InstallRow, { kind: 'progress' }>) => void,
    signal?: AbortSignal,
  ): Promise<Result<void, string>> {
    let lastError: string | undefined;
    const onRow = (text: string): void => {
      const row = readInstallRow(text);
      if (row.kind === 'progress') onProgress(row);
      else if (row.kind === 'error') lastError = row.message;
    };
    const done = await this.run(['install', file], LONG, { onRow, signal });
    return done.ok ? ok(undefined) : failed(lastError ?? done.error);
  }

  /** The running system has all of its tries again. */
  async markGood(): Promise<Result<void, string>> {
    const done = await this.run(['status', 'mark-good', 'booted'], SHORT);
    return done.ok ? ok(undefined) : done;
  }

  /** Gives a slot the tries of a new one, and lets it start before the others. `slot`: by RAUC's name, such as `rootfs.0`. */
  async markActive(slot: string): Promise<Result<void, string>> {
    const done = await this.run(['status', 'mark-active', slot], SHORT);
    return done.ok ? ok(undefined) : done;
  }

  private run(
    args: readonly string[],
    timeLimit: number,
    more: { readonly onRow?: (row: string) => void; readonly signal?: AbortSignal | undefined } = {},
  ): Promise<Result<string, string>> {
    const { program = '/usr/bin/rauc' } = this.options;
    return runProgram({ program, args, timeLimit, ...more });
  }
}
