import { TaskQueue } from '../../../base/index.js';
import type { Settings, StreamSetting } from '../../../shop/settings/index.js';
import type { Carrier } from './carrier.js';
import { NatsCarrier } from './nats.js';
import { Stream, type StreamDeps, type StreamReport } from './stream.js';

interface StreamingDeps extends StreamDeps {
  readonly settings: Pick<Settings, 'now' | 'onChange'>;
  /** 32 hex digits. */
  readonly boxId: string;
  /** Creates the carrier for a setting; NATS by default. */
  readonly carrier?: (setting: StreamSetting, boxId: string) => Carrier;
}

/** Runs the configured stream, and restarts it when the setting changes. */
export class Streaming {
  private isRunning = false;
  private running: Stream | undefined;
  private readonly changes = new TaskQueue();

  constructor(private readonly deps: StreamingDeps) {
    deps.settings.onChange('stream', () => void this.follow());
    // The group's subscriptions are made when the connection opens, so a new group needs a new connection.
    deps.settings.onChange('group', () => void this.follow());
    deps.group.onTaken(() => this.running?.tellState());
  }

  /** Undefined while nothing is sent: it is not configured, or the box is in safe mode. */
  get report(): StreamReport | undefined {
    return this.running?.report;
  }

  async start(): Promise<void> {
    this.isRunning = true;
    await this.follow();
  }

  /** A message in progress is aborted after a moment, and looked up after the next start. */
  async stop(): Promise<void> {
    this.isRunning = false;
    await this.changes.run(() => this.end());
  }

  /** Restarts the stream with the current setting, so that setting it again also ends pauses. */
  private async follow(): Promise<void> {
    await this.changes.run(async () => {
      await this.end();
      const { settings, boxId, carrier = natsCarrier } = this.deps;
      const { stream } = settings.now;
      if (!this.isRunning || stream === null) return;
      this.running = new Stream(stream, carrier(stream, boxId), this.deps);
      this.running.start();
    });
  }

  private async end(): Promise<void> {
    await this.running?.stop();
    this.running = undefined;
  }
}

function natsCarrier(setting: StreamSetting, boxId: string): Carrier {
  return new NatsCarrier(setting, boxId);
}
