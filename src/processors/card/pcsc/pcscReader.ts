import { failed, oneLine, ok, type Result, TaskQueue, visible } from '../../../base/index.js';
import type { CardLink, CardLoss, CardReader } from '../link.js';
import { PcscLink } from './pcscLink.js';
import { ReaderWatch } from './readerWatch.js';
import type { PcscWaits } from './session.js';
import type { ReaderState } from './wire.js';

/** A reader opened through pcscd. */
export class PcscReader implements CardReader {
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
export function readableName(id: string): string {
  return visible(oneLine(id)).trim();
}
