/** Quiet time after which idle work is done, ms. */
const IDLE = 250;
/** Quiet time after which a seal bears witness for the last record, ms. */
const SEAL_AFTER = 30_000;

/** What there is to do when nothing else is. */
export interface IdleWork {
  /** Is there work, and how soon should it be done? `overdue` is not put off any more by a steady load. */
  readonly due: () => 'now' | 'idle' | 'overdue' | 'nothing';
  readonly tend: () => Promise<void>;
  readonly seal: () => Promise<void>;
}

/** Finds the quiet moments: each record puts idle work off a little, as long as it can wait. */
export class Tending {
  private idle: NodeJS.Timeout | undefined;
  private sealing: NodeJS.Timeout | undefined;

  constructor(private readonly work: IdleWork) {}

  /** To be called after each group of records. */
  stir(): void {
    clearTimeout(this.sealing);
    this.sealing = setTimeout(() => void this.work.seal(), SEAL_AFTER).unref();
    const due = this.work.due();
    if (due === 'nothing' || (due === 'overdue' && this.idle !== undefined)) return;
    clearTimeout(this.idle);
    this.idle = setTimeout(
      () => {
        this.idle = undefined;
        void this.work.tend();
      },
      due === 'now' ? 0 : IDLE,
    ).unref();
  }

  stop(): void {
    clearTimeout(this.idle);
    clearTimeout(this.sealing);
  }
}
