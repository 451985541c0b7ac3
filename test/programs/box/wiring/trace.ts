import { relative, resolve } from 'node:path';
import { english } from '../../../../src/base/index.js';
import { HandClock } from '../../../kit/handClock.js';
import { isMessage } from '../../../kit/inEnglish.js';

const SRC = resolve(import.meta.dirname, '../../../../src');
/** Number of frames searched for the caller that reads a clock. */
const FRAMES = 8;

/** Folders of tests have names that are drawn, with a digit or without. */
const FOLDER = /[^\s"'(]*kasirbox-test-[^\s"',;)]*/g;
/** What is not the same in each run: numbers, and what is drawn at random. */
const CHANGING = /[0-9A-Za-z+/=_-]*\d[0-9A-Za-z+/=_-]*/g;
const LONGEST = 120;
/** Values of this process, which has many boxes, or of the machine and its load. */
const OF_THE_MACHINE = /\[(?:memory|disk|loop)\]|превише меморије|\bdocument\.failed\b|\.pdf$/;
/** Drawn, with a digit or without. */
const DRAWN = /\.(?:requestedBy|signedBy|pem|prefix|hash|uid) =|proof\.\w+ = demo |(?:users\.code|make-code)\.value/;

export function steady(text: string): string {
  const same = text.replace(FOLDER, '#').replace(CHANGING, '#');
  return same.length > LONGEST ? `${same.slice(0, LONGEST)}…` : same;
}

/** What a box did that could be seen from outside, a line each. Values that differ from run to run are no part of it. */
export class Trace {
  readonly lines = new Set<string>();
  /** It is no longer observed: whatever the box still waits for never comes. */
  isOver = false;

  add(line: string): void {
    if (OF_THE_MACHINE.test(line) || DRAWN.test(line)) return;
    this.lines.add(line);
  }

  /** Each member of an answer, at any depth. */
  flat(what: string, given: unknown): void {
    const value = isMessage(given) ? english(given) : given;
    if (Array.isArray(value)) {
      this.add(`${what}: ${value.length === 0 ? 'nothing' : 'a list'}`);
      for (const one of value) this.flat(`${what}[${nameOf(one)}]`, one);
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, member] of Object.entries(value)) this.flat(`${what}.${steady(name)}`, member);
    } else {
      this.add(`${what} = ${steady(String(value))}`);
    }
  }
}

/** A clock that is moved by hand, and notes which file of the source asks it for what. */
export class TracedClock extends HandClock {
  constructor(private readonly trace: Trace) {
    super(Date.now());
  }

  readonly asked = {
    now: (): number => (this.note('the time'), this.now()),
    monotonic: (): number => (this.note('the time that passes'), this.monotonic()),
    sleep: (ms: number, signal?: AbortSignal): Promise<boolean> => (this.note('a pause'), this.sleep(ms, signal)),
  };

  private note(what: string): void {
    const asker = askingFile();
    if (asker !== undefined) this.trace.add(`${asker} asks the clock for ${what}`);
  }
}

/** The file of the source that has called, the wiring and the clocks themselves left out. */
function askingFile(): string | undefined {
  const { stackTraceLimit } = Error;
  const usual = Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace');
  Error.stackTraceLimit = FRAMES;
  Error.prepareStackTrace = (_, sites) => sites.map((site) => site.getFileName() ?? '');
  const files = (new Error() as { readonly stack?: unknown }).stack as readonly string[];
  Error.stackTraceLimit = stackTraceLimit;
  if (usual === undefined) Reflect.deleteProperty(Error, 'prepareStackTrace');
  else Object.defineProperty(Error, 'prepareStackTrace', usual);
  const inside = files.filter((file) => file.startsWith(SRC)).map((file) => relative(SRC, file));
  return inside.find((file) => !/^programs\/box\/|^base\/clock/.test(file));
}

/** The member that identifies the elements of a list. */
function nameOf(element: unknown): string {
  if (typeof element !== 'object' || element === null) return '';
  const { name, title, type } = element as Readonly<Record<string, unknown>>;
  const found = [name, title, type].find((one) => typeof one === 'string');
  return typeof found === 'string' ? steady(found) : '';
}
