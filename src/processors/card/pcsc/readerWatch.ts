import { failed, ok, type Result, systemClock } from '../../../base/index.js';
import type { CardLoss } from '../link.js';
import { PcscSession, type PcscWaits } from './session.js';
import type { ReaderState } from './wire.js';

/** Changes within this time are reported as one, ms, so that a loose contact does not keep the box busy. */
const REST = 20;

/** Reports the state of one reader. pcscd notifies changes, so nothing is polled. */
export class ReaderWatch {
  /** Resolves once, when the reader is removed or pcscd has stopped. */
  readonly gone: Promise<CardLoss>;
  private listener: ((state: ReaderState) => void) | undefined;

  private constructor(
    private readonly session: PcscSession,
    private latest: ReaderState,
  ) {
    this.gone = session.ended;
  }

  static async open(path: string, waits: PcscWaits, id: string): Promise<Result<ReaderWatch, CardLoss>> {
    const opened = await PcscSession.open(path, waits);
    if (!opened.ok) return opened;
    const session = opened.value;
    const looked = await session.readersUntilChange();
    if (!looked.ok) return looked;
    const { states, changed } = looked.value;
    const state = states.find((one) => one.id === id);
    if (state === undefined) {
      session.end('reader gone');
      return failed('reader gone');
    }
    const watch = new ReaderWatch(session, state);
    void watch.follow(changed);
    return ok(watch);
  }

  get state(): ReaderState {
    return this.latest;
  }

  onState(listener: (state: ReaderState) => void): void {
    this.listener = listener;
  }

  end(loss: CardLoss): void {
    this.session.end(loss);
  }

  private async follow(first: Promise<Result<void, CardLoss>>): Promise<void> {
    for (let changed = first; (await changed).ok;) {
      await systemClock.sleep(REST);
      const looked = await this.session.readersUntilChange();
      if (!looked.ok) return;
      const state = looked.value.states.find(({ name }) => name.equals(this.latest.name));
      if (state === undefined) {
        this.end('reader gone');
        return;
      }
      this.latest = state;
      this.listener?.(state);
      ({ changed } = looked.value);
    }
  }
}
