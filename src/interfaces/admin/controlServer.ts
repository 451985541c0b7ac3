import { rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { failed, type Result, defineMessages, type Message } from '../../base/index.js';
import { type AdminDeps, ALL_PERMISSIONS, type OnProgress } from './operation.js';
import { performUnchecked } from './perform.js';
import { replyLine, socketPath } from './socket.js';

const MESSAGES = defineMessages('control', {
  notUnderstood: { en: 'The request was not understood.', sr: 'Захтев није разумљив.' },
});

/**
 * Maximum length of a question, UTF-16 units: the rows of the largest file of items, even if JSON escapes every byte of
 * it.
 */
const MAX_QUESTION = 32 * 1024 * 1024;

/** Server side of the control socket. */
export class ControlServer {
  private readonly server: Server;
  /** Connections whose question has not arrived yet. They may be closed at any time. */
  private readonly silent = new Set<Socket>();

  constructor(
    private readonly folder: string,
    private readonly deps: AdminDeps,
  ) {
    this.server = createServer({ allowHalfOpen: true }, (socket) => {
      socket.on('error', () => socket.destroy());
      void this.serve(socket);
    });
  }

  /**
   * Listens on the socket. The caller holds the folder's lock, so an existing socket belongs to a service that has
   * ended. The new one is accessible only to the owner from its first moment. Rejects when it cannot be created. Not
   * for a folder that is {@link unreachable}.
   */
  async listen(): Promise<void> {
    const path = socketPath(this.folder);
    await rm(path, { force: true });
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      // The socket is created within the call, so the mask affects nothing else.
      const usual = process.umask(0o177);
      this.server.listen(path, resolve);
      process.umask(usual);
    });
  }

  /** Accepts no new questions, and answers those that have arrived. */
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
        ? failed(MESSAGES.notUnderstood)
        : await this.reply(line, (step) => socket.write(`${JSON.stringify({ step })}\n`), endOf(socket));
    // The answer ends the connection, even if the client does not close it.
    socket.end(replyLine(reply), () => socket.destroy());
  }

  private reply(line: string, onProgress: OnProgress, signal: AbortSignal): Promise<Result<unknown, Message>> {
    const { name, ask: input } = parseQuestion(line);
    return performUnchecked(this.deps, ALL_PERMISSIONS, name, input, onProgress, signal);
  }
}

/**
 * Aborted when the client has ended its side or has disconnected, for example after Ctrl-C. The two cannot be
 * distinguished here; a client keeps its side open while it waits.
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
    // Falls through: a line that is not JSON is not a question either.
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
