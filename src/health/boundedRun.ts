import { type Bilingual, valueWithin } from '../base/index.js';
import { type Check, type CheckFinding, warning } from './check.js';

/** How long a check may take, ms: whoever asks for the state of the box waits for the slowest. */
export const CHECK_TIMEOUT = 3000;

/** Runs that have not ended, by what they look at. Each that waits for a disk holds one of the four threads of Node. */
const pending = new WeakMap<object, Set<string>>();

/**
 * What a check finds within `ms`, or that it could not look. One that has not ended is not run again before it has: a disk
 * that hangs is asked once.
 */
export async function runWithin<P extends object>(
  { name, run }: Pick<Check<string, P>, 'name' | 'run'>,
  parts: P,
  ms: number,
): Promise<readonly CheckFinding[]> {
  const running = pending.get(parts) ?? new Set();
  pending.set(parts, running);
  if (running.has(name)) return [unread(name)];
  const findings = run(parts);
  if (!(findings instanceof Promise)) return findings;
  running.add(name);
  const ended = findings.finally(() => running.delete(name));
  return (await valueWithin(ms, ended)) ?? [unread(name)];
}

function unread(name: string): CheckFinding {
  return warning(TEXTS.unread(name), TEXTS.restart(), `no answer in ${CHECK_TIMEOUT} ms`);
}

const TEXTS = {
  unread: (name: string): Bilingual => ({
    sr: `Провера „${name}” није добила одговор: диск или други део уређаја не одговара на читање.`,
    en: `The check "${name}" got no answer: the disk, or another part of the machine, does not answer a read.`,
  }),
  restart: (): Bilingual => ({
    sr: 'Искључите и укључите уређај; ако се понови, позовите сервисера.',
    en: 'Restart the box; if it happens again, look for errors of the disk in the kernel log (journalctl -k).',
  }),
} as const;
