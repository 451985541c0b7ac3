import { fstatSync, writeSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { join } from 'node:path';
import {
  bilingual,
  defineMessages,
  english,
  failed,
  jsonLog,
  keepHeapSmall,
  type Log,
  type Message,
  nodeDisk,
  ok,
  phrase,
  type Result,
  START_FAILURE_FILE,
  systemClock,
  type UtcMs,
  writeStartFailure,
} from '../../../base/index.js';
import { type Hang, Watchdog } from '../../../interfaces/health/index.js';
import type { ListenAddress } from '../../../platform/http/index.js';
import { type Box, BoxService, livenessProbes, openBox } from '../../box/index.js';
import { complain, SUCCESS } from '../command.js';
import { folderServed, unfinishedRestore, unusableText } from '../unusable.js';

/**
 * The log of a service, on standard output. That may be a file on a full disk, a pipe whose reader has exited, or a
 * closed terminal. Lines are then lost without further harm. Once a file accepts lines again, the log states how many
 * are missing.
 */
function serviceLog(now: () => UtcMs): Log {
  surviveOutput();
  const { fd } = process.stdout;
  if (!fstatSync(fd).isFile()) return jsonLog((line) => process.stdout.write(line), now);
  const write = fileWriter(fd);
  let lost = 0;
  const logLost = jsonLog((line) => {
    if (write(line)) lost = 0;
  }, now);
  return jsonLog((line) => {
    if (lost > 0) logLost('log.lost', { lines: lost });
    if (lost > 0 || !write(line)) lost += 1;
  }, now);
}

/** A command ends when its output cannot be written; a service continues. Node writes warnings to standard error. */
function surviveOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.removeAllListeners('error').on('error', () => undefined);
  }
}

/**
 * Writes whole lines to a file; false when a line could not be written. The streams of Node do not notice what a full
 * disk cuts off.
 */
function fileWriter(file: number): (line: string) => boolean {
  let isCutOff = false;
  return (line) => {
    const bytes = Buffer.from(isCutOff ? `\n${line}` : line);
    try {
      const written = writeSync(file, bytes);
      if (written > 0) isCutOff = written < bytes.length;
      return written === bytes.length;
    } catch {
      // Full, removed or damaged: there is no other place to report it.
      return false;
    }
  };
}

const MESSAGES = defineMessages('serve', {
  brokenOff: { en: 'The start was aborted: {reason}', sr: 'Покретање је прекинуто: {reason}' },
});

/** Exit code of a process that ends itself to be restarted: EX_TEMPFAIL of sysexits.h. */
const RESTART = 75;
/** Maximum time to stop a box that hangs, ms: slightly longer than the maximum of a normal stop. */
const STOP_TIMEOUT = 12_000;

/** Runs the box until SIGTERM. Everything except devices, e-mail and PDFs is loaded before it answers. */
export async function serve(folder: string, listen: ListenAddress): Promise<number> {
  const log = serviceLog(Date.now);
  const stop = stopSignal();
  const watchdog = new Watchdog(process.env, log);
  const started = await watchdog.manager.whileStarting(() =>
    recordingFailure(folder, log, () => start(folder, listen, watchdog, log, stop.request)),
  );
  if (!started.ok) return complain(started.error);
  keepHeapSmall();
  const { box, service } = started.value;
  const probes = livenessProbes(box, watchdog.manager.watchdogTimeout ?? Infinity);
  const hang = await watchdog.guard(probes, systemClock, stop.requested);
  if (hang !== undefined) return restart(service, hang);
  await service.stop();
  await watchdog.end();
  return SUCCESS;
}

interface RunningBox {
  readonly box: Box;
  readonly service: BoxService;
}

/** Notes a start that throws in the same way as one that fails with a value. */
async function recordingFailure<T>(folder: string, log: Log, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log('box.failed', { reason });
    await recordFailure(folder, MESSAGES.brokenOff({ reason }));
    throw error;
  }
}

/** Notes the failure for `doctor`. If the folder cannot be written, `doctor` reports that instead. */
async function recordFailure(folder: string, reason: Message): Promise<void> {
  await writeStartFailure(nodeDisk, folder, { at: Date.now(), reason: bilingual(reason) }).catch(() => undefined);
}

async function start(
  folder: string,
  listen: ListenAddress,
  watchdog: Watchdog,
  log: Log,
  stop: () => void,
): Promise<Result<RunningBox, Message>> {
  const box = await openBox({ folder, log, now: Date.now });
  if (!box.ok) {
    const unusable = box.error === 'locked' ? folderServed(folder) : unfinishedRestore(folder);
    return failed(phrase(unusableText(unusable)));
  }
  // Removed before the service answers, so that its first clients find no old failure.
  await nodeDisk.remove(join(folder, START_FAILURE_FILE)).catch(() => undefined);
  await watchdog.begin(box.value);
  const service = await BoxService.start(box.value, listen, watchdog.manager.isThere ? stop : undefined);
  if (service.ok) return ok({ box: box.value, service: service.value });
  log('box.failed', { reason: english(service.error) });
  await recordFailure(folder, service.error);
  await watchdog.end();
  return service;
}

/** Ends the process, even if parts of it hang; the service manager restarts it. */
async function restart(service: BoxService, { reason }: Hang): Promise<never> {
  // A process that exits waits for its threads, and one of them waits for the disk: only a kill ends it.
  if (reason === 'flush') process.kill(process.pid, 'SIGKILL');
  await Promise.race([service.stop(), delay(STOP_TIMEOUT)]);
  process.exit(RESTART);
}

/**
 * `requested` resolves at the first SIGTERM or SIGINT, also while the box is still starting, or when `request` is
 * called.
 */
function stopSignal(): { readonly requested: Promise<void>; readonly request: () => void } {
  let request: () => void = () => undefined;
  const requested = new Promise<void>((resolve) => (request = resolve));
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, request);
  return { requested, request };
}
