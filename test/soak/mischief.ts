import { statfsSync, writeFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { connect } from 'node:tls';
import type { FakePfrProcess } from '../kit/pfr/process.js';
import type { Fault } from '../kit/pfr/faults.js';
import type { FakePrinter } from '../kit/printer/core.js';
import type { BoxProcess } from '../kit/process.js';
import type { Random } from '../kit/random.js';

/** What is to be had for mischief. */
export interface Field {
  readonly random: Random;
  readonly box: () => BoxProcess;
  readonly processor: FakePfrProcess;
  readonly printer: FakePrinter;
  /** The disk of the box, when it has one of its own that may be filled. */
  readonly disk: string | undefined;
  /** Is a box refused room at this moment, or was it a moment ago? */
  readonly setFull: (isFull: boolean) => void;
}

/** How long a fault lasts, ms. */
const SHORT = [1500, 5000] as const;
const STRANGERS = 60;

/** Each brings something about, and ends when it is over. */
export const MISCHIEF: Readonly<Record<string, (field: Field) => Promise<void>>> = {
  /** Answers get lost, cut, late and refused. */
  async troubledProcessor({ processor, random }) {
    await processor.setFaults(Array.from({ length: 6 }, () => trouble(random)));
    await lasting(random);
    await processor.setFaults([]);
  },
  async slowProcessor({ processor, random }) {
    await processor.setFaults([{ fault: 'hang', signs: 'now', ms: random.int(100, 700), standing: true }]);
    await lasting(random);
    await processor.setFaults([]);
  },
  async processorOff({ processor, random }) {
    await processor.kill();
    await lasting(random);
    await processor.up();
  },
  async noPaper({ printer, random }) {
    printer.paper('out');
    await lasting(random);
    printer.paper('ok');
  },
  async printerOff({ printer, random }) {
    printer.power(false);
    await lasting(random);
    printer.power(true);
  },
  async coverOpen({ printer, random }) {
    printer.cover('open');
    await lasting(random);
    printer.cover('closed');
  },
  /** Somebody on the Wi-Fi guesses keys. */
  async wrongKeys({ box, random }) {
    const guess = (): string => `kasir_${random.bytes(24).toString('hex')}`;
    // Lines that are kept would count as open files of the box.
    const call = () => box().send('GET', '/status', guess(), undefined, { Connection: 'close' });
    await Promise.allSettled(Array.from({ length: STRANGERS }, call));
  },
  /** Clients go away in the handshake, in their request, and before its answer. */
  async clientsLeave({ box, random }) {
    const { port } = box();
    const bytes =
      'POST /api/v1/invoices HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{"it';
    const leave = (): Promise<void> =>
      new Promise((gone) => {
        const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
        socket.on('error', () => undefined).once('close', () => gone());
        socket.once('secureConnect', () => socket.write(bytes.slice(0, random.int(0, bytes.length))));
        void delay(random.int(0, 300)).then(() => socket.destroy());
      });
    await Promise.all(Array.from({ length: 8 }, leave));
  },
  /** The clock on the wall goes a day on or back, and comes right at the second time. It lasts until the box has noticed, or is gone. */
  async clockJumps({ box }) {
    const set = box();
    const before = set.log.split('"event":"clock.jumped"').length - 1;
    set.signal('SIGUSR2');
    await set.says('clock.jumped', before + 1);
  },
  /** No room is left for a while. */
  async diskFull({ disk, random, setFull }) {
    if (disk === undefined) return;
    const filler = join(disk, 'filler');
    setFull(true);
    fill(disk, filler);
    await lasting(random);
    rmSync(filler, { force: true });
    setFull(false);
  },
};

function trouble(random: Random): Fault {
  const faults: readonly Fault[] = [
    { fault: 'drop', signs: random.oneIn(2) },
    { fault: 'cut' },
    { fault: 'drip' },
    { fault: 'refuse', code: random.pick(['1300', '1500', '2400']) },
    { fault: 'hang', signs: 'late', ms: random.int(1050, 1250) },
    // Not signed it would rightly be left to a person: an answer has come, and nothing proves what it was.
    { fault: 'answer', signs: true, status: 200, body: '' },
  ];
  return random.pick(faults);
}

function lasting(random: Random): Promise<void> {
  return delay(random.int(...SHORT));
}

/** Writes until nothing more goes in. */
function fill(disk: string, file: string): void {
  const { bavail, bsize } = statfsSync(disk);
  for (let left = bavail * bsize; left >= bsize; left = Math.floor(left / 2)) {
    try {
      writeFileSync(file, Buffer.alloc(left), { flag: 'a' });
    } catch {
      // as much as there was room for is in it
    }
  }
}
