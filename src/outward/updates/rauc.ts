import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { failed, ok, type Result } from '../../base/index.js';
import {
  type BundleInfo,
  type InstallRow,
  readBundleInfo,
  readInstallRow,
  readSlotStatus,
  runProgram,
  type SlotStatus,
} from './raucOutput.js';

export interface RaucOptions {
  /** The program; `/usr/bin/rauc` by default. */
  readonly program?: string;
  /** The accepted signers, where no system.conf names them. */
  readonly keyring?: string;
}

/** Its path on a machine that was made from an image. */
const CONFIG = 'etc/rauc/system.conf';
/** Timeout of inspecting a bundle, which reads only its end, and of calls to RAUC's service over D-Bus, ms. */
const SHORT = 60_000;
/** Timeout of writing 640 MB to the slowest card, and reading them back, ms. */
const LONG = 60 * 60_000;

/** True when this system was made from an image, with two slots managed by RAUC. */
export function isOnImage(root: string): Promise<boolean> {
  return access(join(root, CONFIG)).then(
    () => true,
    () => false,
  );
}

/**
 * RAUC (rauc.io) checks the signature of a bundle and writes it to the slot that is not running. Its service runs as
 * root and does the work; this class calls it through the program `rauc`. Errors are RAUC's own English texts.
 */
export class Rauc {
  constructor(private readonly options: RaucOptions = {}) {}

  /** Checks the signature of a bundle, and returns its description. */
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

  /**
   * Writes a bundle to the other slot, which is started next from then on. Aborting does not stop the service of RAUC.
   */
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

  /** Restores all boot attempts of the running system. */
  async markGood(): Promise<Result<void, string>> {
    const done = await this.run(['status', 'mark-good', 'booted'], SHORT);
    return done.ok ? ok(undefined) : done;
  }

  /**
   * Gives a slot the boot attempts of a new one, and makes it start before the others. `slot` is RAUC's name, such as
   * `rootfs.0`.
   */
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
