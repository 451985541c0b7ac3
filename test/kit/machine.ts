import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { newFolder } from './folder.js';

/** What a machine tells of its clock, in a folder that stands for `/`. */
export class Machine {
  readonly root = newFolder();

  /** systemd-timesyncd has set the clock since the start. */
  synchronize(): this {
    return this.write('run/systemd/timesync/synchronized', '');
  }

  /** The machine starts anew: what is in `/run` is gone. */
  restart(): this {
    rmSync(join(this.root, 'run'), { recursive: true, force: true });
    return this;
  }

  /** A real-time clock; `hctosys`: the kernel has set its own from it. */
  rtc(hctosys: '0' | '1'): this {
    return this.write('sys/class/rtc/rtc0/hctosys', `${hctosys}\n`);
  }

  /** What `timedatectl` answers to a question for the state of the kernel, as under chrony. */
  answers(script: string): this {
    this.write('usr/bin/timedatectl', `#!/bin/sh\n${script}\n`);
    chmodSync(join(this.root, 'usr/bin/timedatectl'), 0o755);
    return this;
  }

  private write(path: string, content: string): this {
    const file = join(this.root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    return this;
  }
}
