import { access, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readCode } from '../access/index.js';
import { failed, ok, type Result, systemClock } from '../base/index.js';
import { isSameText } from './isSameText.js';
import { type Bundle, type BundleFolders, Bundles, type Rauc } from '../updates/index.js';

/** What the rescue system is doing. `reason`: in RAUC's English. */
export type RescueState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'restoring'; readonly version: string; readonly percent: number }
  | { readonly kind: 'restored' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'trying again' };

export interface RescueParts {
  readonly folders: BundleFolders;
  /** Root's folder on the data partition, which remembers that the slots were tried again. */
  readonly keep: string;
  readonly rauc: Pick<Rauc, 'info' | 'install' | 'markActive'>;
  /** The slots as U-Boot would start them; those that were given up are not among them. */
  readonly order: () => Promise<readonly string[]>;
  /** What a button has to come with, without hyphens; undefined where the board has none. */
  readonly code: () => Promise<string | undefined>;
  /** The version that did not pass its trial last; undefined where none is known. */
  readonly givenUp: () => Promise<string | undefined>;
  /** How long the page has to tell the end before the board restarts, ms. */
  readonly farewell?: number;
}

/** Why nothing was begun. */
export type Refusal = 'busy' | 'unknown' | 'used';

/** The slots, each by its letter in U-Boot and its name in RAUC. */
const SLOTS: Readonly<Record<string, string>> = { A: 'rootfs.0', B: 'rootfs.1' };
/** Removed again by a restored update, or by `end-trial` once a slot is confirmed. */
const RETRIED_FILE = 'rescue-retried';
const FAREWELL = 4_000;

/** Puts an update into a slot, or lets the slots be tried once more; one thing at a time, and only when a person asks for it. */
export class Rescue {
  private current: RescueState = { kind: 'waiting' };
  private readonly list: Bundles;
  private restart = (): void => undefined;
  /** Resolves when the board is to be restarted. */
  readonly restartWanted = new Promise<void>((resolve) => {
    this.restart = resolve;
  });

  constructor(private readonly parts: RescueParts) {
    this.list = new Bundles(parts.folders, parts.rauc);
  }

  get state(): RescueState {
    return this.current;
  }

  /** While RAUC works, it alone reads what it installs. */
  async bundles(): Promise<readonly Bundle[]> {
    return this.isBusy() ? [] : this.list.look();
  }

  /** Was the second chance of the slots used up? */
  async isRetried(): Promise<boolean> {
    return access(join(this.parts.keep, RETRIED_FILE)).then(
      () => true,
      () => false,
    );
  }

  /** Does a button need a code? */
  async needsCode(): Promise<boolean> {
    return (await this.parts.code()) !== undefined;
  }

  /** Is this code, as it was typed, the one on the ticket? */
  async isCode(typed: string): Promise<boolean> {
    const code = await this.parts.code();
    return code === undefined || isSameText(readCode(typed), code);
  }

  givenUp(): Promise<string | undefined> {
    return this.parts.givenUp();
  }

  /** Begins to restore an update that is listed. */
  async beginRestore(id: string): Promise<Result<void, Refusal>> {
    if (this.isBusy()) return failed('busy');
    const bundle = (await this.list.look()).find((one) => one.id === id);
    if (bundle?.facts.ok !== true) return failed('unknown');
    // Another request may have come while the sticks were looked at.
    if (this.isBusy()) return failed('busy');
    const { version } = bundle.facts.value;
    this.current = { kind: 'restoring', version, percent: 0 };
    void this.restore(bundle.path, version);
    return ok(undefined);
  }

  /** Begins to give the slots their tries back. */
  async beginAgain(): Promise<Result<void, Refusal>> {
    if (this.isBusy()) return failed('busy');
    this.current = { kind: 'trying again' };
    if (await this.isRetried()) {
      this.current = { kind: 'waiting' };
      return failed('used');
    }
    void this.tryAgain();
    return ok(undefined);
  }

  private isBusy(): boolean {
    const { kind } = this.current;
    return kind !== 'waiting' && kind !== 'failed';
  }

  private async restore(path: string, version: string): Promise<void> {
    const { rauc, keep } = this.parts;
    const done = await rauc.install(path, ({ percent }) => {
      this.current = { kind: 'restoring', version, percent };
    });
    if (!done.ok) {
      this.current = { kind: 'failed', reason: done.error };
      return;
    }
    await rm(join(keep, RETRIED_FILE), { force: true }).catch(() => undefined);
    this.current = { kind: 'restored' };
    await this.leave();
  }

  private async tryAgain(): Promise<void> {
    const { rauc, keep, order } = this.parts;
    // Noted first: whatever fails from here on is not tried without end.
    const noted = await writeFile(join(keep, RETRIED_FILE), '', { flag: 'wx', flush: true }).then(
      () => undefined,
      (error: unknown) => String(error),
    );
    const listed = noted === undefined ? await order() : [];
    const slots = [...new Set([...listed, ...Object.keys(SLOTS)])];
    let reason = noted;
    // The last one that is made active is the first to be started.
    for (const slot of slots.reverse()) {
      if (reason !== undefined) break;
      const done = await rauc.markActive(SLOTS[slot] ?? slot);
      if (!done.ok) reason = done.error;
    }
    if (reason === undefined) await this.leave();
    else this.current = { kind: 'failed', reason };
  }

  private async leave(): Promise<void> {
    await systemClock.sleep(this.parts.farewell ?? FAREWELL);
    this.restart();
  }
}
