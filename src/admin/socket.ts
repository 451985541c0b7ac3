import { rm } from 'node:fs/promises';
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { failed, isRecord, type Result } from '../base/index.js';
import type { AdminParts, Tell } from './operation.js';
import { type Ask, type OperationName, OPERATIONS, type Reply } from './operations.js';
import { performAsked } from './perform.js';
import { ALL_PERMISSIONS } from './permissions.js';

/**
 * `DIR/control.sock`: one JSON line asks, one JSON line answers; lines `{"step":…}` before it say what is being done. Only the owner of the folder can reach it, so whoever asks
 * there is the operator and may do everything.
 */
export function socketPath(folder: string): string {
  return join(folder, 'control.sock');
}

/** Longest path of a socket that the kernel takes, bytes (unix(7): `sun_path`); a longer one would be cut off silently. */
const MAX_PATH = 107;

/** Why no service can run on a folder with this path, an English sentence; undefined when a service can. */
export function unreachable(folder: string): string | undefined {
  const length = Buffer.byteLength(socketPath(folder));
  if (length <= MAX_PATH) return undefined;
  return `${folder} is ${length - MAX_PATH} bytes too long for the path of a data folder. Choose a shorter one: its control.sock may have ${MAX_PATH} bytes with its path.`;
}

/** Longest question, UTF-16 units: the rows of the largest file of items, even if JSON escapes every byte of it. */
const MAX_QUESTION = 32 * 1024 * 1024;

/** The service's end of the socket. */
export class ControlServer {
  private readonly server: Server;
  /** Connections whose question has not arrived yet: they may be closed at any time. */
  private readonly silent = new Set<Socket>();

  constructor(
    private readonly folder: string,
    private readonly parts: AdminParts,
  ) {
    this.server = createServer({ allowHalfOpen: true }, (socket) => {
      socket.on('error', () => socket.destroy());
      void this.serve(socket);
    });
  }

  /**
   * The caller holds the folder's lock, so a socket that is there was left by a service that has ended. From its
   * first moment on only the owner can reach the new one. Rejects when it cannot be made. Not for a folder that is
   * {@link unreachable}.
   */
  async listen(): Promise<void> {
    const path = socketPath(this.folder);
    await rm(path, { force: true });
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      // The socket is made within the call, so nothing else is made under this mask.
      const usual = process.umask(0o177);
      this.server.listen(path, resolve);
      process.umask(usual);
    });
  }

  /** Takes no new questions, and answers those that have arrived. */
  async stop(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.server.close(() => resolve());
      for (const socket of this.silent) socket.destroy();
    });
  }

  private async serve(socket: Socket): Promise<void> {
    this.silent.add(socket);
    const line = await readLine(socket, MAX_QUESTION);
    this.silent.delete(socket);
    const reply =
      line === undefined
        ? failed('The question was not understood.')
        : await this.reply(line, (step) => socket.write(`${JSON.stringify({ step })}\n`), endOf(socket));
    // The answer ends the connection, also when the client does not close it.
    socket.end(`${JSON.stringify(reply)}\n`, () => socket.destroy());
  }

  private reply(line: string, tell: Tell, gone: AbortSignal): Promise<Result<unknown, string>> {
    const { name, ask } = parseQuestion(line);
    return performAsked(this.parts, ALL_PERMISSIONS, name, ask, tell, gone);
  }
}

/**
 * Is aborted when the client has ended its side or is gone, as after Ctrl-C, which cannot be told apart here: a client keeps its side
 * open as long as it waits.
 */
function endOf(socket: Socket): AbortSignal {
  const ended = new AbortController();
  const end = (): void => ended.abort();
  socket.once('end', end);
  socket.once('close', end);
  if (socket.readableEnded || socket.destroyed) end();
  return ended.signal;
}

function parseQuestion(line: string): { name: unknown; ask: unknown } {
  try {
    const question: unknown = JSON.parse(line);
    if (typeof question === 'object' && question !== null && 'name' in question && 'ask' in question) return question;
  } catch {
    // Falls through: what is no JSON is no question either.
  }
  return { name: undefined, ask: undefined };
}

function readLine(socket: Socket, limit = Infinity): Promise<string | undefined> {
  return new Promise((resolve) => {
    const pieces: string[] = [];
    let length = 0;
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      const end = chunk.indexOf('\n');
      pieces.push(end < 0 ? chunk : chunk.slice(0, end));
      length += chunk.length;
      if (end >= 0) resolve(pieces.join(''));
      else if (length > limit) resolve(undefined);
    });
    socket.on('end', () => resolve(undefined));
    socket.on('close', () => resolve(undefined));
  });
}

/** The line with the answer, as `readLine`; `tell` is told the steps before it. */
function readAnswer(socket: Socket, tell: Tell): Promise<string | undefined> {
  return new Promise((resolve) => {
    let unread = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      const lines = (unread + chunk).split('\n');
      unread = lines.pop() ?? '';
      for (const line of lines) {
        const said: unknown = JSON.parse(line);
        if (isRecord(said) && 'step' in said) tell(said['step'] as Parameters<Tell>[0]);
        else resolve(line);
      }
    });
    socket.on('end', () => resolve(undefined));
    socket.on('close', () => resolve(undefined));
  });
}

/**
 * Asks the service that runs on a folder, and waits `timeout` ms at most for its next word; undefined when no service runs
 * there. `tell` hears what is being done.
 */
export async function askService<N extends OperationName>(
  folder: string,
  name: N,
  ask: Ask<N>,
  timeout = OPERATIONS[name].timeout,
  tell: Tell = () => undefined,
): Promise<Reply<N> | undefined> {
  const socket = unreachable(folder) === undefined ? await connect(socketPath(folder)) : undefined;
  if (socket === undefined) return undefined;
  socket.write(`${JSON.stringify({ name, ask })}\n`);
  const line = await Promise.race([readAnswer(socket, tell), timeUp(socket, timeout)]);
  socket.destroy();
  if (line === TIME_UP) return failed('The running service hangs: it gives no answer. Restart it, and try again.');
  if (line === undefined) return failed('The running service gave no answer; it may be stopping. Try again.');
  return JSON.parse(line) as Reply<N>;
}

const TIME_UP = Symbol('time is up');

/** Resolves when nothing has come for `timeout` ms; never without a timeout, or when the socket is closed before. */
function timeUp(socket: Socket, timeout: number | undefined): Promise<typeof TIME_UP> {
  return new Promise((resolve) => {
    if (timeout !== undefined) socket.setTimeout(timeout, () => resolve(TIME_UP));
  });
}

function connect(path: string): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = createConnection(path);
    socket.once('connect', () => resolve(socket));
    // No such file, or nobody listens: no service.
    socket.once('error', () => resolve(undefined));
  });
}
