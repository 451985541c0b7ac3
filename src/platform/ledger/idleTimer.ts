/** Time without records after which idle work is done, ms. */
const IDLE = 250;
/** Time without records after which a seal record is written, ms. */
const SEAL_AFTER = 30_000;

/** How soon idle work should be done. Steady load delays `idle` work, but not `overdue` work. */
export type Urgency = 'now' | 'overdue' | 'idle' | 'nothing';

/** What to do when no records are written. */
interface IdleTasks {
  readonly urgency: () => Urgency;
  readonly run: () => Promise<void>;
  readonly writeSeal: () => Promise<void>;
}

/** Detects quiet moments: each record delays idle work a little, as long as the work can wait. */
export class IdleTimer {
  private idle: NodeJS.Timeout | undefined;
  private sealing: NodeJS.Timeout | undefined;

  constructor(private readonly tasks: IdleTasks) {}

  /** Must be called after each group of records. */
  schedule(): void {
    clearTimeout(this.sealing);
    this.sealing = setTimeout(() => void this.tasks.writeSeal(), SEAL_AFTER).unref();
    const urgency = this.tasks.urgency();
    if (urgency === 'nothing' || (urgency === 'overdue' && this.idle !== undefined)) return;
    clearTimeout(this.idle);
    this.idle = setTimeout(
      () => {
        this.idle = undefined;
        void this.tasks.run();
      },
      urgency === 'now' ? 0 : IDLE,
    ).unref();
  }

  stop(): void {
    clearTimeout(this.idle);
    clearTimeout(this.sealing);
  }
}
