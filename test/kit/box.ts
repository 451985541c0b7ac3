import * as fs from 'node:fs';
import * as https from 'node:https';
import { join } from 'node:path';
import type { Disk } from '../../src/base/disk.js';
import { jsonLog } from '../../src/base/log.js';
import { Box } from '../../src/box.js';
import { BoxCore, type BoxOptions } from '../../src/core.js';
import { Client } from './client.js';
import { Conformance } from './conformance.js';
import { newFolder } from './folder.js';
import { Machine } from './machine.js';

/** One line of the log as it goes out. */
export type LogLine = Readonly<Record<string, string | number | boolean | null>>;

export interface TestBoxOptions {
  readonly folder?: string;
  /** See {@link TestBox.clockOffset}; 0 when left out. */
  readonly clockOffset?: number;
  readonly disk?: Disk;
  readonly mail?: NonNullable<BoxOptions['mail']>;
  readonly post?: NonNullable<BoxOptions['post']>;
  readonly passing?: NonNullable<BoxOptions['passing']>;
  readonly printing?: NonNullable<BoxOptions['printing']>;
  /** What vouches for the clock; a time server when left out. */
  readonly machine?: NonNullable<BoxOptions['machine']>;
}

/** A whole box on real files and real TLS, in the test's process, with clients that trust only its `ca.pem`. */
export class TestBox {
  /** What is added to the real time, ms; the certificate is checked against the real time by clients. */
  clockOffset: number;
  /** Every line that was logged, over restarts. */
  readonly lines: string[] = [];
  readonly folder: string;
  private readonly given: Omit<TestBoxOptions, 'folder' | 'clockOffset'>;
  private running:
    { readonly core: BoxCore; readonly box: Box; readonly agent: https.Agent; readonly client: Client } | undefined;

  private constructor({ folder, clockOffset = 0, ...given }: TestBoxOptions) {
    this.clockOffset = clockOffset;
    this.folder = folder ?? newFolder();
    this.given = { machine: { root: new Machine().synchronize().root, buildTime: 0 }, ...given };
  }

  static async start(options: TestBoxOptions = {}): Promise<TestBox> {
    const box = new TestBox(options);
    await box.open();
    return box;
  }

  /** Runs `work` on a new box, which is stopped whatever happens. */
  static async during(work: (box: TestBox) => Promise<void>, options: TestBoxOptions = {}): Promise<void> {
    const box = await TestBox.start(options);
    try {
      await work(box);
    } finally {
      await box.stop();
    }
  }

  get core(): BoxCore {
    return this.up.core;
  }

  get origin(): string {
    return this.up.box.origin();
  }

  /** A client without a key. */
  get stranger(): Client {
    return this.up.client;
  }

  get log(): LogLine[] {
    return this.lines.map((line) => JSON.parse(line) as LogLine);
  }

  readonly now = (): number => Date.now() + this.clockOffset;

  /** A new key, as `kasirbox keys create` makes it. */
  async newKey(label = 'till'): Promise<{ readonly id: number; readonly key: string }> {
    const created = await this.core.keys.create(label);
    if (!created.ok) throw new Error(created.error);
    return created.value;
  }

  /** A client with a new key, which has a rate window of its own. */
  async client(label?: string): Promise<Client> {
    return this.stranger.with((await this.newKey(label)).key);
  }

  /** Changes a setting as `kasirbox settings set` does. */
  async set(name: string, value: unknown): Promise<void> {
    const changed = await this.core.settings.set(name, value);
    if (!changed.ok) throw new Error(changed.error);
  }

  /** `between` is done while nothing runs on the folder. */
  async restart(between: () => void = () => undefined): Promise<void> {
    await this.stop();
    between();
    await this.open();
  }

  async stop(): Promise<void> {
    const running = this.running;
    this.running = undefined;
    running?.agent.destroy();
    await running?.box.stop();
  }

  private get up(): NonNullable<TestBox['running']> {
    if (this.running === undefined) throw new Error('the box is stopped');
    return this.running;
  }

  private async open(): Promise<void> {
    const log = jsonLog((line) => this.lines.push(line), this.now);
    const core = await BoxCore.open({ folder: this.folder, log, now: this.now, ...this.given });
    if (!core.ok) throw new Error(core.error);
    const box = await Box.start(core.value, { host: '127.0.0.1', port: 0 });
    if (!box.ok) throw new Error(box.error);
    const port = this.log.findLast(({ event }) => event === 'box.started')?.['port'];
    const origin = `https://127.0.0.1:${String(port)}`;
    const agent = new https.Agent({ keepAlive: true, ca: fs.readFileSync(join(this.folder, 'tls', 'ca.pem')) });
    const published = await fetchText(`${origin}/openapi.json`, agent);
    const client = new Client(origin, agent, new Conformance(published), undefined);
    this.running = { core: core.value, box: box.value, agent, client };
  }
}

function fetchText(url: string, agent: https.Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = https.get(url, { agent }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => (text += piece));
      response.on('end', () => resolve(text));
    });
    request.on('error', reject);
  });
}
