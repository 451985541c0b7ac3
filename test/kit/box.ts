import { english } from '../../src/base/index.js';
import type { Disk } from '../../src/base/disk.js';
import { jsonLog } from '../../src/base/log.js';
import { type Box, openBox } from '../../src/programs/box/open.js';
import { wrongInBooks } from './books.js';
import { Client } from './client.js';
import { Conformance } from './conformance.js';
import { drawWithoutEnd } from './drawing.js';
import { newFolder } from './folder.js';
import { leftHeld, openFilesBelow } from './leftHeld.js';
import { Machine } from './machine.js';
import { type Serve, type Served, serveOverTls } from './serve.js';

type BoxOptions = Parameters<typeof openBox>[0];

/** One line of the log as it goes out. */
export type LogLine = Readonly<Record<string, string | number | boolean | null>>;

export interface TestBoxOptions {
  readonly folder?: string;
  /** See {@link TestBox.clockOffset}; 0 when left out. */
  readonly clockOffset?: number;
  /** What the clock on the wall shows; the real time and `clockOffset` when left out. */
  readonly wallClock?: () => number;
  readonly disk?: Disk;
  readonly filling?: NonNullable<BoxOptions['filling']>;
  readonly mail?: NonNullable<BoxOptions['mail']>;
  readonly post?: NonNullable<BoxOptions['post']>;
  readonly passing?: NonNullable<BoxOptions['passing']>;
  readonly printing?: NonNullable<BoxOptions['printing']>;
  /** What vouches for the clock; a time server when left out. */
  readonly machine?: NonNullable<BoxOptions['machine']>;
  /** Ways to card readers; the box's own when left out. */
  readonly readers?: NonNullable<BoxOptions['readers']>;
  /** Speaks TLS with the key of a card; the one of the process when left out. */
  readonly tlsThread?: NonNullable<BoxOptions['tlsThread']>;
  /** How updates are installed; on a box without an image they are not. */
  readonly updates?: NonNullable<BoxOptions['updates']>;
  /** How requests reach the box; over TLS when left out. */
  readonly serve?: Serve;
}

/** A box on real files in the test's process: the whole service over TLS, or its application without a socket. */
export class TestBox {
  /** What is added to the real time, ms; the certificate is checked against the real time by clients. */
  clockOffset: number;
  /** Every line that was logged, over restarts. */
  readonly lines: string[] = [];
  readonly folder: string;
  private readonly given: Omit<TestBoxOptions, 'folder' | 'clockOffset' | 'wallClock' | 'serve'>;
  private readonly serve: Serve;
  private running:
    | {
        readonly parts: Box;
        readonly served: Served;
        readonly client: Client;
        readonly limitDrawing: () => void;
        /** What was wrong in the books before the box was closed. */
        readonly wrong: readonly string[];
      }
    | undefined;

  private readonly wallClock: () => number;

  private constructor(options: TestBoxOptions) {
    const { folder, clockOffset = 0, wallClock, serve = serveOverTls, ...given } = options;
    this.wallClock = wallClock ?? (() => Date.now() + this.clockOffset);
    this.serve = serve;
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

  get parts(): Box {
    return this.up.parts;
  }

  get origin(): string {
    return this.up.served.origin;
  }

  /** A client without a key. */
  get anonymous(): Client {
    return this.up.client;
  }

  get log(): LogLine[] {
    return this.lines.map((line) => JSON.parse(line) as LogLine);
  }

  readonly now = (): number => this.wallClock();

  /** A new key, as `kasirbox keys create` makes it. */
  async newKey(label = 'till'): Promise<{ readonly id: number; readonly key: string }> {
    const created = await this.parts.keys.create(label);
    if (!created.ok) throw new Error(english(created.error));
    return created.value;
  }

  /** A client with a new key, which has a rate window of its own. */
  async client(label?: string): Promise<Client> {
    return this.anonymous.with((await this.newKey(label)).key);
  }

  /** Changes a setting as `kasirbox settings set` does. */
  async set(name: string, value: unknown): Promise<void> {
    const changed = await this.parts.settings.set(name, value);
    if (!changed.ok) throw new Error(english(changed.error));
  }

  /** `between` is done while nothing runs on the folder. */
  async restart(between: () => void | Promise<void> = () => undefined): Promise<void> {
    await this.stop();
    await between();
    await this.open();
  }

  /** Throws where the box still holds something then, or its books were wrong (leftHeld.ts, books.ts). */
  async stop(): Promise<void> {
    const running = this.running;
    this.running = undefined;
    if (running === undefined) return;
    await running.served.stop();
    running.limitDrawing();
    const left = [...leftHeld(running.parts), ...openFilesBelow(this.folder).map((path) => `${path} is open`)];
    const wrong = [...running.wrong, ...left];
    if (wrong.length > 0) throw new Error(`the box has stopped, and ${wrong.join(', ')}`);
  }

  private get up(): NonNullable<TestBox['running']> {
    if (this.running === undefined) throw new Error('the box is stopped');
    return this.running;
  }

  private async open(): Promise<void> {
    const log = jsonLog((line) => this.lines.push(line), this.now);
    const opened = await openBox({ folder: this.folder, log, now: this.now, ...this.given });
    if (!opened.ok) throw new Error(opened.error);
    const wrong: string[] = [];
    const isWholeService = this.serve === serveOverTls;
    const parts: Box = {
      ...opened.value,
      async close() {
        wrong.push(...(await wrongInBooks(opened.value, isWholeService)));
        await opened.value.close();
      },
    };
    const served = await this.serve(parts);
    const description = { method: 'GET', url: '/openapi.json', headers: {}, body: undefined, chunks: [] };
    const { text } = await served.transport(description);
    const client = new Client(served.transport, Conformance.of(text), undefined);
    this.running = { parts, served, client, limitDrawing: drawWithoutEnd(), wrong };
  }
}
