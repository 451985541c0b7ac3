import type { Chip } from './chip.js';

/** What a card does beside answering. */
export interface T1Habits {
  /** How often it asks for more time before an answer, and for how many times as much. */
  readonly waits: () => { readonly times: number; readonly factor: number };
  /** The size it asks for before it answers or acknowledges; undefined: it does not. */
  readonly newSize: () => number | undefined;
  /** Does it give up instead of answering? */
  readonly aborts: () => boolean;
  /** True when it refuses a negotiation of the block length. */
  readonly refusesSize?: boolean;
}

const QUIET: T1Habits = { waits: () => ({ times: 0, factor: 1 }), newSize: () => undefined, aborts: () => false };

const xor = (bytes: Uint8Array): number => bytes.reduce((sum, byte) => sum ^ byte, 0);

export function frame(pcb: number, inf: Uint8Array = Buffer.alloc(0), nad = 0): Buffer {
  const open = Buffer.concat([Buffer.from([nad, pcb, inf.length]), inf]);
  return Buffer.concat([open, Buffer.from([xor(open)])]);
}

/**
 * The card's end of T=1, after ISO/IEC 7816-3, 11.6: written without a look at the box's own, of which it is the judge. Blocks in,
 * blocks out; it never speaks unasked.
 */
export class T1Card {
  private mySeq = 0;
  private hostSeq = 0;
  private hostSize = 32;
  private incoming: Buffer[] = [];
  /** Pieces of the answer that are not acknowledged; the first of them is on its way. */
  private outgoing: Buffer[] = [];
  /** Requests that come before the answer, and the one that waits for its response. */
  private requests: Buffer[] = [];
  private asked: Buffer | undefined;
  hasAborted = false;
  /** Blocks that were right, and longer than it takes. */
  readonly tooLong: string[] = [];
  /** The largest field that it takes now. */
  private size: number;
  /** How long it has computed before its last block, ms, and computes after each request for time. */
  took = 0;
  private share = 0;

  constructor(
    private readonly chip: Pick<Chip, 'transmit'>,
    private readonly ifsc: number,
    private readonly habits: T1Habits = QUIET,
    /** How long it computes for an answer, ms: at once, or in equal parts each time that it was granted time. */
    private readonly work = 0,
  ) {
    this.size = ifsc;
  }

  /** What the reader has agreed by itself. */
  setHostSize(size: number): void {
    this.hostSize = size;
  }

  receive(received: Uint8Array): Buffer {
    this.took = 0;
    const raw = Buffer.from(received);
    const expected = (error: number): Buffer => frame(0x80 | (this.hostSeq << 4) | error);
    const inf = raw.subarray(3, -1);
    if (raw.length < 4 || raw[2] !== raw.length - 4) return expected(2);
    if (xor(raw) !== 0) return expected(1);
    const pcb = raw[1] ?? 0;
    if (raw[0] !== 0) return expected(2);
    if (pcb === 0xc0 && inf.length === 0) return this.resynch();
    if (pcb === 0xc1 && inf.length === 1 && this.habits.refusesSize !== true) {
      this.hostSize = inf[0] ?? 32;
      return frame(0xe1, inf);
    }
    if (pcb === 0xe2 && this.asked?.[1] === 0xc2) return this.aborted();
    if ((pcb === 0xe3 || pcb === 0xe1) && this.asked !== undefined) {
      const isResponse = pcb === ((this.asked[1] ?? 0) | 0x20) && this.asked.subarray(3, -1).equals(inf);
      if (!isResponse) return expected(2);
      if (pcb === 0xe3) this.took = this.share;
      else this.size = inf[0] ?? 0;
      return this.goOn();
    }
    if ((pcb & 0xc0) === 0x80 && inf.length === 0) return this.repeatOrGoOn((pcb >> 4) & 1);
    if ((pcb & 0x80) !== 0 || this.asked !== undefined) return expected(2);
    return this.takePiece((pcb >> 6) & 1, (pcb & 0x20) !== 0, inf) ?? expected(2);
  }

  private resynch(): Buffer {
    [this.mySeq, this.hostSeq, this.hostSize, this.size] = [0, 0, 32, this.ifsc];
    [this.incoming, this.outgoing, this.requests, this.asked] = [[], [], [], undefined];
    return frame(0xe0);
  }

  private aborted(): Buffer {
    [this.incoming, this.outgoing, this.requests, this.asked] = [[], [], [], undefined];
    return frame(0x80 | (this.hostSeq << 4));
  }

  /** An R-block speaks of the piece that is on its way; without one, of what came from the host. */
  private repeatOrGoOn(wanted: number): Buffer {
    if (this.asked !== undefined) return this.asked;
    if (this.outgoing.length === 0) return frame(0x80 | (this.hostSeq << 4));
    if (wanted === this.mySeq) return this.piece();
    if (this.outgoing.length === 1) return frame(0x80 | (this.hostSeq << 4) | 2);
    this.outgoing.shift();
    this.mySeq ^= 1;
    return this.piece();
  }

  private piece(): Buffer {
    const more = this.outgoing.length > 1 ? 0x20 : 0;
    return frame((this.mySeq << 6) | more, this.outgoing[0] ?? Buffer.alloc(0));
  }

  private takePiece(seq: number, isMore: boolean, inf: Buffer): Buffer | undefined {
    if (seq !== this.hostSeq) return undefined;
    if (inf.length > this.size) {
      this.tooLong.push(`${inf.length} bytes at ${this.size}`);
      return undefined;
    }
    // A new command acknowledges the last piece of the answer before it, and no earlier one.
    if (this.outgoing.length > 1) return undefined;
    if (this.outgoing.length === 1) {
      this.outgoing = [];
      this.mySeq ^= 1;
    }
    this.hostSeq ^= 1;
    this.incoming.push(Buffer.from(inf));
    if (isMore) {
      this.askForSize();
      return this.goOn();
    }
    this.prepare(Buffer.concat(this.incoming));
    return this.goOn();
  }

  private prepare(command: Buffer): void {
    this.incoming = [];
    if (this.habits.aborts()) {
      this.hasAborted = true;
      this.requests = [frame(0xc2)];
      return;
    }
    const answer = this.chip.transmit(command);
    for (let at = 0; at < answer.length; at += this.hostSize)
      this.outgoing.push(answer.subarray(at, at + this.hostSize));
    const { times, factor } = this.habits.waits();
    this.share = this.work / Math.max(times, 1);
    if (times === 0) this.took = this.share;
    this.requests = Array.from({ length: times }, () => frame(0xc3, Buffer.from([factor])));
    this.askForSize();
  }

  private askForSize(): void {
    const size = this.habits.newSize();
    if (size !== undefined) this.requests.push(frame(0xc1, Buffer.from([size])));
  }

  private goOn(): Buffer {
    this.asked = this.requests.shift();
    if (this.asked !== undefined) return this.asked;
    return this.outgoing.length === 0 ? frame(0x80 | (this.hostSeq << 4)) : this.piece();
  }
}
