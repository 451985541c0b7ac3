import { type BlockFault, iBlock, MAX_IFS, rBlock, readBlock, sBlock, type T1Block } from './t1Block.js';

/** The response to a block: bytes, bytes that the reader could not decode, or nothing in time. */
export type T1Received = Uint8Array | 'damaged' | 'silence';

/** The next step. `factor`: by how much longer than usual the card may take to answer, normally 1. */
export type T1Step =
  | { readonly kind: 'send'; readonly block: Buffer; readonly factor: number }
  | { readonly kind: 'done'; readonly data: Buffer }
  | { readonly kind: 'failed' };

const FAILED: T1Step = { kind: 'failed' };

/** Number of repeats before the next stronger measure is taken (ISO/IEC 7816-3, 11.6.3). */
const MAX_REPEATS = 3;
/** Maximum answer: 65,536 bytes and the status. */
const MAX_ANSWER = 65_538;
/** Maximum requests of the card for more time or other sizes within one exchange. */
const MAX_REQUESTS = 1000;

/**
 * The state machine of T=1 at the box's end (ISO/IEC 7816-3, 11.6), without reader or clock. It returns which block to
 * send, and is given the response. After `failed` the card must be reset.
 *
 * A command is never sent a second time if the card may have received all of it: a PIN or a signature attempted twice
 * is worse than one with an unknown outcome.
 */
export class T1 {
  private sendNumber: 0 | 1 = 0;
  private receiveNumber: 0 | 1 = 0;
  private ifsc: number;
  private phase: 'size' | 'sending' | 'receiving' | 'resynch' | 'aborted' = 'sending';
  private command: Buffer = Buffer.alloc(0);
  /** Start and end of the piece that was sent last. */
  private start = 0;
  private end = 0;
  private answer: Buffer[] = [];
  private answerLength = 0;
  /** The last request for a size, and the last block that requested a block. */
  private request: Buffer = Buffer.alloc(0);
  private asked: Buffer | undefined;
  private repeats = 0;
  private requests = 0;
  private hasResynched = false;
  /** True when the card may have received the whole command. */
  private mayBeDelivered = false;

  /**
   * `ifsc`: maximum information field that the card accepts after a reset; `limit`: maximum that the reader can send.
   */
  constructor(
    private readonly firstIfsc: number,
    private readonly limit = MAX_IFS,
  ) {
    this.ifsc = Math.min(firstIfsc, limit);
  }

  /** Sends the card the maximum length of its blocks; `done` without data when it agrees. */
  tellSize(ifsd: number): T1Step {
    this.restart('size');
    this.request = sBlock('ifs', false, Buffer.from([ifsd]));
    return send(this.request);
  }

  /** Starts an exchange of APDUs. */
  begin(command: Uint8Array): T1Step {
    this.restart('sending');
    this.command = Buffer.from(command);
    return this.sendFrom(0);
  }

  /** Handles the response to the last block. */
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
    // A chain of empty blocks would never end.
    if (block.data.length === 0) this.requests += 1;
    return this.requests > MAX_REQUESTS ? FAILED : this.ask(rBlock(this.receiveNumber));
  }

  /** Handles an R-block: the card expects the I-block with this number. */
  private acknowledged(number: 0 | 1): T1Step {
    if (this.phase !== 'sending') return this.phase === 'receiving' ? this.askSame() : this.askAgain('other');
    if (number === this.sendNumber) {
      if (this.end === this.command.length) this.mayBeDelivered = false;
      return this.again(() => this.sendPiece());
    }
    // The card has the whole command, but did not receive the last request.
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
        // Only the box may request this.
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
    // Starting again would resend a command that the card may have received.
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
