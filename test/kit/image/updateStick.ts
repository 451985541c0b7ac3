import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { TestAuthority } from '../pfr/certificates.js';
import { emptyBundle, faultyBundle, foreignKeys } from './bundles.js';
import { CuttingServer, HOST } from './cuttingServer.js';
import './programs.js';

const BYTES = 512 * 1024 ** 2;

/**
 * A stick with `next.raucb`, a newer version, which is well where nothing says otherwise; `tampered.raucb`, the same with three bytes of it
 * changed; `foreign.raucb`, of another authority. A server has a version that does not start.
 */
export class UpdateStick {
  private constructor(
    private readonly path: string,
    /** The file system of the slot that `next.raucb` holds. */
    readonly nextSlot: string,
    readonly server: CuttingServer,
  ) {}

  static async make(folder: string): Promise<UpdateStick> {
    mkdirSync(folder);
    const authority = await TestAuthority.create('Updates');
    const next = faultyBundle(join(folder, 'next'), '9.1.0', authority.pem);
    const foreign = emptyBundle(join(folder, 'foreign'), '9.2.0', foreignKeys(join(folder, 'others')));
    const empty = emptyBundle(join(folder, 'empty'), '9.2.0');
    const path = join(folder, 'stick.img');
    execFileSync('mkfs.vfat', ['-C', path, String(BYTES / 1024)]);
    const put = (from: string, name: string): Buffer => execFileSync('mcopy', ['-o', '-i', path, from, `::${name}`]);
    put(next, 'next.raucb');
    put(foreign, 'foreign.raucb');
    const tampered = join(folder, 'tampered');
    execFileSync('cp', [next, tampered]);
    // Early in what is signed by its tree of hashes alone: the signature of the bundle is right.
    const file = openSync(tampered, 'r+');
    writeSync(file, Buffer.alloc(3, 0x55), 0, 3, Math.floor(statSync(tampered).size / 8));
    closeSync(file);
    put(tampered, 'tampered.raucb');
    const server = await CuttingServer.start(empty, await authority.server([HOST]));
    return new UpdateStick(path, join(folder, 'next/slot.ext4'), server);
  }

  /** The options of QEMU by which it is plugged in; it cannot be written. */
  get options(): string[] {
    const drive = `if=none,id=stick,format=raw,readonly=on,file=${this.path}`;
    return ['-device', 'qemu-xhci,id=usb', '-drive', drive, '-device', 'usb-storage,bus=usb.0,drive=stick'];
  }
}
