import { execFileSync } from 'node:child_process';
import {
  closeSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { decodeEnvironment, encodeEnvironment } from './environment.js';
import { readFat, writeFat } from './filesystem.js';
import { masterBootRecord, type Partition } from './partitions.js';
import { standInKernel } from './standInKernel.js';

const MB = 1024 * 1024;
/** A power of two, as QEMU wants it of a card. */
const CARD_BYTES = 64 * MB;
const SIGNATURE = 0x6b617369;
const FAT: Partition = { start: MB, size: 16 * MB, type: 0x0c };
const SLOTS: Readonly<Record<'A' | 'B', Partition>> = {
  A: { start: 20 * MB, size: 8 * MB, type: 0x83 },
  B: { start: 30 * MB, size: 8 * MB, type: 0x83 },
};

const PROJECT = resolve(import.meta.dirname, '../../..');

/** What a card is made of, and the package of Debian that has it. */
export const CARD_NEEDS = {
  mkimage: 'u-boot-tools',
  mkenvimage: 'u-boot-tools',
  mcopy: 'mtools',
  'mkfs.vfat': 'dosfstools',
  mke2fs: 'e2fsprogs',
};

/** A small card with the box's own boot script, and in its slots and the rescue system kernels that only say who they are. */
export class BootCard {
  private constructor(
    private readonly folder: string,
    /** The image. */
    readonly file: string,
  ) {}

  /** Makes it in an empty folder. */
  static make(folder: string, script: string): BootCard {
    const card = new BootCard(folder, join(folder, 'card.img'));
    const image = openSync(card.file, 'w');
    ftruncateSync(image, CARD_BYTES);
    writeSync(image, masterBootRecord(SIGNATURE, [FAT, SLOTS.A, SLOTS.B]));
    for (const name of ['A', 'B'] as const) {
      const bytes = card.slot(name);
      writeSync(image, bytes, 0, bytes.length, SLOTS[name].start);
    }
    const fat = card.fat(script);
    writeSync(image, fat, 0, fat.length, FAT.start);
    closeSync(image);
    return card;
  }

  /** The variables in a file of the FAT partition. Throws when it is missing or torn. */
  environment(name = 'uboot.env'): ReadonlyMap<string, string> {
    return decodeEnvironment(readFat(this.file, FAT, name));
  }

  /** Sets variables in `uboot.env`, as RAUC does. */
  change(variables: Readonly<Record<string, string>>): void {
    writeFat(
      this.file,
      FAT,
      'uboot.env',
      encodeEnvironment({ ...Object.fromEntries(this.environment()), ...variables }),
    );
  }

  /** Damages a file of the FAT partition, as a write that a power cut has torn. */
  tear(name: string): void {
    const bytes = readFat(this.file, FAT, name);
    bytes.fill(0xff, bytes.length / 2);
    writeFat(this.file, FAT, name, bytes);
  }

  remove(name: string): void {
    execFileSync('mdel', ['-i', `${this.file}@@${FAT.start}`, `::${name}`], { stdio: 'pipe' });
  }

  /** Makes the kernel of a slot unstartable, or the whole slot unreadable. */
  overwrite(slot: 'A' | 'B', what: 'kernel' | 'all'): void {
    const { start, size } = SLOTS[slot];
    const image = openSync(this.file, 'r+');
    const bytes = Buffer.alloc(size);
    if (what === 'kernel') {
      readSync(image, bytes, 0, size, start);
      const kernel = kernelOf(`slot ${slot}`);
      bytes.fill(0, bytes.indexOf(kernel), bytes.indexOf(kernel) + kernel.length);
    }
    writeSync(image, bytes, 0, size, start);
    closeSync(image);
  }

  private slot(name: string): Buffer {
    const tree = join(this.folder, 'slot');
    mkdirSync(join(tree, 'boot'), { recursive: true });
    for (const [file, bytes] of Object.entries(bootFiles(`slot ${name}`)))
      writeFileSync(join(tree, 'boot', file), bytes);
    const image = join(this.folder, `${name}.ext4`);
    execFileSync('mke2fs', ['-q', '-t', 'ext4', '-O', '^has_journal', '-d', tree, '-F', image, '8M'], {
      stdio: 'pipe',
    });
    rmSync(tree, { recursive: true });
    return readFileSync(image);
  }

  private fat(script: string): Buffer {
    const tree = join(this.folder, 'fat');
    mkdirSync(join(tree, 'rescue'), { recursive: true });
    const made = ['-A', 'arm64', '-T', 'script', '-C', 'none', '-n', 'kasirbox', '-d', script, join(tree, 'boot.scr')];
    execFileSync('mkimage', made, { stdio: 'pipe' });
    for (const [file, bytes] of Object.entries(bootFiles('rescue'))) writeFileSync(join(tree, 'rescue', file), bytes);
    const environment = join(tree, 'uboot.env');
    const make = 'source board/build/environment.sh && make_environment "$0"';
    execFileSync('bash', ['-c', make, environment], { cwd: PROJECT, stdio: 'pipe' });
    const image = join(this.folder, 'fat.img');
    execFileSync('mkfs.vfat', ['-n', 'KASIRBOX', '-C', image, String(FAT.size / 1024)], { stdio: 'pipe' });
    execFileSync('mcopy', ['-s', '-i', image, join(tree, 'boot.scr'), environment, join(tree, 'rescue'), '::'], {
      stdio: 'pipe',
    });
    return readFileSync(image);
  }
}

function kernelOf(who: string): Buffer {
  return standInKernel(`stand-in kernel of ${who}\n`);
}

function bootFiles(who: string): Record<string, Buffer> {
  return { vmlinuz: kernelOf(who), 'initrd.img': Buffer.alloc(4096, who) };
}
