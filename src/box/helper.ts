import { isIPv4 } from 'node:net';
import { type Log, TaskQueue } from '../base/index.js';
import { type ListenAddress, PlainServer } from '../http/index.js';
import type { Settings } from '../settings/index.js';
import { helperHandler, type HelperParts } from '../web/index.js';

interface Parts extends HelperParts {
  readonly settings: Pick<Settings, 'now' | 'onChange'>;
  readonly log: Log;
  readonly host: ListenAddress['host'];
}

/** The page over plain HTTP that helps devices to trust the box, as long as the setting `helperPort` asks for it. */
export class Helper {
  private readonly changes = new TaskQueue();
  private server: PlainServer | undefined;
  private isStopped = false;

  constructor(private readonly parts: Parts) {
    parts.settings.onChange('helperPort', () => void this.follow());
  }

  /** Serves the page where the setting says so. A port that cannot be used keeps nobody from selling. */
  follow(): Promise<void> {
    return this.changes.run(async () => {
      await this.server?.stop();
      this.server = undefined;
      const { settings, log, host } = this.parts;
      const port = settings.now.helperPort;
      if (port === null || this.isStopped) return;
      const server = new PlainServer(helperHandler(this.parts));
      try {
        await server.listen({ host, port });
        this.server = server;
        log('helper.started', { host, port });
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? String(error.code) : 'error';
        log('helper.failed', { host, port, code });
      }
    });
  }

  stop(): Promise<void> {
    this.isStopped = true;
    return this.follow();
  }

  /** Where the page is; undefined when it is off. By number: a device that meets the box for the first time may not know its name. */
  get address(): string | undefined {
    const port = this.parts.settings.now.helperPort;
    if (this.server === undefined || port === null) return undefined;
    const hosts = this.parts.origins().map((origin) => new URL(origin).hostname);
    const host = hosts.find(isIPv4) ?? hosts[0] ?? '';
    return `http://${host}${port === 80 ? '' : `:${port}`}/`;
  }
}
