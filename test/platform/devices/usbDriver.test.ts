import { type Device, usb } from 'usb';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { UsbBus } from '../../../src/platform/devices/usbBus.js';
import { loadUsbBus } from '../../../src/platform/devices/usbDriver.js';

type Callback = (error: unknown, bytes: Buffer, actual: number) => void;

/** An endpoint whose transfers wait until they are cancelled or ended. */
class StubEndpoint {
  readonly ends: Callback[] = [];
  /** Does a cancelled transfer end only when {@link endAll} is called, as those of libusb end later? */
  isSlow = false;
  private readonly cancelled: (() => void)[] = [];

  constructor(
    readonly direction: 'in' | 'out',
    readonly transferType: number,
  ) {}

  makeTransfer(_ms: number, callback: Callback): { submit: (bytes: Buffer) => void; cancel: () => void } {
    return {
      submit: () => void this.ends.push(callback),
      cancel: () => {
        const end = (): void => callback({ errno: usb.LIBUSB_TRANSFER_CANCELLED }, Buffer.alloc(0), 0);
        if (this.isSlow) this.cancelled.push(end);
        else end();
      },
    };
  }

  endAll(): void {
    for (const end of this.cancelled.splice(0)) end();
  }

  clearHalt(done: () => void): void {
    done();
  }
}

/** A device as the package gives it, with one reader's interface beside another one. */
class StubDevice {
  readonly calls: string[] = [];
  readonly [key: string]: unknown;
  readonly out = new StubEndpoint('out', usb.LIBUSB_TRANSFER_TYPE_BULK);
  readonly in = new StubEndpoint('in', usb.LIBUSB_TRANSFER_TYPE_BULK);
  readonly interrupt = new StubEndpoint('in', usb.LIBUSB_TRANSFER_TYPE_INTERRUPT);
  readonly busNumber = 1;
  readonly deviceAddress = 9;
  readonly deviceDescriptor = { idVendor: 0x08e6, idProduct: 0x3437, iManufacturer: 1, iProduct: 2, iSerialNumber: 0 };
  readonly configDescriptor = { interfaces: [[{ bInterfaceClass: 3 }], [{ bInterfaceClass: 0x0b }]] };
  timeout = 0;
  isOpen = false;
  /** Are requests answered only when {@link answer} is called? */
  isMute = false;
  answer = (): void => undefined;
  /** Has a driver of the kernel its reader's interface? */
  isKernels = false;
  /** The errno that claiming fails with. */
  claimFails: number | undefined;
  readonly interfaces = [this.interfaceOf(0, 3), this.interfaceOf(1, 0x0b)];

  open(): void {
    assert.is(this.isOpen, false);
    this.isOpen = true;
    this.calls.push('open');
  }

  close(): void {
    this.isOpen = false;
    this.calls.push('close');
  }

  getStringDescriptor(index: number, done: (error: unknown, value: string) => void): void {
    done(undefined, index === 1 ? 'Gemalto\0\0' : 'PC Twin ');
  }

  controlTransfer(type: number, request: number, value: number, index: number, data: unknown, done: unknown): void {
    this.calls.push(`control ${type.toString(16)} ${request} ${value} ${index}`);
    const end = done as (error: unknown, answer: unknown) => void;
    this.answer = () => end(undefined, typeof data === 'number' ? Buffer.from([1, 2, 3, 4]) : 0);
    if (!this.isMute) setImmediate(this.answer);
  }

  private interfaceOf(interfaceNumber: number, bInterfaceClass: number): object {
    return {
      interfaceNumber,
      descriptor: { bInterfaceClass, extra: Buffer.from([2, 0x21]), endpoints: [{ extra: Buffer.from([3, 9, 9]) }] },
      endpoints: interfaceNumber === 0 ? [] : [this.out, this.in, this.interrupt],
      isKernelDriverActive: () => this.isKernels,
      detachKernelDriver: () => this.calls.push(`detach ${interfaceNumber}`),
      attachKernelDriver: () => this.calls.push(`attach ${interfaceNumber}`),
      claim: () => {
        this.calls.push(`claim ${interfaceNumber}`);
        if (this.claimFails !== undefined) throw Object.assign(new Error('claim'), { errno: this.claimFails });
      },
      release: (done: () => void) => {
        this.calls.push(`release ${interfaceNumber}`);
        done();
      },
    };
  }
}

/** Does the work on a bus that has this device. */
async function withDevice(device: StubDevice, work: (bus: UsbBus) => Promise<void>): Promise<void> {
  const list = usb.getDeviceList;
  usb.getDeviceList = () => [device as unknown as Device];
  try {
    await work(loadUsbBus());
  } finally {
    usb.getDeviceList = list;
  }
}

test('a reader is found by its class, named, claimed once, and closed when the last one has done', () =>
  withDevice(new StubDevice(), async (bus) => {
    const none = bus.findClass(7);
    assert.equal(none, { ok: true, value: [] });
    const found = bus.findClass(0x0b);
    assert.ok(found.ok);
    const [device] = found.value;
    assert.ok(device);
    assert.equal([device.id, device.vendor, device.product], ['1-9', 0x08e6, 0x3437]);
    assert.is(await device.name(), 'Gemalto PC Twin');
    const stub = usb.getDeviceList()[0] as unknown as StubDevice;
    assert.equal(stub.calls.splice(0), ['open', 'close']);

    const pipes = await device.claim(0x0b);
    assert.ok(pipes.ok);
    assert.equal(pipes.value.descriptors, Buffer.from([2, 0x21, 3, 9, 9]));
    const again = await device.claim(0x0b);
    assert.is(again.ok || again.error, 'busy');
    assert.is(await device.name(), 'Gemalto PC Twin', 'also while it is in use');
    assert.equal(stub.calls.splice(0), ['open', 'claim 1'], 'which does not close it');

    const into = Buffer.alloc(8);
    assert.equal(await pipes.value.control(3, 0, into, 100), { actual: 4, end: 'done' });
    assert.is(into.toString('hex'), '0102030400000000');
    assert.equal(await pipes.value.control(1, 0x700, undefined, 100), { actual: 0, end: 'done' });
    assert.equal(stub.calls.splice(0), ['control a1 3 0 1', 'control 21 1 1792 1']);

    const waiting = [pipes.value.receive?.(Buffer.alloc(64), 0), pipes.value.listen?.(Buffer.alloc(8), 0)];
    const asked = pipes.value.control(3, 0, into, 100);
    await pipes.value.release();
    for (const one of waiting) assert.equal(await one, { actual: 0, end: 'gone' });
    assert.equal(await asked, { actual: 4, end: 'done' }, 'a request that is under way is waited for');
    assert.equal(stub.calls.splice(0), ['control a1 3 0 1', 'release 1', 'close']);
    assert.equal(await pipes.value.send(Buffer.alloc(1), 100), { actual: 0, end: 'gone' });
    assert.ok((await device.claim(0x0b)).ok, 'and it can be claimed anew');
  }));

test('a transfer that nothing comes of ends when its time is over, whatever libusb does', () =>
  withDevice(new StubDevice(), async (bus) => {
    const found = bus.findClass(0x0b);
    assert.ok(found.ok);
    const pipes = await found.value[0]?.claim(0x0b);
    assert.ok(pipes?.ok);
    const listening = pipes.value.listen?.(Buffer.alloc(8), 60_000);
    assert.equal(await pipes.value.receive?.(Buffer.alloc(64), 1), { actual: 0, end: 'late' });
    assert.equal(await pipes.value.send(Buffer.alloc(64), 1), { actual: 0, end: 'late' });
    const stub = usb.getDeviceList()[0] as unknown as StubDevice;
    stub.isMute = true;
    assert.equal(await pipes.value.control(3, 0, Buffer.alloc(8), 1), { actual: 0, end: 'late' });
    stub.answer();
    await pipes.value.release();
    assert.equal(await listening, { actual: 0, end: 'gone' }, 'one that is cancelled in time is not late');
  }));

test('an interface is taken from the driver of the kernel, and given back to it', async () => {
  const stub = new StubDevice();
  await withDevice(stub, async (bus) => {
    stub.isKernels = true;
    const found = bus.findClass(0x0b);
    assert.ok(found.ok);
    const [device] = found.value;
    assert.ok(device);
    stub.claimFails = usb.LIBUSB_ERROR_BUSY;
    const refused = await device.claim(0x0b);
    assert.is(refused.ok || refused.error, 'busy');
    assert.equal(
      stub.calls.splice(0),
      ['open', 'detach 1', 'claim 1', 'attach 1', 'close'],
      'also when another has it',
    );
    stub.claimFails = undefined;
    const pipes = await device.claim(0x0b);
    assert.ok(pipes.ok, 'it is not taken for claimed');
    await pipes.value.release();
    await pipes.value.release();
    assert.equal(stub.calls, ['open', 'detach 1', 'claim 1', 'release 1', 'attach 1', 'close'], 'once');
  });
});

test('an interface is not given back before its transfers and its requests have ended, whichever ends last', async () => {
  for (const last of ['receive', 'listen', 'control']) {
    const stub = new StubDevice();
    await withDevice(stub, async (bus) => {
      const found = bus.findClass(0x0b);
      assert.ok(found.ok);
      const pipes = await found.value[0]?.claim(0x0b);
      assert.ok(pipes?.ok);
      stub.in.isSlow = stub.interrupt.isSlow = stub.isMute = true;
      const under = [pipes.value.receive?.(Buffer.alloc(64), 0), pipes.value.listen?.(Buffer.alloc(8), 0)];
      // No caller waits for it any more; libusb still has it.
      assert.is((await pipes.value.control(3, 0, Buffer.alloc(8), 1)).end, 'late');
      stub.calls.length = 0;
      const released = pipes.value.release();
      const ends = { receive: () => stub.in.endAll(), listen: () => stub.interrupt.endAll(), control: stub.answer };
      for (const [name, end] of Object.entries(ends)) if (name !== last) end();
      await new Promise(setImmediate);
      assert.equal(stub.calls, [], `while its ${last} is under way`);
      for (const [name, end] of Object.entries(ends)) if (name === last) end();
      await released;
      for (const one of under) assert.equal(await one, { actual: 0, end: 'gone' });
      assert.equal(stub.calls, ['release 1', 'close']);
    });
  }
});

test.run();
