import { connect, type Socket } from 'node:net';
import { failed, ok, type Result, valueWithin } from '../../../base/index.js';
import { type CardLoss, Ending } from '../link.js';
import { MAX_APDU } from './wire.js';

/** Maximum of unread bytes from pcscd: the longest answer and its header. */
const MAX_WAITING = MAX_APDU + 1024;

interface Wanted {
  readonly length: number;
  readonly give: (bytes: Buffer) => void;
}

/** A connection to pcscd, read in pieces of known length. It cannot be used after its first failure. */
export class PcscSocket {
  /** Resolves once, when the connection has ended. */
  readonly ended: Promise<CardLoss>;
  private readonly ending = new Ending();
  private waiting: Buffer[] = [];
  private waitingLength = 0;
  private wanted: Wanted | undefined;

  private constructor(private readonly socket: Socket) {
    this.ended = this.ending.told;
    socket.on('data', (bytes: Buffer) => this.receive(bytes));
    // A daemon that stops closes its sockets; if unread bytes of ours are in transit, the connection is reset instead.
    socket.on('error', () => this.end('driver'));
    socket.on('close', () => this.end('driver'));
  }

  /** Connects to the socket of pcscd; `driver` when no process listens there. */
  static async open(path: string, ms: number): Promise<Result<PcscSocket, CardLoss>> {
    const socket = connect({ path });
    const opened = new Promise<CardLoss | 'open'>((resolve) => {
      socket.once('connect', () => resolve('open'));
      socket.once('error', (error: NodeJS.ErrnoException) => resolve(lossOfError(error.code)));
    });
    const how = (await valueWithin(ms, opened)) ?? 'late';
    if (how === 'open') return ok(new PcscSocket(socket));
    socket.on('error', () => undefined).destroy();
    return failed(how);
  }

  /** True when there are bytes that were not requested. */
  get hasSurplus(): boolean {
    return this.waitingLength > 0;
  }

  send(bytes: Buffer): void {
    if (this.ending.reason() === undefined) this.socket.write(bytes);
  }

  /** The next `length` bytes, one caller at a time. Without `ms` it waits as long as the connection lasts. */
  async take(length: number, ms?: number): Promise<Result<Buffer, CardLoss>> {
    const before = this.ending.reason();
    if (before !== undefined) return failed(before);
    const bytes = new Promise<Buffer>((give) => (this.wanted = { length, give }));
    this.serve();
    const answer = Promise.race([bytes, this.ended]);
    const taken = ms === undefined ? await answer : ((await valueWithin(ms, answer)) ?? 'late');
    if (typeof taken !== 'string') return ok(taken);
    this.end(taken);
    return failed(taken);
  }

  /** Ends the connection; only the first reason is recorded. */
  end(loss: CardLoss): void {
    if (!this.ending.come(loss)) return;
    this.waiting = [];
    this.waitingLength = 0;
    this.socket.destroy();
  }

  private receive(bytes: Buffer): void {
    if (this.ending.reason() !== undefined) return;
    this.waiting.push(bytes);
    this.waitingLength += bytes.length;
    this.serve();
    if (this.waitingLength > MAX_WAITING) this.end('protocol');
  }

  private serve(): void {
    const { wanted } = this;
    if (wanted === undefined || this.waitingLength < wanted.length) return;
    const all = this.waiting.length === 1 ? this.waiting[0] : undefined;
    const bytes = all ?? Buffer.concat(this.waiting);
    const rest = bytes.subarray(wanted.length);
    this.waiting = rest.length === 0 ? [] : [rest];
    this.waitingLength = rest.length;
    this.wanted = undefined;
    wanted.give(bytes.subarray(0, wanted.length));
  }
}

function lossOfError(code: string | undefined): CardLoss {
  return code === 'EACCES' || code === 'EPERM' ? 'denied' : 'driver';
}
