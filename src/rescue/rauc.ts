import { execFile, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { failed, isRecord, ok, oneLine, parseJson, type Result } from '../base/index.js';

/** What an update says of itself; RAUC has checked its signature. */
export interface UpdateFacts {
  readonly version: string;
}

/** What the rescue page asks of RAUC, which alone installs, and only what is signed. */
export interface Rauc {
  /** The error says, in RAUC's English, why the file is no update for this box. */
  readonly info: (file: string) => Promise<Result<UpdateFacts, string>>;
  /** Writes an update into a slot, which is started next. `onProgress`: percent. */
  readonly install: (file: string, onProgress: (percent: number) => void) => Promise<Result<void, string>>;
  /** Gives a slot the tries of a new one, and lets it be started before the others. */
  readonly markActive: (slot: string) => Promise<Result<void, string>>;
}

/** Longest that RAUC may take, ms. */
const INFO_TIME = 30_000;
const MARK_TIME = 60_000;
const INSTALL_TIME = 30 * 60_000;
/** Most that it may say, bytes. */
const MAX_OUTPUT = 256 * 1024;
const MAX_WORDS = 300;
const MAX_VERSION = 64;

/** RAUC as a program, by whatever PATH finds. */
export function raucProgram(): Rauc {
  return {
    async info(file) {
      const said = await run(['info', '--output-format=json', file], INFO_TIME);
      return said.ok ? readFacts(said.value) : said;
    },
    install,
    async markActive(slot) {
      const said = await run(['status', 'mark-active', slot], MARK_TIME);
      return said.ok ? ok(undefined) : said;
    },
  };
}

/** The slots in the order in which U-Boot starts them, as their letters; none where its environment cannot be read. */
export function bootOrder(): Promise<readonly string[]> {
  return new Promise((resolve) => {
    execFile('fw_printenv', ['-n', 'BOOT_ORDER'], { timeout: INFO_TIME }, (error, stdout) => {
      resolve(error === null ? stdout.split(/\s+/).filter((slot) => /^[AB]$/.test(slot)) : []);
    });
  });
}

function readFacts(text: string): Result<UpdateFacts, string> {
  const parsed = parseJson(text);
  const version = parsed.ok && isRecord(parsed.value) ? parsed.value['version'] : undefined;
  if (typeof version !== 'string' || version === '') return failed('it names no version');
  return ok({ version: oneLine(version).slice(0, MAX_VERSION) });
}

function run(words: readonly string[], timeout: number): Promise<Result<string, string>> {
  return new Promise((resolve) => {
    const limits = { timeout, maxBuffer: MAX_OUTPUT, killSignal: 'SIGKILL' } as const;
    execFile('rauc', words, limits, (error, stdout, stderr) => {
      if (error === null) resolve(ok(stdout));
      else resolve(failed(inShort(stderr) ?? error.message.slice(0, MAX_WORDS)));
    });
  });
}

/** The last line that says anything. */
function inShort(output: string): string | undefined {
  const line = output.trim().split('\n').at(-1);
  return line === undefined || line === '' ? undefined : oneLine(line).slice(0, MAX_WORDS);
}

function install(file: string, onProgress: (percent: number) => void): Promise<Result<void, string>> {
  const child = spawn('rauc', ['install', file], {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: INSTALL_TIME,
    killSignal: 'SIGKILL',
  });
  let reason: string | undefined;
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      const [, percent] = /^ *(\d{1,3})% /.exec(line) ?? [];
      if (percent !== undefined) onProgress(Math.min(100, Number(percent)));
      reason = /^LastError: (.*)/.exec(line)?.[1]?.slice(0, MAX_WORDS) ?? reason;
    });
  }
  return new Promise((resolve) => {
    child.on('error', (error) => resolve(failed(error.message)));
    child.on('close', (code, killed) => {
      if (code === 0) resolve(ok(undefined));
      else resolve(failed(reason === undefined ? `RAUC ended with ${killed ?? String(code)}` : oneLine(reason)));
    });
  });
}
