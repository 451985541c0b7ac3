import { isIPv4 } from 'node:net';
import { type Log, TaskQueue } from '../../base/index.js';
import { type ListenAddress, PlainServer } from '../../platform/http/index.js';
import type { Settings } from '../../shop/settings/index.js';
import { helperHandler, type HelperDeps } from '../../interfaces/web/index.js';

interface Deps extends HelperDeps {
  readonly settings: Pick<Settings, 'now' | 'onChange'>;
  readonly log: Log;
  readonly host: ListenAddress['host'];
}

/** The page over plain HTTP that helps devices to trust the box, while the setting `helperPort` is set. */
export class Helper {
  private readonly changes = new TaskQueue();
  private server: PlainServer | undefined;
  private isStopped = false;

  constructor(private readonly deps: Deps) {
    deps.settings.onChange('helperPort', () => void this.follow());
  }

  /** Serves the page if the setting is set. A port that cannot be used does not stop sales. */
  follow(): Promise<void> {
    return this.changes.run(async () => {
      await this.server?.stop();
      this.server = undefined;
      const { settings, log, host } = this.deps;
      const port = settings.now.helperPort;
      if (port === null || this.isStopped) return;
      const server = new PlainServer(helperHandler(this.deps));
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

  /**
   * Address of the page; undefined when it is off. An IP address is preferred, because a new device may be unable to
   * resolve the box's name.
   */
  get address(): string | undefined {
    const port = this.deps.settings.now.helperPort;
    if (this.server === undefined || port === null) return undefined;
    const hosts = this.deps.origins().map((origin) => new URL(origin).hostname);
    const host = hosts.find(isIPv4) ?? hosts[0] ?? '';
    return `http://${host}${port === 80 ? '' : `:${port}`}/`;
  }
}
