import { createConnection, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  failed,
  isRecord,
  defineMessages,
  type Message,
  english,
  verbatim,
  type Ok,
  type Result,
} from '../../base/index.js';
import type { OnProgress } from './operation.js';
import type { Answer, Input, OperationName, Reply } from './operations.js';

const MESSAGES = defineMessages('socket', {
  pathTooLong: {
    en: '{folder} is {excess} bytes too long for the path of a data folder. Choose a shorter one: its control.sock may have {most} bytes with its path.',
    sr: '{folder} је за {excess} бајтова предугачка путања фасцикле са подацима. Изаберите краћу: њен control.sock са путањом сме имати {most} бајтова.',
  },
  denied: { en: 'The folder belongs to another user.', sr: 'Фасцикла припада другом кориснику.' },
  hangs: {
    en: 'The running service does not respond. Restart it, then try again.',
    sr: 'Уређај не одговара. Поново га покрените и покушајте опет.',
  },
  noAnswer: {
    en: 'The running service did not answer; it may be stopping. Try again.',
    sr: 'Уређај није одговорио; можда се зауставља. Покушајте поново.',
  },
});

/**
 * `DIR/control.sock`: one JSON line is the question, one JSON line the answer; lines `{"step":…}` before it report
 * progress. Only the owner of the folder can access it, so its clients are operators with all permissions.
 */
export function socketPath(folder: string): string {
  return join(folder, 'control.sock');
}

/**
 * Maximum path length of a socket in the kernel, bytes (unix(7): `sun_path`); a longer path would be cut off silently.
 */
const MAX_PATH = 107;

/** Why no service can run on a folder with this path, undefined when a service can. */
export function unreachable(folder: string): Message | undefined {
  const length = Buffer.byteLength(socketPath(folder));
  if (length <= MAX_PATH) return undefined;
  return MESSAGES.pathTooLong({ folder, excess: length - MAX_PATH, most: MAX_PATH });
}

/**
 * The line with the answer, without its line feed; undefined when none comes. `onProgress` gets the steps before it.
 */
function readAnswer(socket: Socket, onProgress: OnProgress): Promise<string | undefined> {
  return new Promise((resolve) => {
    let unread = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      const lines = (unread + chunk).split('\n');
      unread = lines.pop() ?? '';
      for (const line of lines) {
        const said: unknown = JSON.parse(line);
        if (isRecord(said) && 'step' in said) onProgress(said['step'] as Parameters<OnProgress>[0]);
        else resolve(line);
      }
    });
    socket.on('end', () => resolve(undefined));
    socket.on('close', () => resolve(undefined));
  });
}

/**
 * Maximum wait for the next message of a running service that shows signs of life, ms. The other operations have no
 * limit, because a printer or a processor may be slow. The table is here so that a command knows it without loading the
 * operations.
 */
const PATIENCE: Readonly<Partial<Record<OperationName, number>>> = {
  'card.certificate': 20_000,
  'card.info': 20_000,
  'card.readers': 10_000,
  // A service answers these at once: without an answer in time, it hangs.
  'ledger.end': 10_000,
};

/** When a service without an answer is probed for the first time, and the interval between probes, ms. */
const LOOK_AFTER = 1_000;
/**
 * Maximum duration of a probe, ms. A running service needs milliseconds; including the start of a command it is less
 * than 10 s.
 */
const LOOK_TIMEOUT = 6_000;

/** Error when the service hangs. */
export const NOT_RESPONDING = MESSAGES.hangs;
/** Error when the command runs as another user and has no access. */
export const ACCESS_DENIED = MESSAGES.denied;

/**
 * Asks the service that runs on a folder. Waits at most `timeout` ms for its next message, and less if it hangs.
 * Undefined when no service runs there. `onProgress` reports progress.
 */
export async function callService<N extends OperationName>(
  folder: string,
  name: N,
  input: Input<N>,
  timeout = PATIENCE[name],
  onProgress: OnProgress = () => undefined,
): Promise<Reply<N> | undefined> {
  if (unreachable(folder) !== undefined) return undefined;
  const socket = await connect(socketPath(folder));
  if (socket === NO_ACCESS) return failed(ACCESS_DENIED);
  if (socket === undefined) return undefined;
  socket.write(`${JSON.stringify({ name, ask: input })}\n`);
  const line = await firstWord(socket, folder, onProgress, timeout);
  socket.destroy();
  if (line === TIME_UP) return failed(NOT_RESPONDING);
  if (line === undefined) return failed(MESSAGES.noAnswer);
  return replyOf(JSON.parse(line) as SentReply<N>);
}

/** An answer as it crosses the socket. */
type SentReply<N extends OperationName> = Ok<Answer<N>> | SentRefusal;

interface SentRefusal {
  readonly ok: false;
  /** In English. */
  readonly error: string;
  /** Absent in answers of earlier releases. */
  readonly message?: Message;
}

/** The answer as one line. */
export function replyLine(reply: Result<unknown, Message>): string {
  const sent = reply.ok ? reply : { ok: false, error: english(reply.error), message: reply.error };
  return `${JSON.stringify(sent)}\n`;
}

function replyOf<N extends OperationName>(sent: SentReply<N>): Reply<N> {
  return sent.ok ? sent : failed(sent.message ?? verbatim(sent.error));
}

const TIME_UP = Symbol('time is up');

/** The answer, or TIME_UP when neither a message nor a sign of life has come in time. */
async function firstWord(
  socket: Socket,
  folder: string,
  onProgress: OnProgress,
  timeout = Infinity,
): Promise<string | typeof TIME_UP | undefined> {
  const answered = new AbortController();
  let word = (): void => undefined;
  const timeUp = new Promise<typeof TIME_UP>((resolve) => {
    if (timeout === Infinity) return;
    const timer = setTimeout(() => resolve(TIME_UP), timeout);
    word = () => void timer.refresh();
    answered.signal.addEventListener('abort', () => clearTimeout(timer));
  });
  const line = readAnswer(socket, (step) => {
    word();
    onProgress(step);
  });
  return Promise.race([line, timeUp, untilHanging(folder, answered.signal)]).finally(() => answered.abort());
}

/** Resolves once the service of the folder hangs; never if it answers before. */
async function untilHanging(folder: string, answered: AbortSignal): Promise<typeof TIME_UP> {
  try {
    do await delay(LOOK_AFTER, undefined, { signal: answered });
    while (await givesSignOfLife(folder, answered));
  } catch (error) {
    if (!answered.aborted) throw error;
  }
  return TIME_UP;
}

/**
 * True while the service responds, even if its printer or processor is slow. It gets an empty question, which each
 * release refuses at once. If the socket no longer accepts connections, the service is stopping, and the end of the
 * first connection is the answer.
 */
async function givesSignOfLife(folder: string, answered: AbortSignal): Promise<boolean> {
  const socket = await connect(socketPath(folder));
  if (socket === undefined || socket === NO_ACCESS) return true;
  socket.write('\n');
  const late = delay(LOOK_TIMEOUT, false, { signal: answered });
  const sign = readAnswer(socket, () => undefined).then(() => true);
  return Promise.race([sign, late]).finally(() => socket.destroy());
}

const NO_ACCESS = Symbol('no access');

function connect(path: string): Promise<Socket | typeof NO_ACCESS | undefined> {
  return new Promise((resolve) => {
    const socket = createConnection(path);
    socket.once('connect', () => resolve(socket));
    // The file does not exist, or no process listens: no service.
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'EACCES' ? NO_ACCESS : undefined));
  });
}
