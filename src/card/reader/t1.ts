import { type BlockFault, iBlock, MAX_IFS, rBlock, readBlock, sBlock, type T1Block } from './t1Block.js';

/** What came back for a block: bytes, bytes that the reader could not make out, or nothing in time. */
export type T1Received = Uint8Array | 'damaged' | 'silence';

/** What is to be done next. `factor`: by how much longer than usual the card may take for its answer, 1 as a rule. */
export type T1Step =
  | { readonly kind: 'send'; readonly block: Buffer; readonly factor: number }
  | { readonly kind: 'done'; readonly data: Buffer }
  | { readonly kind: 'failed' };

const FAILED: T1Step = { kind: 'failed' };

/** How often the same is tried again before the next stronger means is taken (ISO/IEC 7816-3, 11.6.3). */
const MAX_REPEATS = 3;
/** Longest answer: 65,536 bytes and the status. */
const MAX_ANSWER = 65_538;
/** Requests of the card for more time or other sizes within one exchange. */
const MAX_REQUESTS = 1000;

/**
 * The box's end of T=1 (ISO/IEC 7816-3, 11.6), without reader or clock: it says which block to send, and is told what came back.
 * After `failed` the card is to be reset.
 *
 * A command is never sent a second time when the card may have had all of it: an attempt at a PIN or a signature that is made
 * twice is worse than one whose outcome nobody knows.
 */
export class T1 {
  private sendNumber: 0 | 1 = 0;
  private receiveNumber: 0 | 1 = 0;
  private ifsc: number;
  private phase: 'size' | 'sending' | 'receiving' | 'resynch' | 'aborted' = 'sending';
  private command: Buffer = Buffer.alloc(0);
  /** Where the piece that was sent last begins and ends. */
  private start = 0;
  private end = 0;
  private answer: Buffer[] = [];
  private answerLength = 0;
  /** The last request for a size, and the last block that asked for a block. */
  private request: Buffer = Buffer.alloc(0);
  private asked: Buffer | undefined;
  private repeats = 0;
  private requests = 0;
  private hasResynched = false;
  /** May the card have had the whole command? */
  private mayBeDelivered = false;

  /** `ifsc`: largest information field that the card takes after a reset; `limit`: that the reader can send. */
  constructor(
    private readonly firstIfsc: number,
    private readonly limit = MAX_IFS,
  ) {
    this.ifsc = Math.min(firstIfsc, limit);
  }

  /** Tells the card how long its blocks may be; `done` without data when it agrees. */
  tellSize(ifsd: number): T1Step {
    this.restart('size');
    this.request = sBlock('ifs', false, Buffer.from([ifsd]));
    return send(this.request);
  }

  /** Begins an exchange of APDUs. */
  begin(command: Uint8Array): T1Step {
    this.restart('sending');
    this.command = Buffer.from(command);
    return this.sendFrom(0);
  }

  /** Takes what came back for the last block. */
  next(received: T1Received): T1Step {
    if (this.phase === 'aborted') return FAILED;
    const block = received === 'damaged' ? 'check' : received === 'silence' ? 'other' : readBlock(received);
    if (typeof block === 'string') return this.askAgain(block);
    if (this.phase === 'resynch')
      return block.kind === 'S' && block.what === 'resynch' && block.isResponse
        ? this.resynched()
        : this.askAgain('other');
    switch (block.kind) {
      case 'S':
        return this.supervise(block);
      case 'R':
        return this.acknowledged(block.number);
      case 'I':
        return this.take(block);
    }
  }

  private restart(phase: 'size' | 'sending'): void {
    this.phase = phase;
    [this.repeats, this.requests, this.answerLength] = [0, 0, 0];
    [this.hasResynched, this.mayBeDelivered] = [false, false];
    this.answer = [];
    this.asked = undefined;
  }

  private sendFrom(start: number): T1Step {
    this.start = start;
    this.end = Math.min(start + this.ifsc, this.command.length);
    return this.sendPiece();
  }

  private sendPiece(): T1Step {
    const isMore = this.end < this.command.length;
    if (!isMore) this.mayBeDelivered = true;
    this.asked = undefined;
    return send(iBlock(this.sendNumber, isMore, this.command.subarray(this.start, this.end)));
  }

  private take(block: T1Block & { kind: 'I' }): T1Step {
    const isAnswer = this.phase === 'receiving' || (this.phase === 'sending' && this.end === this.command.length);
    if (!isAnswer || block.number !== this.receiveNumber) return this.askAgain('other');
    if (this.phase === 'sending') this.sendNumber = other(this.sendNumber);
    this.phase = 'receiving';
    this.receiveNumber = other(this.receiveNumber);
    this.repeats = 0;
    this.answerLength += block.data.length;
    if (this.answerLength > MAX_ANSWER) return FAILED;
    this.answer.push(block.data);
    if (!block.isMore) return { kind: 'done', data: Buffer.concat(this.answer) };
    // A chain of empty blocks would have no end.
    if (block.data.length === 0) this.requests += 1;
    return this.requests > MAX_REQUESTS ? FAILED : this.ask(rBlock(this.receiveNumber));
  }

  /** An R-block: the card waits for the I-block of this number. */
  private acknowledged(number: 0 | 1): T1Step {
    if (this.phase !== 'sending') return this.phase === 'receiving' ? this.askSame() : this.askAgain('other');
    if (number === this.sendNumber) {
      if (this.end === this.command.length) this.mayBeDelivered = false;
      return this.again(() => this.sendPiece());
    }
    // The whole command is with the card, and what was asked of it since did not reach it.
    if (this.end === this.command.length) return this.askSame();
    this.sendNumber = number;
    this.repeats = 0;
    return this.sendFrom(this.end);
  }

  private supervise({ what, isResponse, data }: T1Block & { kind: 'S' }): T1Step {
    const value = data[0] ?? 0;
    if (isResponse) {
      const isAgreed = this.phase === 'size' && what === 'ifs' && value === this.request[3];
      return isAgreed ? { kind: 'done', data: Buffer.alloc(0) } : this.askAgain('other');
    }
    this.requests += 1;
    if (this.requests > MAX_REQUESTS) return FAILED;
    switch (what) {
      case 'wtx':
        return send(sBlock('wtx', true, data), Math.max(value, 1));
      case 'ifs':
        if (value === 0 || value > MAX_IFS) return this.askAgain('other');
        this.ifsc = Math.min(value, this.limit);
        return send(sBlock('ifs', true, data));
      case 'abort':
        this.phase = 'aborted';
        return send(sBlock('abort', true));
      case 'resynch':
        // Only the box may ask for this.
        return this.askAgain('other');
    }
  }

  private askAgain(fault: BlockFault): T1Step {
    const isRequest = this.phase === 'size' || this.phase === 'resynch';
    return this.again(() => (isRequest ? send(this.request) : this.ask(rBlock(this.receiveNumber, fault))));
  }

  private askSame(): T1Step {
    const { asked } = this;
    return asked === undefined ? this.askAgain('other') : this.again(() => send(asked));
  }

  private ask(block: Buffer): T1Step {
    this.asked = block;
    return send(block);
  }

  private again(step: () => T1Step): T1Step {
    this.repeats += 1;
    if (this.repeats <= MAX_REPEATS) return step();
    // To begin anew would send a command again that the card may have had.
    if (this.phase !== 'sending' || this.mayBeDelivered || this.hasResynched) return FAILED;
    this.phase = 'resynch';
    this.hasResynched = true;
    this.repeats = 1;
    this.request = sBlock('resynch', false);
    return send(this.request);
  }

  private resynched(): T1Step {
    [this.sendNumber, this.receiveNumber] = [0, 0];
    this.ifsc = Math.min(this.firstIfsc, this.limit);
    this.phase = 'sending';
    this.repeats = 0;
    return this.sendFrom(0);
  }
}

function send(block: Buffer, factor = 1): T1Step {
  return { kind: 'send', block, factor };
}

function other(number: 0 | 1): 0 | 1 {
  return number === 0 ? 1 : 0;
}
