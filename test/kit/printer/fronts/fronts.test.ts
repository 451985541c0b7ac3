import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Transport } from '../../../../src/platform/devices/connection.js';
import { ALWAYS, opened, received, transportTo, withBus } from '../../../paper/printing/transport/transports.js';
import { FakePrinter } from '../core.js';
import { onPaper, processId, status } from '../samples.js';
import type { Front } from './device.js';
import { PtyFront } from './pty.js';
import { TcpFront } from './tcp.js';
import { UsbFront } from './usb.js';

const FRONTS: Readonly<Record<string, (printer: FakePrinter) => Promise<{ front: Front; transport: Transport }>>> = {
  tcp: async (printer) => {
    const front = await TcpFront.start(printer);
    return { front, transport: transportTo(`tcp://127.0.0.1:${front.port}`) };
  },
  pty: async (printer) => {
    const front = await PtyFront.start(printer);
    return { front, transport: transportTo(`serial://${front.path}`) };
  },
  usb: async (printer) => {
    const front = UsbFront.start(printer, { vid: 0x04b8, pid: 0x0e15, serial: 'A1' });
    return { front, transport: transportTo('usb://04b8:0e15/A1', withBus(front)) };
  },
};

function overEach(
  name: string,
  check: (printer: FakePrinter, laid: { front: Front; transport: Transport; kind: string }) => Promise<void>,
): void {
  for (const [kind, start] of Object.entries(FRONTS)) {
    test(`${kind}: ${name}`, async () => {
      const printer = new FakePrinter({ bufferBytes: 45 });
      const { front, transport } = await start(printer);
      try {
        await check(printer, { front, transport, kind });
      } finally {
        await front.stop();
      }
    });
  }
}

const LINES = Array.from({ length: 2000 }, (_, line) => `line ${line}`);

overEach('sent bytes are on the paper, and the answers arrive', async (printer, { transport, front }) => {
  const connection = await opened(transport);
  const answers = received(connection, 8);
  assert.ok((await connection.write(status(1), ALWAYS)).ok);
  assert.ok((await connection.write(Buffer.from(`${LINES.join('\n')}\n`), ALWAYS)).ok);
  assert.ok((await connection.write(processId('0042'), ALWAYS)).ok);
  assert.is((await answers).toString('hex'), '12' + '37223030343200');
  assert.equal(onPaper(printer), LINES);
  assert.equal(printer.errors, []);
  assert.is(front.isQuiet, true);
  await connection.close();
});

overEach('a printer that is out of paper holds up the box until it has some', async (printer, { transport }) => {
  printer.at('processed', 5000, () => printer.paper('out'));
  const connection = await opened(transport);
  // More than a front and the kernel hold, but for TCP, whose buffers take it all.
  const write = connection.write(Buffer.from(`${LINES.join('\n')}\n`.repeat(5)), ALWAYS);
  const stopped = new Promise<void>((resolve) => printer.at('received', 5044, () => resolve()));
  await stopped;
  assert.is(printer.printed, 5000);
  printer.paper('ok');
  assert.ok((await write).ok);
  const answers = received(connection, 7);
  assert.ok((await connection.write(processId('0043'), ALWAYS)).ok);
  assert.is((await answers).toString('hex'), '37223030343300');
  assert.equal(onPaper(printer), Array.from({ length: 5 }, () => LINES).flat());
  await connection.close();
});

overEach('a printer that loses its power over a job keeps nothing of it', async (printer, { transport, kind }) => {
  const connection = await opened(transport);
  const off = new Promise<void>((resolve) =>
    printer.at('received', 5000, () => {
      printer.power(false);
      resolve();
    }),
  );
  const write = connection.write(Buffer.from(`${LINES.join('\n')}\n`.repeat(5)), ALWAYS);
  await off;
  if (kind === 'pty') assert.ok((await write).ok, 'the line swallows the rest');
  else assert.is(await connection.gone, 'lost');
  await write;
  assert.is(printer.received, 5001);
  await connection.close();
  printer.power(true);
  const again = await opened(transport);
  const answer = received(again, 1);
  assert.ok((await again.write(status(1), ALWAYS)).ok);
  assert.is((await answer).toString('hex'), '12');
  // What the kernel holds of a serial port survives a power cut of the printer.
  if (kind !== 'pty') assert.is(printer.received, 5001 + 3);
  await again.close();
});

test.run();
