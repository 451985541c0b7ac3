import { type Clock, failed, ok, type Result, type Message } from '../../base/index.js';
import type { BundleFolder, IncomingPart } from './incomingPart.js';
import { REFUSALS } from './accept.js';

/** Largest piece of an upload, bytes: a slow tablet can send it within the timeout of a request. */
export const MAX_PIECE = 2 * 1024 * 1024;
/** After this long without a piece a page counts as closed, ms. */
const SILENCE = 120_000;

/** Progress of an upload. A page that has lost an answer continues from `done`. */
export interface Uploaded {
  readonly done: number;
  readonly all: number;
  /** True when it is complete and can be installed. */
  readonly isWhole: boolean;
}

interface Running {
  readonly part: IncomingPart;
  readonly all: number;
  readonly gone: AbortController;
}

/**
 * A bundle that a page sends piece by piece, since no request of a page may last as long as a whole one. One at a time.
 */
export class Upload {
  private running: Running | undefined;
  private isBusy = false;
  /** The last completed upload, in case the page has not received the answer. */
  private whole: Uploaded | undefined;

  constructor(
    private readonly bundles: BundleFolder,
    private readonly clock: Pick<Clock, 'sleep'>,
    /** Shows the progress; undefined: no upload is under way any more. */
    private readonly show: (uploaded: Uploaded | undefined) => void,
  ) {}

  get isRunning(): boolean {
    return this.running !== undefined;
  }

  /**
   * Accepts a piece at this offset. A piece at 0 begins a new upload. A piece that does not follow the previous one is
   * ignored, and the answer says where to continue. Rejects with a DiskError.
   */
  async take(at: number, all: number, piece: Uint8Array): Promise<Result<Uploaded, Message>> {
    if (this.isBusy) return failed(REFUSALS.busy);
    this.isBusy = true;
    let isTaken = false;
    try {
      const taken = await this.takeAlone(at, all, piece);
      isTaken = taken.ok;
      return taken;
    } finally {
      this.isBusy = false;
      if (!isTaken) await this.end();
    }
  }

  /** Aborts the current upload. */
  async end(): Promise<void> {
    const { running } = this;
    this.running = undefined;
    running?.gone.abort();
    await running?.part.drop();
    if (running !== undefined) this.show(undefined);
  }

  private async takeAlone(at: number, all: number, piece: Uint8Array): Promise<Result<Uploaded, Message>> {
    const { whole } = this;
    if (this.running === undefined && at > 0 && whole?.all === all && at + piece.length === all) return ok(whole);
    if (at === 0) {
      this.whole = undefined;
      await this.end();
      const begun = await this.bundles.begin(all);
      if (!begun.ok) return begun;
      this.running = { part: begun.value, all, gone: new AbortController() };
    }
    const { running } = this;
    if (running === undefined || running.all !== all) return failed(REFUSALS.cutOff);
    const { part } = running;
    if (at === part.done) {
      const added = await part.add(piece);
      if (!added.ok) return added;
    }
    const uploaded = { done: part.done, all, isWhole: part.done === all };
    this.show(uploaded);
    if (!uploaded.isWhole) this.endWhenSilent(running);
    else return this.finish(running, uploaded);
    return ok(uploaded);
  }

  private async finish({ part }: Running, uploaded: Uploaded): Promise<Result<Uploaded, Message>> {
    const finished = await part.finish(this.bundles.incoming);
    if (!finished.ok) return finished;
    await this.end();
    this.whole = uploaded;
    return ok(uploaded);
  }

  /** Ends the upload of a closed page, so that it does not block others. */
  private endWhenSilent(running: Running): void {
    running.gone.abort();
    const gone = new AbortController();
    this.running = { ...running, gone };
    void this.clock.sleep(SILENCE, gone.signal).then((isOver) => (isOver ? this.end() : undefined));
  }
}
