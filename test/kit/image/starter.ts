import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { decodeEnvironment, encodeEnvironment } from './environment.js';
import { partitionOf, readFat, writeFat } from './filesystem.js';

const SCRIPT = resolve(import.meta.dirname, '../../../board/boot/boot.cmd');
const FAT = 1;
const SLOTS = { A: 2, B: 3 } as const;
const TRIES = '3';
/** The environment, and what the boot script keeps of it beside, bytes. */
const ENVIRONMENT = 'uboot.env';
const KEPT = { name: 'uboot.kept', size: 0x200, variables: /^BOOT_(ORDER|[AB]_LEFT)$/ };
const RESCUE_WORDS = 'kasirbox.rescue rauc.external systemd.unit=kasirbox-rescue.target fsck.mode=skip panic=600';

/** What U-Boot hands over to the kernel. */
export interface Start {
  readonly who: 'A' | 'B' | 'rescue';
  readonly kernel: string;
  readonly initrd: string;
  /** The command line. */
  readonly words: string;
}

/**
 * Does for the machine `virt`, for which there is no U-Boot of ours, what board/boot/boot.cmd does (test/image/uboot.test.ts shows
 * that one at work): chooses, counts down, and takes kernel and initial memory disk out of the card into a folder.
 */
export function startOf(card: string, folder: string): Start {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const environment = environmentOf(card);
  for (const slot of slotsInOrder(environment)) {
    const left = triesOf(environment, slot);
    const start = left > 0 ? fromSlot(card, slot, folder) : undefined;
    environment.set(`BOOT_${slot}_LEFT`, (start === undefined ? 0 : left - 1).toString(16));
    if (start === undefined) continue;
    environment.set('BOOT_ORDER', slotsInOrder(environment).join(' '));
    writeEnvironment(card, [...environment]);
    return start;
  }
  const fat = partitionOf(card, FAT);
  const [kernel, initrd] = ['vmlinuz', 'initrd.img'].map((name) => {
    execFileSync('mcopy', ['-n', '-i', `${card}@@${fat.start}`, `::rescue/${name}`, join(folder, name)]);
    return join(folder, name);
  }) as [string, string];
  return { who: 'rescue', kernel, initrd, words: `${RESCUE_WORDS} ${commonWords()}` };
}

/** What the boot script would start first, as long as it can be read, by a boot partition in a file of its own. */
export function firstChoice(fat: string): Start['who'] {
  const environment = environmentIn(fat, 0);
  return slotsInOrder(environment).find((slot) => triesOf(environment, slot) > 0) ?? 'rescue';
}

/** The variables that U-Boot and RAUC share: where they are torn those of the start before, and those of a new card without either. */
export function environmentOf(card: string): Map<string, string> {
  return environmentIn(card, partitionOf(card, FAT).start);
}

/** The same, of a boot partition that begins at this byte of a file. */
function environmentIn(path: string, start: number): Map<string, string> {
  for (const name of [ENVIRONMENT, KEPT.name]) {
    try {
      return new Map(decodeEnvironment(readFat(path, { start }, name)));
    } catch {
      // The next one.
    }
  }
  return new Map([['BOOT_ORDER', 'A B'], ...Object.keys(SLOTS).map((slot) => [`BOOT_${slot}_LEFT`, TRIES] as const)]);
}

function writeEnvironment(card: string, variables: readonly (readonly [string, string])[]): void {
  const fat = partitionOf(card, FAT);
  writeFat(card, fat, ENVIRONMENT, encodeEnvironment(Object.fromEntries(variables)));
  const kept = variables.filter(([name]) => KEPT.variables.test(name));
  writeFat(card, fat, KEPT.name, encodeEnvironment(Object.fromEntries(kept), KEPT.size));
}

/** Each slot once, those first that BOOT_ORDER names. */
function slotsInOrder(environment: ReadonlyMap<string, string>): ('A' | 'B')[] {
  const order = `${environment.get('BOOT_ORDER') ?? ''} A B`.split(' ');
  return [...new Set(order.filter((name) => name === 'A' || name === 'B'))];
}

function triesOf(environment: ReadonlyMap<string, string>, slot: 'A' | 'B'): number {
  return parseInt(environment.get(`BOOT_${slot}_LEFT`) ?? TRIES, 16);
}

function fromSlot(card: string, slot: 'A' | 'B', folder: string): Start | undefined {
  const part = SLOTS[slot];
  const { start } = partitionOf(card, part);
  const [kernel, initrd] = ['vmlinuz', 'initrd.img'].map((name) => {
    const target = join(folder, name);
    execFileSync('debugfs', ['-R', `dump /boot/${name} "${target}"`, `${card}?offset=${start}`], { stdio: 'pipe' });
    return target;
  }) as [string, string];
  if (![kernel, initrd].every((file) => existsSync(file) && statSync(file).size > 0)) return undefined;
  const root = `root=PARTUUID=6b617369-0${part} rootfstype=ext4 rauc.slot=${slot}`;
  return { who: slot, kernel, initrd, words: `${root} panic=5 ${commonWords()}` };
}

/** As the boot script has them, but with the serial line of `virt`. */
function commonWords(): string {
  const words = /^common="(.*)"$/m.exec(readFileSync(SCRIPT, 'utf8'))?.[1];
  if (words === undefined) throw new Error(`${SCRIPT} has no common words`);
  return `${words.replaceAll(/ ?\bconsole=\S+/g, '')} console=ttyAMA0`;
}
