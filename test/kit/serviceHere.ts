import { english } from '../../src/base/index.js';
import { join } from 'node:path';
import { jsonLog } from '../../src/base/log.js';
import { openBox } from '../../src/programs/box/open.js';
import { BoxService } from '../../src/programs/box/service.js';
import { BoxClient } from './boxClient.js';
import { type CommandOptions, kasirbox } from './command.js';
import { type Ended, temporaryFolder } from './process.js';

/** Those that run, by their folders. */
const running = new Map<string, ServiceHere>();

/** Stops what a test file has started and left: `test.after(stopServices)`. */
export async function stopServices(): Promise<void> {
  for (const service of running.values()) await service.stop();
}

/**
 * What `kasirbox serve` runs, in this process: all of the service with its API and its control socket. For tests that need one to ask;
 * what a process has beside it, as signals and a crash, has {@link BoxProcess}.
 */
export class ServiceHere extends BoxClient {
  private service: BoxService | undefined;

  static async start({ folder = join(temporaryFolder(), 'data') } = {}): Promise<ServiceHere> {
    const here = new ServiceHere(folder);
    const box = await openBox({ folder, now: Date.now, log: jsonLog((line) => here.hear(here.log + line), Date.now) });
    if (!box.ok) throw new Error(box.error);
    const started = await BoxService.start(box.value, { host: '127.0.0.1', port: 0 });
    if (!started.ok) throw new Error(english(started.error));
    here.service = started.value;
    running.set(folder, here);
    if (!(await here.comesUp())) throw new Error('it did not say that it has started');
    return here;
  }

  /** Resolves when everything is on disk. */
  async stop(): Promise<void> {
    if (!running.delete(this.folder)) return;
    this.disconnect();
    await this.service?.stop();
    this.hearEnd();
  }

  /** Runs a command on the folder of this box, in this process. */
  command(args: readonly string[], options: CommandOptions = {}): Promise<Ended> {
    return kasirbox([...args, '--data', this.folder], options);
  }
}
