import { usb } from 'usb';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { failed, ok } from '../../../../src/base/result.js';
import { loadUsbBus } from '../../../../src/platform/devices/usbDriver.js';
import type { UsbBus, UsbDevice, UsbPipes } from '../../../../src/platform/devices/usbBus.js';
import { HandClock, settled } from '../../../kit/handClock.js';
import { UsbFront } from '../../../kit/printer/fronts/usb.js';
import { seededRandom } from '../../../kit/random.js';
import { Sink } from './sink.js';
import { ALWAYS, lossOf, NO_DRIVERS, opened, received, transportTo, withBus } from './transports.js';

const random = seededRandom();
const IDS = { vid: 0x04b8, pid: 0x0e15 };

/** A bus with what is on all of these. */
function busOf(...buses: readonly UsbBus[]): UsbBus {
  return {
    find: (vendor, product) => {
      const found = buses.map((bus) => bus.find(vendor, product));
      return ok(found.flatMap((devices) => (devices.ok ? devices.value : [])));
    },
    findClass: () => ok([]),
  };
}

/** A bus with one device, which knows only how to be claimed and named. */
function oneDevice(serial: UsbDevice['serial'], claim: UsbDevice['claim']): UsbBus {
  const device = { id: '1-2', vendor: IDS.vid, product: IDS.pid, name: async () => '', serial, claim };
  return { find: () => ok([device]), findClass: () => ok([]) };
}

/** A bus with one device that does as these pipes do. */
function piped(pipes: Partial<UsbPipes>): UsbBus {
  const quiet: UsbPipes = {
    descriptors: Buffer.alloc(0),
    send: async ({ length }) => ({ actual: length, end: 'done' }),
    receive: undefined,
    listen: undefined,
    control: async () => ({ actual: 0, end: 'halted' }),
    clearHalt: async () => undefined,
    release: async () => undefined,
  };
  return oneDevice(
    async () => ok(null),
    async () => ok({ ...quiet, ...pipes }),
  );
}

test('a printer is found by its serial number among others of its model', async () => {
  const [one, other] = [new Sink(), new Sink()];
  const fronts = [
    UsbFront.start(one, { ...IDS, serial: 'A1' }),
    UsbFront.start(other, { ...IDS, serial: 'B2' }),
    UsbFront.start(new Sink(), { ...IDS, serial: null }),
  ];
  const drivers = withBus(busOf(...fronts));
  const connection = await opened(transportTo('usb://04b8:0e15/B2', drivers));
  assert.equal(
    fronts.map(({ isClaimed }) => isClaimed),
    [false, true, false],
  );
  assert.is(await lossOf(transportTo('usb://04b8:0e15/B2', drivers)), 'busy');
  assert.is(await lossOf(transportTo('usb://04b8:0e15/C3', drivers)), 'absent');
  assert.is(await lossOf(transportTo('usb://04b8:0e16/B2', drivers)), 'absent');
  await connection.write(Buffer.from('x'), ALWAYS);
  assert.equal([one.bytes.length, other.bytes.length], [0, 1]);
  await connection.close();
  assert.is(fronts[1]?.isClaimed, false);
});

test('an address without a serial number means the only printer of its model', async () => {
  const nameless = UsbFront.start(new Sink(), { ...IDS, serial: null });
  const named = UsbFront.start(new Sink(), { ...IDS, serial: 'A1' });
  assert.is(await lossOf(transportTo('usb://04b8:0e15', withBus(nameless))), undefined);
  assert.is(await lossOf(transportTo('usb://04b8:0e15', withBus(named))), undefined);
  assert.is(await lossOf(transportTo('usb://04b8:0e15', withBus(busOf(nameless, named)))), 'absent');
  assert.is(await lossOf(transportTo('usb://04b8:0e15/A1', withBus(nameless))), 'absent');
});

test('a printer that the box may not read is denied', async () => {
  const bus = oneDevice(
    async () => failed('denied'),
    async () => failed('denied'),
  );
  assert.is(await lossOf(transportTo('usb://04b8:0e15/A1', withBus(bus))), 'denied');
  assert.is(await lossOf(transportTo('usb://04b8:0e15', withBus(bus))), 'denied');
});

test('a bus that cannot be read is a loss and no exception', async () => {
  const bus: UsbBus = { find: () => failed('denied'), findClass: () => failed('denied') };
  assert.is(await lossOf(transportTo('usb://04b8:0e15/A1', withBus(bus))), 'denied');
});

test('a failure of libusb when it lists the devices is a loss', () => {
  const bus = loadUsbBus();
  const list = usb.getDeviceList;
  try {
    for (const [errno, loss] of [
      [usb.LIBUSB_ERROR_ACCESS, 'denied'],
      [usb.LIBUSB_ERROR_NO_MEM, 'absent'],
    ] as const) {
      usb.getDeviceList = () => {
        throw Object.assign(new Error('LIBUSB_ERROR'), { errno });
      };
      assert.equal(bus.find(0x04b8, 0x0e15), failed(loss));
      assert.equal(bus.findClass(0x0b), failed(loss));
    }
  } finally {
    usb.getDeviceList = list;
  }
});

test('without its package USB cannot be reached', async () => {
  assert.is(await lossOf(transportTo('usb://04b8:0e15', NO_DRIVERS)), 'driver');
});

test('a printer that was unplugged is found again when it is back', async () => {
  const sink = new Sink();
  const front = UsbFront.start(sink, { ...IDS, serial: 'A1' });
  const transport = transportTo('usb://04b8:0e15/A1', withBus(front));
  const connection = await opened(transport);
  front.unplug();
  assert.is(await connection.gone, 'lost', 'nothing had to be written to learn it');
  await connection.close();
  assert.is(await lossOf(transport), 'absent');
  front.plug();
  const again = await opened(transport);
  assert.ok((await again.write(Buffer.from('y'), ALWAYS)).ok);
  assert.is(sink.bytes.toString(), 'y');
  await again.close();
});

test('after a late transfer the rest is sent, and no byte twice', async () => {
  const sent: Buffer[] = [];
  const bus = piped({
    send: async (bytes) => {
      const actual = random.int(0, Math.min(bytes.length, 700));
      sent.push(Buffer.from(bytes.subarray(0, actual)));
      return { actual, end: actual === bytes.length ? 'done' : 'late' };
    },
  });
  const connection = await opened(transportTo('usb://04b8:0e15', withBus(bus)));
  const bytes = random.bytes(20_000);
  assert.ok((await connection.write(bytes, ALWAYS)).ok);
  assert.ok(Buffer.concat(sent).equals(bytes));
  await connection.close();
});

test('a halt in either direction is cleared, and nothing is lost by it', async () => {
  const sink = new Sink(1000);
  const front = UsbFront.start(sink, { ...IDS, serial: 'A1' });
  const connection = await opened(transportTo('usb://04b8:0e15/A1', withBus(front)));
  const bytes = random.bytes(9000);
  const write = connection.write(bytes, ALWAYS);
  await sink.reached(1000);
  front.halt('send');
  front.halt('receive');
  sink.makeRoom();
  assert.ok((await write).ok);
  assert.ok(sink.bytes.equals(bytes));
  const came = received(connection, 1);
  sink.send(Buffer.from([0x12]));
  assert.equal([...(await came)], [0x12]);
  await connection.close();
});

test('a halt is cleared in its direction, and nothing is sent before that', async () => {
  const clock = new HandClock();
  const steps: string[] = [];
  const halts = new Set(['send', 'receive']);
  let clear: () => void = () => undefined;
  const bus = piped({
    send: async ({ length }) => {
      steps.push('send');
      return halts.delete('send') ? { actual: 0, end: 'halted' } : { actual: length, end: 'done' };
    },
    receive: () =>
      halts.delete('receive') ? Promise.resolve({ actual: 0, end: 'halted' }) : new Promise(() => undefined),
    clearHalt: async (direction) => {
      if (direction === 'send') await new Promise<void>((resolve) => (clear = resolve));
      steps.push(`clear ${direction}`);
    },
  });
  const connection = await opened(transportTo('usb://04b8:0e15', withBus(bus), clock));
  await settled();
  const write = connection.write(Buffer.from('x'), ALWAYS);
  for (const isCleared of [false, true]) {
    if (isCleared) clear();
    await settled();
    clock.pass(20);
    await settled();
  }
  assert.ok((await write).ok);
  assert.equal(steps, ['clear receive', 'send', 'clear send', 'send']);
  await connection.close();
});

test('a device that does not release is not waited for', async () => {
  const connection = await opened(
    transportTo('usb://04b8:0e15', withBus(piped({ release: () => new Promise(() => undefined) }))),
  );
  await connection.close();
  assert.is(await connection.gone, 'closed');
});

test.run();
