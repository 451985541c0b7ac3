import { chmodSync, mkdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { newFolder } from './folder.js';

/** The files by which a machine describes itself, in a folder that represents `/`. */
export class Machine {
  readonly root = newFolder();

  /** systemd-timesyncd has set the clock since the start. */
  synchronize(): this {
    return this.write('run/systemd/timesync/synchronized', '');
  }

  /** The machine restarts: the content of `/run` is lost. */
  restart(): this {
    rmSync(join(this.root, 'run'), { recursive: true, force: true });
    return this;
  }

  /** A real-time clock; `hctosys`: the kernel has set its own from it. `time`, ms; undefined: it reports none. */
  rtc(hctosys: '0' | '1', time?: number): this {
    this.write('sys/class/rtc/rtc0/name', 'rtc-ds1307 1-0068\n').write('sys/class/rtc/rtc0/hctosys', `${hctosys}\n`);
    if (time === undefined) return this;
    return this.write('sys/class/rtc/rtc0/since_epoch', `${Math.floor(time / 1000)}\n`);
  }

  /** A folder is on the second partition of a disk; `files`: the kernel's files about that disk. */
  disk(folder: string, files: Readonly<Record<string, string>>): this {
    const disk = 'sys/devices/platform/emmc2/mmc_host/mmc0/mmc0:0001';
    for (const [file, text] of Object.entries(files)) this.write(`${disk}/${file}`, `${text}\n`);
    const block = join(this.root, disk, 'block/mmcblk0');
    this.write(`${disk}/block/mmcblk0/mmcblk0p2/partition`, '2\n');
    symlinkSync('../..', join(block, 'device'));
    mkdirSync(join(this.root, 'sys/dev/block'), { recursive: true });
    symlinkSync(join(block, 'mmcblk0p2'), join(this.root, 'sys/dev/block', blockNumbers(statSync(folder).dev)));
    return this;
  }

  /** What `timedatectl` answers to a question for the state of the kernel, as under chrony. */
  answers(script: string): this {
    this.write('usr/bin/timedatectl', `#!/bin/sh\n${script}\n`);
    chmodSync(join(this.root, 'usr/bin/timedatectl'), 0o755);
    return this;
  }

  /** A file, by its path from the root. */
  write(path: string, content: string | Buffer): this {
    const file = join(this.root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    return this;
  }
}

/** As `ls -l` shows them of a device; enough for numbers below 256. */
function blockNumbers(dev: number): string {
  return `${Math.floor(dev / 256)}:${dev % 256}`;
}
