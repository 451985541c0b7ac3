import { failed, ok, type Result, TaskQueue } from '../../../base/index.js';
import type { CardLoss } from '../link.js';
import {
  CODE,
  type Command,
  COMMAND,
  lossOf,
  MAJOR,
  message,
  NEWEST_MINOR,
  OLDEST_MINOR,
  type ReaderState,
  readStates,
  STATES_LENGTH,
} from './wire.js';
import { PcscSocket } from './pcscSocket.js';

/** Time limits, ms. */
export interface PcscWaits {
  /** For an answer that needs no card; pcscd may still be starting its readers. */
  readonly answer: number;
  /** For powering up a card, by readers that try several voltages. */
  readonly power: number;
  /** For a command that the card computes on; it may repeatedly ask its reader for more time. */
  readonly transmit: number;
}

export const PCSC_WAITS: PcscWaits = { answer: 5_000, power: 20_000, transmit: 60_000 };

/** The answer to a message; its code is not checked yet. */
interface Answer {
  readonly body: Buffer;
  readonly code: number;
}

/** A connection to pcscd with an agreed protocol. Its calls run one after another. */
export class PcscSession {
  /** Resolves once, when no more calls are possible. */
  readonly ended: Promise<CardLoss>;
  private readonly queue = new TaskQueue();
  private underWay = 0;

  private constructor(
    private readonly socket: PcscSocket,
    readonly context: number,
    readonly waits: PcscWaits,
  ) {
    this.ended = socket.ended;
  }

  static async open(path: string, waits: PcscWaits): Promise<Result<PcscSession, CardLoss>> {
    const opened = await PcscSocket.open(path, waits.answer);
    if (!opened.ok) return opened;
    const socket = opened.value;
    const agreed = await agree(socket, OLDEST_MINOR, waits.answer);
    const context = agreed.ok ? await establish(socket, waits.answer) : agreed;
    if (context.ok) return ok(new PcscSession(socket, context.value, waits));
    socket.end(context.error);
    return context;
  }

  /** True when a call is waiting for its answer. */
  get isBusy(): boolean {
    return this.underWay > 0;
  }

  /** Sends a message and reads the structure of `length` bytes that answers it, whose last number is the code. */
  call(request: Buffer, length: number, ms: number): Promise<Result<Answer, CardLoss>> {
    return this.inTurn(() => exchange(this.socket, request, length, ms));
  }

  /**
   * As {@link call}, for a successful answer with bytes after it. `following` reads their number from the answer;
   * undefined when it is invalid.
   */
  callWithBytes(
    request: Buffer,
    length: number,
    following: (body: Buffer) => number | undefined,
    ms: number,
  ): Promise<Result<Answer & { readonly bytes: Buffer }, CardLoss>> {
    return this.inTurn(async () => {
      const answer = await exchange(this.socket, request, length, ms);
      if (!answer.ok) return answer;
      if (answer.value.code !== CODE.ok) return ok({ ...answer.value, bytes: Buffer.alloc(0) });
      const count = following(answer.value.body);
      if (count === undefined) return this.broken();
      const bytes = await this.socket.take(count, ms);
      return bytes.ok ? ok({ ...answer.value, bytes: bytes.value }) : bytes;
    });
  }

  /** The current state of all readers. */
  readers(): Promise<Result<readonly ReaderState[], CardLoss>> {
    return this.inTurn(() => this.states(COMMAND.readerStates));
  }

  /** The current state of all readers, and a promise for the next change; until then no other call is possible. */
  async readersUntilChange(): Promise<
    Result<{ readonly states: readonly ReaderState[]; readonly changed: Promise<Result<void, CardLoss>> }, CardLoss>
  > {
    const states = await this.states(COMMAND.waitForChange);
    return states.ok ? ok({ states: states.value, changed: this.signal() }) : states;
  }

  /** Ends the connection at once. pcscd then resets a card that it had opened. */
  end(loss: CardLoss): void {
    this.socket.end(loss);
  }

  private async states(command: Command): Promise<Result<readonly ReaderState[], CardLoss>> {
    const bytes = await request(this.socket, message(command), STATES_LENGTH, this.waits.answer);
    if (!bytes.ok) return bytes;
    const states = readStates(bytes.value);
    return states === undefined ? this.broken() : ok(states);
  }

  private async signal(): Promise<Result<void, CardLoss>> {
    const signal = await this.socket.take(8);
    if (!signal.ok) return signal;
    return signal.value.readUInt32LE(4) === CODE.ok ? ok(undefined) : this.broken();
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    this.underWay += 1;
    try {
      return await this.queue.run(work);
    } finally {
      this.underWay -= 1;
    }
  }

  private broken(): Result<never, CardLoss> {
    this.socket.end('protocol');
    return failed('protocol');
  }
}

async function request(
  socket: PcscSocket,
  bytes: Buffer,
  length: number,
  ms: number,
): Promise<Result<Buffer, CardLoss>> {
  // Unrequested bytes would be mistaken for the answer.
  if (socket.hasSurplus) socket.end('protocol');
  socket.send(bytes);
  return socket.take(length, ms);
}

async function exchange(
  socket: PcscSocket,
  bytes: Buffer,
  length: number,
  ms: number,
): Promise<Result<Answer, CardLoss>> {
  const body = await request(socket, bytes, length, ms);
  return body.ok ? ok({ body: body.value, code: body.value.readUInt32LE(length - 4) }) : body;
}

/** Offers a version of the protocol; a daemon with another one reports it, and may be offered that. */
async function agree(socket: PcscSocket, minor: number, ms: number): Promise<Result<void, CardLoss>> {
  const answer = await exchange(socket, message(COMMAND.version, MAJOR, minor, 0), 12, ms);
  // A daemon whose access rules (polkit) refuse the box closes the connection without an answer.
  if (!answer.ok) return answer.error === 'driver' ? failed('denied') : answer;
  const { body, code } = answer.value;
  if (code === CODE.ok) return ok(undefined);
  if (code !== CODE.serviceStopped) return failed(lossOf(code, 'connecting'));
  const theirs = body.readUInt32LE(4);
  const isKnown = body.readUInt32LE(0) === MAJOR && theirs > minor && theirs <= NEWEST_MINOR;
  return isKnown ? agree(socket, theirs, ms) : failed('unsupported');
}

async function establish(socket: PcscSocket, ms: number): Promise<Result<number, CardLoss>> {
  const answer = await exchange(socket, message(COMMAND.establish, 0, 0, 0), 12, ms);
  if (!answer.ok) return answer;
  const { body, code } = answer.value;
  return code === CODE.ok ? ok(body.readUInt32LE(4)) : failed(lossOf(code, 'connecting'));
}
