// turns: 4
// What docs/card.md and docs/printers.md show for those without a card or a printer.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { kasirbox } from '../command.js';
import { cleanUp, temporaryFolder } from '../process.js';
import { RUN_TYPESCRIPT } from '../typescript.js';

test.after(cleanUp);

/** A stand-in in the background, with what it says line by line. */
function standIn(main: string, args: readonly string[]) {
  const file = resolve(import.meta.dirname, '..', main);
  const child = spawn(process.execPath, [...RUN_TYPESCRIPT, file, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]() as AsyncIterator<string, undefined>;
  const end = new Promise((ended) => child.once('close', ended));
  return {
    /** The first line from here on that matches. */
    async says(wanted: RegExp): Promise<string> {
      for (;;) {
        const next: IteratorResult<string, undefined> = await lines.next();
        if (next.done === true) throw new Error(`it never said ${String(wanted)}`);
        if (wanted.test(next.value)) return next.value;
      }
    },
    async stop(): Promise<void> {
      child.kill('SIGTERM');
      await end;
    },
  };
}

test('npm run fake-card is a card that a box reads, and that an order takes out', async () => {
  const place = temporaryFolder();
  const orders = join(place, 'orders');
  const card = standIn('card/main.ts', ['--orders', orders]);
  const [, socket = ''] = /=(.*)$/.exec(await card.says(/^export PCSCLITE_CSOCK_NAME=/)) ?? [];
  const data = ['--data', join(place, 'data')];
  const env = { PCSCLITE_CSOCK_NAME: socket, LC_ALL: 'C' };
  assert.is((await kasirbox(['settings', 'set', 'cardReader', '"pcsc"', ...data], { env })).code, 0);
  assert.match((await kasirbox(['card', 'info', ...data], { env })).stdout, /CARD0001/);
  await card.says(/^Its PIN is/);
  writeFileSync(orders, 'card out\n');
  await card.says(/^done$/);
  assert.not.match((await kasirbox(['card', 'info', ...data], { env })).stdout, /CARD0001/);
  await card.stop();
});

test('npm run fake-printer takes orders from a file, as it has no terminal in the background', async () => {
  const orders = join(temporaryFolder(), 'orders');
  const printer = standIn('printer/main.ts', ['--port', '0', '--orders', orders]);
  await printer.says(/^To use it:/);
  writeFileSync(orders, 'paper out\n');
  await printer.says(/^done$/);
  await printer.stop();
});

test.run();
