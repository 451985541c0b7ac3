import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { failed, ok, oneLine, type Result, TaskQueue, visible } from '../../../base/index.js';
import type { CardLink, CardLoss, CardReader, FoundReader, ReaderBackend } from '../link.js';
import { PcscLink } from './pcscLink.js';
import { ReaderWatch } from './readerWatch.js';
import { PCSC_WAITS, PcscSession, type PcscWaits } from './session.js';
import type { ReaderState } from './wire.js';

/** A reader opened through pcscd. */
class PcscReader implements CardReader {
  readonly name: string;
  readonly gone: Promise<CardLoss>;
  private readonly queue = new TaskQueue();
  private listener: ((hasCard: boolean) => void) | undefined;
  private link: PcscLink | undefined;
  private loss: CardLoss | undefined;
  private seen: ReaderState;

  private constructor(
    private readonly path: string,
    private readonly waits: PcscWaits,
    private readonly watch: ReaderWatch,
  ) {
    this.seen = watch.state;
    this.name = readableName(watch.state.id);
    this.gone = watch.gone;
    watch.onState((state) => this.learn(state));
    void watch.gone.then((loss) => {
      this.loss = loss;
      this.link?.lose(loss);
    });
  }

  static async open(path: string, waits: PcscWaits, id: string): Promise<Result<PcscReader, CardLoss>> {
    const watch = await ReaderWatch.open(path, waits, id);
    return watch.ok ? ok(new PcscReader(path, waits, watch.value)) : watch;
  }

  async hasCard(): Promise<Result<boolean, CardLoss>> {
    return this.loss === undefined ? ok(this.seen.hasCard) : failed(this.loss);
  }

  onChange(listener: ((hasCard: boolean) => void) | undefined): void {
    this.listener = listener;
  }

  connect(): Promise<Result<CardLink, CardLoss>> {
    return this.queue.run(() => this.connectInTurn());
  }

  async close(): Promise<void> {
    this.watch.end('closed');
    this.loss ??= 'closed';
    await this.link?.close();
  }

  private async connectInTurn(): Promise<Result<CardLink, CardLoss>> {
    await this.link?.close();
    if (this.loss !== undefined) return failed(this.loss);
    const opened = await PcscLink.open(this.path, this.waits, this.seen.name);
    if (!opened.ok) return opened;
    const link = opened.value;
    this.link = link;
    link.judge(this.seen);
    // The reader was closed meanwhile, when close() did not know of this link yet.
    if (this.isOver()) await link.close();
    return opened;
  }

  private isOver(): boolean {
    return this.loss !== undefined;
  }

  private learn(state: ReaderState): void {
    const before = this.seen;
    this.seen = state;
    this.link?.judge(state);
    // Removed and inserted again so quickly that only the counter shows it.
    const isAnother = before.hasCard && state.hasCard && state.changes !== before.changes;
    if (isAnother) this.listener?.(false);
    if (isAnother || before.hasCard !== state.hasCard) this.listener?.(state.hasCard);
  }
}

/** The name in printable form. */
function readableName(id: string): string {
  return visible(oneLine(id)).trim();
}

const SOCKET = 'run/pcscd/pcscd.comm';

/** The socket of pcscd. The environment variable is the one of pcscd's own library. `root` is `/` except in tests. */
function socketBelow(root: string): string {
  return process.env['PCSCLITE_CSOCK_NAME'] ?? join(root, SOCKET);
}

/** True when pcscd runs, or systemd would start it on the first connection. No connection is made here. */
export async function hasPcscd(root: string): Promise<boolean> {
  try {
    return (await stat(socketBelow(root))).isSocket();
  } catch {
    return false;
  }
}

interface PcscOptions {
  readonly socket?: string;
  readonly waits?: PcscWaits;
}

/** The backend for readers through pcscd, which also drives readers that are not CCID. */
export function pcscBackend({ socket = socketBelow('/'), waits = PCSC_WAITS }: PcscOptions = {}): ReaderBackend {
  return {
    find: async () => {
      const session = await PcscSession.open(socket, waits);
      if (!session.ok) return session;
      const states = await session.value.readers();
      session.value.end('closed');
      if (!states.ok) return states;
      return ok(states.value.map(({ id }): FoundReader => ({ id, name: readableName(id), way: 'pcsc' })));
    },
    open: (id) => PcscReader.open(socket, waits, id),
  };
}
