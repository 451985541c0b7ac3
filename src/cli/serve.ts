import { jsonLog } from '../base/log.js';
import { keepHeapSmall } from '../base/memory.js';
import { Box, BoxCore } from '../box.js';
import { unfinished } from './ask.js';
import type { ListenAddress } from '../api/server.js';
import { type Command, complain, DEFAULT_FOLDER, readArgs, SUCCESS, USAGE } from './command.js';

const DEFAULT_LISTEN = '127.0.0.1:8443';

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
  const core = await BoxCore.open({ folder, log, now: Date.now });
  if (!core.ok) {
    return complain(core.error === 'locked' ? `another process runs on ${folder}` : unfinished(folder));
  }
  const box = await Box.start(core.value, listen);
  if (!box.ok) {
    log('box.failed', { reason: box.error });
    return complain(box.error);
  }
  keepHeapSmall();
  await stopAsked;
  await box.value.stop();
  return SUCCESS;
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
