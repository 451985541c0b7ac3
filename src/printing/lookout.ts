import type { PrinterFault } from '../ledger/job.js';
import type { Marks } from './marks.js';
import type { SendParts } from './send.js';

/** Between two looks at a printer that is at work, ms. */
const LOOK_PAUSE = 500;
/** After so many looks in a row without an answer it counts as off line: switched off, or full and in need of something. */
const SILENT_LOOKS = 3;
/** So many writes that are held up for 2 s in a row: it may as well have been off. */
const LOST_STALLS = 5;

/** Looks at a printer that is at work on a slip, and tells what holds it up. */
export class Lookout {
  /** What it lacks, as far as it has said. */
  fault: PrinterFault | null = null;
  /** It was silent for so long that it must have been off. */
  isTorn = false;
  private silent = 0;
  private stalls = 0;

  constructor(
    private readonly parts: SendParts,
    /** After so many looks in a row without an answer it must have been off, and has lost what it held. */
    private readonly mayMiss: number,
  ) {
    if (!parts.findings.autoStatus) return;
    parts.link.onChange = (fault) => {
      this.silent = 0;
      this.tell(fault);
    };
  }

  end(): void {
    this.parts.link.onChange = undefined;
  }

  /** It takes no bytes. */
  isHeldUp(): void {
    this.stalls += 1;
    this.isTorn ||= this.mayMiss !== Infinity && this.stalls >= LOST_STALLS;
    this.tell(this.fault ?? 'offline');
  }

  /** It has proven a chunk. */
  hasMoved(): void {
    this.silent = 0;
    this.stalls = 0;
    this.tell(null);
  }

  /** Asks it. One that answers in its turn only cannot be asked meanwhile, and is taken to be well. */
  async isWell(): Promise<boolean> {
    const { link, findings } = this.parts;
    if (!findings.status) return this.fault === null;
    const seen = await link.look();
    if (link.isGone) return false;
    if (seen === 'silent' || seen === 'stalled') {
      this.silent += 1;
      this.isTorn ||= this.silent >= this.mayMiss;
      if (seen === 'stalled' || this.silent >= SILENT_LOOKS) this.tell(this.fault ?? 'offline');
      return false;
    }
    this.silent = 0;
    this.stalls = 0;
    this.tell(seen);
    return seen === null;
  }

  /** Waits a moment; true when a mark has come back before it was over. */
  async pause(marks: Marks): Promise<boolean> {
    const { link, signal } = this.parts;
    const over = new AbortController();
    const end = (): void => over.abort();
    let isBack = false;
    marks.onBack = () => {
      isBack = true;
      end();
    };
    signal.addEventListener('abort', end, { signal: over.signal });
    if (!signal.aborted) await link.rest(LOOK_PAUSE, over.signal);
    end();
    marks.onBack = undefined;
    return isBack;
  }

  private tell(fault: PrinterFault | null): void {
    if (fault === this.fault) return;
    this.fault = fault;
    this.parts.onFault(fault);
  }
}
