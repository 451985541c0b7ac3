import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ResetCause } from '../../../platform/ledger/index.js';
import { bytesOf } from './boardSensors.js';

interface MachineStart {
  /** `/` except in tests. */
  readonly root: string;
  /** The current time and the uptime of the machine, both in ms. */
  readonly now: number;
  readonly uptime: number;
}

/** `WDIOF_CARDRESET` of linux/watchdog.h: "card previously reset the CPU". */
const CARD_RESET = 0x20;
/**
 * Bits of the register PM_RSTS of the Raspberry Pi: power-on reset, and full reset by its watchdog, which it also uses
 * to restart itself.
 */
const [HAD_POWER_ON, HAD_WATCHDOG] = [0x1000, 0x20];
/**
 * Where the firmware of the Raspberry Pi stores that register's value from the start. The name has changed, so there
 * are two.
 */
const RSTS = ['rsts', 'pm_rsts'].map((name) => `sys/firmware/devicetree/base/chosen/bootloader/${name}`);
/** Where systemd-pstore.service stores the records of a kernel failure. Only root may read /sys/fs/pstore itself. */
const PSTORE = 'var/lib/systemd/pstore';

/**
 * What reset a machine whose last run ended abruptly; undefined when there is no proof of anything but a power cut. A
 * Raspberry Pi does not distinguish its watchdog from another reset, and its watchdog driver reports neither.
 */
export function resetCause({ root, now, uptime }: MachineStart): ResetCause | undefined {
  if (hasKernelFailed(join(root, PSTORE), now - uptime, now)) return 'kernel';
  if (watchdogStates(root).some((state) => (state & CARD_RESET) !== 0)) return 'watchdog';
  const rsts = resetRegister(root);
  if (rsts === undefined) return undefined;
  return (rsts & HAD_WATCHDOG) !== 0 && (rsts & HAD_POWER_ON) === 0 ? 'unknown' : undefined;
}

/** Details of the last reset for a technician, one row each. */
export function resetFacts(root: string): string[] {
  const rsts = resetRegister(root);
  return [
    ...watchdogStates(root).map((state) => `watchdog bootstatus: 0x${state.toString(16)}`),
    ...(rsts === undefined ? [] : [`reset register: 0x${rsts.toString(16)}`]),
  ];
}

/** `bootstatus` of each hardware watchdog (Documentation/ABI/testing/sysfs-class-watchdog). */
function watchdogStates(root: string): number[] {
  const folder = join(root, 'sys/class/watchdog');
  return entriesOf(folder)
    .map(({ name }) =>
      Number(
        bytesOf(join(folder, name, 'bootstatus'))
          ?.toString('latin1')
          .trim() ?? '',
      ),
    )
    .filter(Number.isInteger);
}

/** Four bytes, big-endian like all numbers of a device tree. */
function resetRegister(root: string): number | undefined {
  const bytes = RSTS.map((path) => bytesOf(join(root, path))).find((found) => found?.length === 4);
  return bytes?.readUInt32BE();
}

/**
 * True when systemd has saved a kernel record since the machine started. Older records remain there. Only root may read
 * their contents.
 */
function hasKernelFailed(folder: string, from: number, to: number, depth = 0): boolean {
  return entriesOf(folder).some((entry) => {
    const path = join(folder, entry.name);
    const isRecord = entry.name.startsWith('dmesg') && isBetween(path, from, to);
    return isRecord || (entry.isDirectory() && depth < MAX_DEPTH && hasKernelFailed(path, from, to, depth + 1));
  });
}

/** Records with a number of several parts are in folders of their own. */
const MAX_DEPTH = 2;

function isBetween(path: string, from: number, to: number): boolean {
  try {
    // systemd gives the copy the time of the crash. The change time of its inode is when it was made.
    const { ctimeMs } = statSync(path);
    return ctimeMs >= from && ctimeMs <= to;
  } catch {
    return false;
  }
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
