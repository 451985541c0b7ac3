import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { type Bundle, emptyBundle, foreignKeys } from './bundles.js';
import './programs.js';

const BYTES = 512 * 1024 ** 2;

/**
 * A stick with `next.raucb`, a newer version; `tampered.raucb`, the same with three bytes of it changed; `foreign.raucb`, of another
 * authority.
 */
export class UpdateStick {
  private constructor(
    private readonly path: string,
    readonly next: Bundle,
  ) {}

  /** Makes it in a folder, which is made. */
  static make(folder: string, next: Bundle): UpdateStick {
    mkdirSync(folder);
    const foreign = emptyBundle(join(folder, 'foreign'), '9.2.0', { keys: foreignKeys(join(folder, 'others')) });
    const path = join(folder, 'stick.img');
    execFileSync('mkfs.vfat', ['-C', path, String(BYTES / 1024)]);
    const put = (from: string, name: string): Buffer => execFileSync('mcopy', ['-o', '-i', path, from, `::${name}`]);
    put(next.file, 'next.raucb');
    put(foreign.file, 'foreign.raucb');
    const tampered = join(folder, 'tampered');
    execFileSync('cp', [next.file, tampered]);
    // Early in what is signed by its tree of hashes alone: the signature of the bundle is right.
    const file = openSync(tampered, 'r+');
    writeSync(file, Buffer.alloc(3, 0x55), 0, 3, Math.floor(statSync(tampered).size / 8));
    closeSync(file);
    put(tampered, 'tampered.raucb');
    return new UpdateStick(path, next);
  }

  /** Is the beginning of this file the slot of `next.raucb`, byte for byte? Throws, and says where they differ, when it is not. */
  compare(slot: string): void {
    execFileSync('cmp', [`--bytes=${statSync(this.next.slot).size}`, slot, this.next.slot]);
  }

  /** The options of QEMU by which it is plugged in; it cannot be written. */
  get options(): string[] {
    const drive = `if=none,id=stick,format=raw,readonly=on,file=${this.path}`;
    return ['-device', 'qemu-xhci,id=usb', '-drive', drive, '-device', 'usb-storage,bus=usb.0,drive=stick'];
  }
}
