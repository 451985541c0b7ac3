import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Console } from '../guest/console.js';
import { Machine } from '../guest/qemu.js';
import type { BootCard } from './bootCard.js';

/** Longest from a reset to the kernel, ms. */
const PASS = 90_000;
const STARTED = /stand-in kernel of (slot A|slot B|rescue)\n[^]*?((?:root=|kasirbox\.rescue)[^\0]*)\0/;

/** Files of the boot partition that start the emulated board: what the firmware of a real one would load. */
export const BOARD_FILES = { loader: 'u-boot.bin', tree: 'bcm2837-rpi-3-b.dtb' };

/** What a pass of the boot script has started. */
export interface Pass {
  readonly who: string;
  /** The command line of its kernel. */
  readonly words: string;
}

/** A Raspberry Pi 3 in QEMU with U-Boot and a card of stand-in kernels. It stops after each pass. */
export class BootBoard {
  private isNew = true;

  private constructor(
    private readonly machine: Machine,
    private readonly kernel: Console,
    /** What U-Boot says. */
    private readonly loader: Console,
  ) {}

  /** Has that folder what the board needs? */
  static isIn(folder: string): boolean {
    return Object.values(BOARD_FILES).every((name) => existsSync(join(folder, name)));
  }

  /** Switches it on; it is ended after `limit` ms. */
  static async start(files: string, card: BootCard, limit: number): Promise<BootBoard> {
    const machine = await Machine.start({
      program: 'qemu-system-aarch64',
      lines: ['kernel', 'loader'],
      limit,
      options: [
        ...['-M', 'raspi3b', '-no-shutdown', '-S'],
        ...['-kernel', join(files, BOARD_FILES.loader), '-dtb', join(files, BOARD_FILES.tree)],
        ...['-drive', `if=sd,format=raw,file=${card.file},cache=unsafe`],
        ...['-serial', 'chardev:kernel', '-serial', 'chardev:loader'],
      ],
    });
    return new BootBoard(machine, await machine.console('kernel'), await machine.console('loader'));
  }

  /** What the next start of the board ends with. The card may be looked at and changed behind it. */
  async pass(): Promise<Pass> {
    await this.goOn();
    const [, who = '', words = ''] = await this.kernel.says(STARTED, PASS);
    await this.machine.qmp.event('STOP');
    return { who, words };
  }

  /** Waits for a text of U-Boot in the next start of the board. */
  async says(pattern: RegExp): Promise<void> {
    await this.goOn();
    await this.loader.says(pattern, PASS);
  }

  /** The output of U-Boot so far. */
  get loaderLog(): string {
    return this.loader.text;
  }

  /** All output, to explain a failure. */
  get log(): string {
    return `${this.kernel.text}\n${this.loader.text}\n${this.machine.complaints}`;
  }

  stop(): Promise<void> {
    return this.machine.stop();
  }

  private async goOn(): Promise<void> {
    const { qmp } = this.machine;
    if (!this.isNew) {
      // A reset by the board itself stops it; this one does not.
      await qmp.run('set-action', { reboot: 'reset' });
      await qmp.run('system_reset');
      await qmp.event('RESET', { guest: false });
      await qmp.run('set-action', { reboot: 'shutdown' });
    }
    this.isNew = false;
    await qmp.run('cont');
  }
}
