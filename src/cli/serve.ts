import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '../base/clock.js';
import { jsonLog, type Log } from '../base/log.js';
import { keepHeapSmall } from '../base/memory.js';
import { failed, ok, type Result } from '../base/result.js';
import { Box } from '../box.js';
import { BoxCore } from '../core.js';
import { memorySign } from '../health/watchdog/memory.js';
import { lasting, type Sign, type Stuck } from '../health/watchdog/pulse.js';
import { Watchdog } from '../health/watchdog/watchdog.js';
import { longestSale } from '../invoicing/underWay.js';
import { unfinished } from './ask.js';
import type { ListenAddress } from '../api/server.js';
import { type Command, complain, DEFAULT_FOLDER, readArgs, SUCCESS, USAGE } from './command.js';

const DEFAULT_LISTEN = '127.0.0.1:8443';
/** The box ends itself to begin anew: EX_TEMPFAIL of sysexits.h. */
const ANEW = 75;
/** A box that does not get on gets so long for its stop, ms: what a stop is promised to take, and some more. */
const STOP_PATIENCE = 12_000;

export const serveCommand: Command = {
  usage: ['serve [--data DIR] [--listen HOST:PORT]'],
  summary: `runs the box over HTTPS (${DEFAULT_FOLDER}, ${DEFAULT_LISTEN}) until SIGTERM`,
  async run(args) {
    const parsed = readArgs(args, ['listen']);
    if (!parsed.ok) return complain(parsed.error, USAGE);
    const { values, words } = parsed.value;
    const listen = readListen(values['listen'] ?? DEFAULT_LISTEN);
    if (words.length > 0 || listen === undefined)
      return complain(`usage: kasirbox ${serveCommand.usage.join()}`, USAGE);
    return serve(values['data'] ?? DEFAULT_FOLDER, listen);
  },
};

async function serve(folder: string, listen: ListenAddress): Promise<number> {
  const log = jsonLog((line) => process.stdout.write(line), Date.now);
  const stopAsked = signal();
  const watchdog = new Watchdog(process.env, log);
  const started = await watchdog.manager.whileStarting(() => start(folder, listen, watchdog, log));
  if (!started.ok) return complain(started.error);
  keepHeapSmall();
  const { core, box } = started.value;
  const stuck = await watchdog.guard(signsOf(core, watchdog), systemClock, stopAsked);
  if (stuck !== undefined) return beginAnew(box, stuck);
  await box.stop();
  await watchdog.end();
  return SUCCESS;
}

interface Serving {
  readonly core: BoxCore;
  readonly box: Box;
}

async function start(
  folder: string,
  listen: ListenAddress,
  watchdog: Watchdog,
  log: Log,
): Promise<Result<Serving, string>> {
  const core = await BoxCore.open({ folder, log, now: Date.now });
  if (!core.ok) return failed(core.error === 'locked' ? `another process runs on ${folder}` : unfinished(folder));
  await watchdog.begin(core.value);
  const box = await Box.start(core.value, listen);
  if (box.ok) return ok({ core: core.value, box: box.value });
  log('box.failed', { reason: box.error });
  await watchdog.end();
  return box;
}

/** What must go on for a box to get on. A step of the disk may take as long as the event loop may. */
function signsOf({ ledger, till, settings }: BoxCore, { manager }: Watchdog): readonly Sign[] {
  return [
    lasting(
      'flush',
      () => ledger.pace.busyFor,
      () => manager.watchdog ?? Infinity,
    ),
    lasting(
      'sale',
      () => till.underWay.longest,
      () => longestSale(settings.now),
    ),
    memorySign(),
  ];
}

/** Ends the process whatever hangs in it; the service manager starts the next. */
async function beginAnew(box: Box, { reason }: Stuck): Promise<never> {
  // The end of a process waits for its threads, and one of them waits for the disk: only a kill ends that.
  if (reason === 'flush') process.kill(process.pid, 'SIGKILL');
  await Promise.race([box.stop(), delay(STOP_PATIENCE)]);
  process.exit(ANEW);
}

/** Resolves at the first SIGTERM or SIGINT, also one that comes while the box is still starting. */
function signal(): Promise<void> {
  return new Promise((resolve) => {
    for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => resolve());
  });
}

/** `HOST:PORT`, an IPv6 address in brackets. */
function readListen(text: string): ListenAddress | undefined {
  const match = /^(?:\[([0-9a-fA-F:.]+)\]|([^:[\]\s]+)):(\d{1,5})$/.exec(text);
  const host = match?.[1] ?? match?.[2];
  const port = Number(match?.[3]);
  return host === undefined || port > 65535 ? undefined : { host, port };
}
