import { createConnection, type Socket } from 'node:net';
import { join } from 'node:path';
import { failed, isRecord } from '../base/index.js';
import type { Tell } from './operation.js';
import type { Ask, OperationName, Reply } from './operations.js';

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

/** The line with the answer, without its line feed; undefined when none comes. `tell` is told the steps before it. */
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
 * How long the answer of a running service is waited for, ms. Without a limit the wait has no end, since a printer or a
 * processor may be slow. A command knows it without loading the operations.
 */
const PATIENCE: Readonly<Partial<Record<OperationName, number>>> = {
  'card.certificate': 20_000,
  'card.info': 20_000,
  'card.readers': 10_000,
  // A service that works answers at once: where no answer comes in time, the service hangs.
  'ledger.end': 10_000,
};

/**
 * Asks the service that runs on a folder, and waits `timeout` ms at most for its next word; undefined when no service runs
 * there. `tell` hears what is being done.
 */
export async function askService<N extends OperationName>(
  folder: string,
  name: N,
  ask: Ask<N>,
  timeout = PATIENCE[name],
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
