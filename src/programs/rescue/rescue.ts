import { createHash, timingSafeEqual } from 'node:crypto';
import { access, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readCode } from '../../shop/access/index.js';
import { failed, ok, type Result, systemClock } from '../../base/index.js';
import { type Bundle, type BundleFolders, Bundles, type Rauc, runProgram } from '../../outward/updates/index.js';

/** State of the rescue system. `reason`: in RAUC's English. */
export type RescueState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'restoring'; readonly version: string; readonly percent: number }
  | { readonly kind: 'restored' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'trying again' };

interface RescueDeps {
  readonly folders: BundleFolders;
  /** Root's folder on the data partition; it records that the slots were retried. */
  readonly keep: string;
  readonly rauc: Pick<Rauc, 'info' | 'install' | 'markActive'>;
  /** The slots in U-Boot's order, without those it has given up. */
  readonly order: () => Promise<readonly string[]>;
  /** The code that a button requires, without hyphens; undefined when the board has none. */
  readonly code: () => Promise<string | undefined>;
  /** The version that failed its last trial; undefined when none is known. */
  readonly givenUp: () => Promise<string | undefined>;
  /** How long the page can show the result before the board restarts, ms. */
  readonly farewell?: number;
}

/** Why nothing was started. */
type Refusal = 'busy' | 'unknown' | 'used';

/** The slots: letter in U-Boot, and name in RAUC. */
const SLOTS: Readonly<Record<string, string>> = { A: 'rootfs.0', B: 'rootfs.1' };
/** Removed by a restored update, or by `end-trial` once a slot is confirmed. */
const RETRIED_FILE = 'rescue-retried';
const FAREWELL = 4_000;

/**
 * Installs an update into a slot, or lets the slots be retried; one action at a time, and only at the request of a
 * person.
 */
export class Rescue {
  private current: RescueState = { kind: 'waiting' };
  private readonly list: Bundles;
  private restart = (): void => undefined;
  /** Resolves when the board should restart. */
  readonly restartWanted = new Promise<void>((resolve) => {
    this.restart = resolve;
  });

  constructor(private readonly deps: RescueDeps) {
    this.list = new Bundles(deps.folders, deps.rauc);
  }

  get state(): RescueState {
    return this.current;
  }

  /** While RAUC works, the bundles are not read here. */
  async bundles(): Promise<readonly Bundle[]> {
    return this.isBusy() ? [] : this.list.look();
  }

  /** True when the second chance of the slots was used. */
  async isRetried(): Promise<boolean> {
    return access(join(this.deps.keep, RETRIED_FILE)).then(
      () => true,
      () => false,
    );
  }

  /** True when a button requires a code. */
  async needsCode(): Promise<boolean> {
    return (await this.deps.code()) !== undefined;
  }

  /** True when the typed code is the one on the ticket. */
  async isCode(typed: string): Promise<boolean> {
    const code = await this.deps.code();
    return code === undefined || isSameText(readCode(typed), code);
  }

  givenUp(): Promise<string | undefined> {
    return this.deps.givenUp();
  }

  /** Starts restoring a listed update. */
  async beginRestore(id: string): Promise<Result<void, Refusal>> {
    if (this.isBusy()) return failed('busy');
    const bundle = (await this.list.look()).find((one) => one.id === id);
    if (bundle?.facts.ok !== true) return failed('unknown');
    // Another request may have come during the search.
    if (this.isBusy()) return failed('busy');
    const { version } = bundle.facts.value;
    this.current = { kind: 'restoring', version, percent: 0 };
    void this.restore(bundle.path, version);
    return ok(undefined);
  }

  /** Starts giving the slots new boot attempts. */
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
    const { rauc, keep } = this.deps;
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
    const { rauc, keep, order } = this.deps;
    // Recorded first, so that a failure from here on is not retried without end.
    const noted = await writeFile(join(keep, RETRIED_FILE), '', { flag: 'wx', flush: true }).then(
      () => undefined,
      (error: unknown) => String(error),
    );
    const listed = noted === undefined ? await order() : [];
    const slots = [...new Set([...listed, ...Object.keys(SLOTS)])];
    let reason = noted;
    // The last slot made active is the first to start.
    for (const slot of slots.reverse()) {
      if (reason !== undefined) break;
      const done = await rauc.markActive(SLOTS[slot] ?? slot);
      if (!done.ok) reason = done.error;
    }
    if (reason === undefined) await this.leave();
    else this.current = { kind: 'failed', reason };
  }

  private async leave(): Promise<void> {
    await systemClock.sleep(this.deps.farewell ?? FAREWELL);
    this.restart();
  }
}

/** Compares a secret in constant time. */
export function isSameText(given: string, secret: string): boolean {
  const [a, b] = [given, secret].map((text) => createHash('sha256').update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}

/** Time limit of reading a few hundred bytes of the card, ms. */
const TIME = 30_000;

/** The letters of the slots in the order in which U-Boot starts them; empty when its environment cannot be read. */
export async function bootOrder(): Promise<readonly string[]> {
  const told = await runProgram({ program: 'fw_printenv', args: ['-n', 'BOOT_ORDER'], timeLimit: TIME });
  return told.ok ? told.value.split(/\s+/).filter((slot) => /^[AB]$/.test(slot)) : [];
}
