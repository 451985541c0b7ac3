import { openSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { ReadStream } from 'node:tty';
import { type Bilingual, failed, ok, type Result, type Message, phrase } from '../../base/index.js';
import { readGivenFile } from './inputFile.js';

/** Maximum length of a password, UTF-16 units. */
const MAX_PASSWORD = 1024;
const MAX_BYTES = 1024 * 1024;

const END_OF_TEXT = '\u0003'; // Ctrl-C
const ERASE_LINE = '\u0015'; // Ctrl-U
/** Return, and Ctrl-D. */
const ENDS = ['\r', '\n', '\u0004'];
const ERASERS = ['\b', '\u007f'];

/** The Serbian name of each secret, and how to give it without a terminal. */
const SOURCES = {
  password: {
    sr: 'лозинка',
    option: '--password-file',
    fromShell: 'kasirbox certificate install FILE --environment E < F',
  },
  PIN: { sr: 'ПИН', option: '--pin-file', fromShell: 'kasirbox pfr pin < F' },
  'password of a user': {
    sr: 'лозинка корисника',
    option: '--password-file',
    fromShell: 'kasirbox users password NAME < F',
  },
  'PIN of a user': { sr: 'ПИН корисника', option: '--password-file', fromShell: 'kasirbox users password NAME < F' },
  'backup code': {
    sr: 'код за резервне копије',
    option: '--code-file',
    fromShell: 'cat F FILE | kasirbox restore - --code-first',
  },
} as const;

interface PasswordSource {
  /** Its name in messages. */
  readonly name: keyof typeof SOURCES;
  /** File with the secret in its first line. */
  readonly file: string | undefined;
  /** True when standard input is used for something else. */
  readonly isInputTaken: boolean;
  /** Prompt on a terminal. */
  readonly prompt: string;
}

/**
 * Reads a password from a file, or from the terminal without echo, or from the first line of standard input. Never from
 * the command line, which all users of the machine can read.
 */
export async function readPassword({
  name,
  file,
  isInputTaken,
  prompt,
}: PasswordSource): Promise<Result<string, Message>> {
  if (file !== undefined) return firstFileLine(file, name);
  const terminal = process.stdin.isTTY ? process.stdin : isInputTaken ? openTerminal() : undefined;
  if (terminal !== undefined) {
    try {
      return await readHidden(terminal, prompt);
    } finally {
      if (terminal !== process.stdin) terminal.destroy();
    }
  }
  if (isInputTaken) return failed(phrase(TEXTS.noTerminal(name)));
  return firstInputLine(name);
}

async function firstFileLine(file: string, name: PasswordSource['name']): Promise<Result<string, Message>> {
  const { fromShell } = SOURCES[name];
  const tooLarge = { sr: `у њој није ${SOURCES[name].sr}`, en: `it is not a file with a ${name}` };
  const read = await readGivenFile(file, { maxBytes: MAX_BYTES, tooLarge, fromShell });
  if (!read.ok) return read;
  const [line = ''] = read.value.toString().split(/\r?\n/, 1);
  return bounded(line.replace(/^\ufeff/, ''));
}

/** The writing program may keep the pipe open: the command must still end. */
async function firstInputLine(name: PasswordSource['name']): Promise<Result<string, Message>> {
  try {
    for await (const line of createInterface({ input: process.stdin })) return bounded(line);
    return failed(phrase(TEXTS.missing(name)));
  } finally {
    process.stdin.destroy();
  }
}

function bounded(password: string): Result<string, Message> {
  return password.length > MAX_PASSWORD ? failed(phrase(TEXTS.tooLong())) : ok(password);
}

/** The terminal from which the command was started; undefined when there is none. */
function openTerminal(): ReadStream | undefined {
  try {
    return new ReadStream(openSync('/dev/tty', 'r+'));
  } catch {
    return undefined;
  }
}

/** Maximum length of a setting value that is typed or pasted, UTF-16 units. */
const MAX_VALUE = 16 * 1024;

/** Reads one row from the terminal without echo. */
export function readHiddenValue(prompt: string): Promise<Result<string, Message>> {
  return readHidden(process.stdin, prompt, MAX_VALUE);
}

function readHidden(terminal: ReadStream, prompt: string, most = MAX_PASSWORD): Promise<Result<string, Message>> {
  // The echo is switched off first, so that even a fast answer is hidden.
  terminal.setRawMode(true).setEncoding('utf8').resume();
  process.stderr.write(prompt);
  return new Promise<Result<string, Message>>((resolve) => {
    let password = '';
    let isDone = false;
    const end = (result: Result<string, Message>): void => {
      isDone = true;
      terminal.off('data', take).pause().setRawMode(false);
      process.stderr.write('\n');
      resolve(result);
    };
    const take = (keys: string): void => {
      for (const key of keys) {
        if (isDone) return;
        if (key === END_OF_TEXT) end(failed(phrase(TEXTS.stopped())));
        else if (ENDS.includes(key)) end(ok(password));
        else if (key === ERASE_LINE) password = '';
        else if (ERASERS.includes(key)) password = password.slice(0, -1);
        else if (password.length < most) password += key;
      }
    };
    terminal.on('data', take);
  });
}

const TEXTS = {
  noTerminal: (name: PasswordSource['name']): Bilingual => ({
    sr: `нема терминала на коме се уноси (${SOURCES[name].sr}): задајте ${SOURCES[name].option} ДАТОТЕКА`,
    en: `there is no terminal to ask for the ${name}: give ${SOURCES[name].option} FILE`,
  }),
  missing: (name: PasswordSource['name']): Bilingual => ({
    sr: `на стандардном улазу недостаје ${SOURCES[name].sr}`,
    en: `the ${name} is missing on standard input`,
  }),
  tooLong: (): Bilingual => ({ sr: 'унос је предугачак', en: 'the password is too long' }),
  stopped: (): Bilingual => ({
    sr: 'прекинуто; ништа није промењено',
    en: 'cancelled; nothing was changed',
  }),
} as const;
