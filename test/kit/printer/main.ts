import { createInterface } from 'node:readline';
import { type Arguments, readArguments, USAGE } from './arguments.js';
import { FakePrinter } from './core.js';
import { PtyFront } from './fronts/pty.js';
import { TcpFront } from './fronts/tcp.js';
import { obey } from './orders.js';
import { ordersFrom } from '../orders.js';
import { PaperPage } from './page.js';

function say(text: string): void {
  if (text !== '') process.stdout.write(`${text}\n`);
}

async function main(): Promise<number> {
  const asked = readArguments(process.argv.slice(2));
  if (!asked.ok) {
    process.stderr.write(`fake-printer: ${asked.error}\n\n${USAGE}`);
    return 2;
  }
  if (asked.value === 'help') {
    process.stdout.write(USAGE);
    return 0;
  }
  // Before any output: its reader may send an order at once.
  const ended = new Promise((signalled) => process.once('SIGTERM', signalled).once('SIGINT', signalled));
  const printer = new FakePrinter(asked.value.options);
  const front = await layCable(printer, asked.value.cable);
  const page = await PaperPage.start(printer, asked.value.web);
  const take = (line: string): void => {
    const done = obey(printer, line);
    say(done.ok ? done.value : `error: ${done.error}`);
  };
  const fifo = asked.value.orders === undefined ? undefined : ordersFrom(asked.value.orders, take);
  say(`fake-printer listens at ${front.address}`);
  say(`its paper is at ${page.url}`);
  say(advice(printer, front.address));
  createInterface({ input: process.stdin }).on('line', take);
  await ended;
  fifo?.close();
  process.stdin.destroy();
  await Promise.all([page.stop(), front.stop()]);
  return 0;
}

async function layCable(
  printer: FakePrinter,
  cable: Arguments['cable'],
): Promise<{ readonly address: string; readonly stop: () => Promise<void> }> {
  if (cable.kind === 'pty') {
    const front = await PtyFront.start(printer);
    return { address: `serial://${front.path}`, stop: () => front.stop() };
  }
  const front = await TcpFront.start(printer, cable.port);
  return { address: `tcp://127.0.0.1:${front.port}`, stop: () => front.stop() };
}

/** What to type into kasirbox. */
function advice({ options: { dots, dpi } }: FakePrinter, address: string): string {
  const setting = { name: 'kasa', address, width: dots === 384 ? 58 : 80, dpi, dots, mode: 'raster', autoPrint: true };
  return `To use it:\n  kasirbox settings set printers '${JSON.stringify([setting])}'`;
}

main().then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    process.stderr.write(`fake-printer: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);
