import { english } from '../../../src/base/index.js';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { Socket } from 'node:net';
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls';
import { once } from 'node:events';
import { type BoxProcess, residentMegabytes } from '../../kit/process.js';

/** Addresses of attackers: the box itself and its tills have others. */
export const ATTACKER = '127.0.0.66';

/** That of the tills. */
export const TILL = '127.0.0.2';

/** Most that an attack keeps of what it receives on one connection, characters. */
const KEPT = 4096;

/** The key of an attacker. */
export interface OwnKey {
  readonly id: number;
  readonly label: string;
  readonly key: string;
}

/** Between two pieces of a request that never ends, ms. */
const BETWEEN_PIECES = 200;

/** A box that is attacked, as the attacker sees it, and what may be measured of it from outside. */
export class Target {
  private readonly sockets = new Set<Socket>();
  readonly ca: Buffer;
  readonly port: number;

  constructor(
    readonly box: BoxProcess,
    /** The attacker's own API key; an attacker without one does not use it. */
    private readonly ownKey: OwnKey,
    /** Aborted when the attack has lasted long enough. */
    readonly over: AbortSignal,
  ) {
    this.ca = readFileSync(box.caFile);
    this.port = box.port;
  }

  get key(): string {
    return this.ownKey.key;
  }

  get isOver(): boolean {
    return this.over.aborted;
  }

  /** A bare TCP connection; undefined when the box does not take it. */
  async tcp(localAddress = ATTACKER): Promise<Socket | undefined> {
    const socket = this.adopt(new Socket());
    socket.connect({ host: '127.0.0.1', port: this.port, localAddress });
    await firstOf(socket, 'connect', 'close');
    return socket.destroyed ? undefined : socket;
  }

  /** A TLS connection; undefined when the box does not take it, or does not answer before the attack is over. */
  async tls(localAddress = ATTACKER, options: ConnectionOptions = {}): Promise<TLSSocket | undefined> {
    const tcp = await this.tcp(localAddress);
    if (tcp === undefined) return undefined;
    const socket = this.adopt(connect({ ...options, socket: tcp, ca: this.ca, servername: 'localhost' }));
    await firstOf(socket, 'secureConnect', 'close', this.over);
    return socket.destroyed || socket.getProtocol() === null ? undefined : socket;
  }

  /** So many TLS connections at most, made a few at a time. */
  async many(count: number, localAddress = ATTACKER): Promise<TLSSocket[]> {
    const made: TLSSocket[] = [];
    for (let tries = 0; tries < count && !this.isOver; tries += 10) {
      const some = await Promise.all(Array.from({ length: 10 }, () => this.tls(localAddress)));
      made.push(...some.filter((socket) => socket !== undefined));
    }
    return made;
  }

  /** Writes until the attack is over, as fast as the box reads. */
  async flood(socket: Socket | undefined, bytes: string | Buffer): Promise<void> {
    while (!this.isOver && socket !== undefined && !socket.destroyed) await this.push(socket, bytes);
  }

  /** Writes once; resolves when the next piece may follow. */
  async push(socket: Socket, bytes: string | Buffer): Promise<void> {
    if (socket.destroyed || socket.write(bytes)) await this.turn();
    else await firstOf(socket, 'drain', 'close', this.over);
  }

  /** Does something again and again until the attack is over, `workers` at a time. */
  async repeat(workers: number, work: (round: number) => Promise<unknown>): Promise<void> {
    let round = 0;
    const one = async (): Promise<void> => {
      while (!this.isOver) {
        await work((round += 1));
        await this.turn();
      }
    };
    await Promise.all(Array.from({ length: workers }, one));
  }

  /** A request with the attacker's key, over a connection of its own; its answer as far as it is read. */
  async call(start: string, body?: string | Buffer, ...headers: readonly string[]): Promise<string> {
    const socket = await this.tls();
    const lines = [bearer(this.key), ...headers];
    const answer = await this.ask(socket, body === undefined ? head(start, ...lines) : withBody(start, body, ...lines));
    socket?.destroy();
    return answer;
  }

  /** Changes a setting, as the owner of the box does. */
  async set(name: string, value: unknown): Promise<void> {
    const set = await this.box.ask('settings.set', { name, value });
    if (set?.ok !== true) throw new Error(set === undefined ? 'nobody answers' : english(set.error));
  }

  /** Another key, made for the attacker. */
  async anotherKey(at: number): Promise<string> {
    const made = await this.box.ask('keys.create', { label: `${this.ownKey.label} ${at}` });
    if (made?.ok !== true) throw new Error(made === undefined ? 'no key' : english(made.error));
    return made.value.key;
  }

  /** Its owner takes the attacker's key away. */
  async revoke(): Promise<void> {
    await this.box.ask('keys.revoke', { id: this.ownKey.id });
  }

  /** A receipt of the attacker's own. */
  async aReceipt(): Promise<string> {
    return (await this.box.issue(this.key)).uuid;
  }

  /** Resolves when the box has closed a connection. */
  async closed(socket: Socket): Promise<void> {
    if (!socket.destroyed) await once(socket.resume(), 'close');
  }

  /** Waits for the end of the attack. */
  async wait(): Promise<void> {
    if (!this.isOver) await once(this.over, 'abort');
  }

  /** Sends one request over a connection; returns the answer as far as it was read, '' without one. */
  async ask(socket: Socket | undefined, bytes: string | Buffer): Promise<string> {
    if (socket === undefined || socket.destroyed) return '';
    let text = '';
    const take = (piece: Buffer): void => {
      if (text.length < KEPT) text += piece.toString('latin1');
      if (isWhole(text)) socket.emit('answered');
    };
    socket.on('data', take);
    socket.write(bytes);
    await firstOf(socket, 'answered', 'close', this.over);
    socket.off('data', take);
    return text;
  }

  /** Lets go of everything that the attacker holds. */
  leave(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  /** Is the process of the box there, and not ended by its limits? */
  get lives(): boolean {
    return existsSync(`/proc/${this.box.pid}/fd`);
  }

  get megabytes(): number {
    return this.lives ? residentMegabytes(this.box.pid) : Infinity;
  }

  /** CPU time that the main thread of the box has had: `utime` and `stime` of proc(5), in hundredths of a second; ms. */
  get mainThreadMs(): number {
    const { pid } = this.box;
    const stat = this.lives ? readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8') : '';
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return 10 * (Number(fields[11] ?? 0) + Number(fields[12] ?? 0));
  }

  /**
   * TCP connections and open files, but for those of the ledger, of which there is one more whenever a segment is full, and
   * what the box speaks with its own processes by: they start when there is something to draw, and rest again.
   */
  get open(): readonly string[] {
    if (!this.lives) return [];
    const folder = `/proc/${this.box.pid}/fd`;
    const tcp = new Set(['tcp', 'tcp6'].flatMap((name) => inodesIn(`/proc/${this.box.pid}/net/${name}`)));
    const counted = (name: string): string[] => {
      try {
        const path = readlinkSync(join(folder, name));
        const inode = /^socket:\[(\d+)\]$/.exec(path)?.[1];
        const counts = inode === undefined ? path.startsWith('/') && !path.startsWith(this.box.folder) : tcp.has(inode);
        return counts ? [path] : [];
      } catch {
        return []; // It was closed meanwhile.
      }
    };
    return readdirSync(folder).flatMap(counted);
  }

  private turn(): Promise<void> {
    return new Promise((resolve) => setImmediate(resolve));
  }

  private adopt<S extends Socket>(socket: S): S {
    this.sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => this.sockets.delete(socket));
    return socket;
  }
}

/** Begins a request, and sends a piece of the rest every now and then until the attack is over. */
export async function trickle(target: Target, socket: Socket, begin: string, piece: string): Promise<void> {
  socket.resume().write(begin);
  const timer = setInterval(() => socket.writable && socket.write(piece), BETWEEN_PIECES);
  await target.wait();
  clearInterval(timer);
}

/** The head of a request as it goes over the wire. */
export function head(start: string, ...headers: readonly string[]): string {
  return [`${start} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n');
}

export const bearer = (key: string): string => `Authorization: Bearer ${key}`;

/** A request with a body. */
export function withBody(start: string, body: string | Buffer, ...headers: readonly string[]): Buffer {
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  return Buffer.concat([Buffer.from(head(start, length, ...headers)), Buffer.from(body)]);
}

export const isWhole = (text: string): boolean => {
  const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1];
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return false;
  if (length === undefined) return text.includes('\r\n0\r\n\r\n');
  return text.length >= Math.min(KEPT, end + 4 + Number(length));
};

/** The sockets of a table of the kernel: column `inode` of proc(5), /proc/net/tcp. */
function inodesIn(table: string): string[] {
  const [, ...rows] = readFileSync(table, 'utf8').trim().split('\n');
  return rows.map((row) => row.trim().split(/\s+/)[9] ?? '');
}

/** Resolves at the first of two events of a socket, or when the signal is aborted. */
function firstOf(socket: Socket, one: string, other: string, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      socket.off(one, end).off(other, end);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    if (signal?.aborted === true || socket.destroyed) {
      resolve();
      return;
    }
    socket.on(one, end).on(other, end);
    signal?.addEventListener('abort', end);
  });
}
