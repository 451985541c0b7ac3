import { type Device, type Endpoint, type Interface, type LibUSBException, type Transfer, usb } from 'usb';
import { failed, ok, type Result } from '../base/index.js';
import type { Loss } from './connection.js';
import type { TransferResult, UsbBus, UsbDevice, UsbPipes } from './usbBus.js';

/** USB by the package `usb` (libusb). Throws when libusb cannot be started here. */
export function loadUsbBus(): UsbBus {
  if ('INIT_ERROR' in usb && Boolean(usb.INIT_ERROR))
    throw new Error(`libusb did not start: ${String(usb.INIT_ERROR)}`);
  return {
    find: (vendor, product) =>
      attempt(() =>
        usb
          .getDeviceList()
          .filter(({ deviceDescriptor: { idVendor, idProduct } }) => idVendor === vendor && idProduct === product)
          .map(deviceOf),
      ),
  };
}

function deviceOf(device: Device): UsbDevice {
  return { serial: () => readSerial(device), claim: async (interfaceClass) => claim(device, interfaceClass) };
}

/** Calls of libusb throw their failures; `errno` says which. */
function attempt<T>(call: () => T): Result<T, Loss> {
  try {
    return ok(call());
  } catch (error) {
    const errno = error instanceof Error && 'errno' in error ? error.errno : undefined;
    if (errno === usb.LIBUSB_ERROR_ACCESS) return failed('denied');
    return failed(errno === usb.LIBUSB_ERROR_BUSY ? 'busy' : 'absent');
  }
}

async function readSerial(device: Device): Promise<Result<string | null, Loss>> {
  const opened = attempt(() => device.open());
  if (!opened.ok) return opened;
  const text = await new Promise<string | undefined>((resolve) => {
    device.getStringDescriptor(device.deviceDescriptor.iSerialNumber, (error, value) =>
      resolve(error === undefined ? value : undefined),
    );
  });
  attempt(() => device.close());
  // Some devices pad it with zeros or blanks.
  const serial = text?.replace(/\0+$/, '').trim();
  return ok(serial === undefined || serial === '' ? null : serial);
}

function claim(device: Device, interfaceClass: number): Result<UsbPipes, Loss> {
  const opened = attempt(() => device.open());
  if (!opened.ok) return opened;
  const taken = attempt(() => takeInterface(device, interfaceClass));
  if (taken.ok && taken.value !== undefined) return ok(pipesOf(device, taken.value));
  attempt(() => device.close());
  return taken.ok ? failed('absent') : taken;
}

interface Taken {
  readonly usbInterface: Interface;
  readonly out: Endpoint;
  readonly in: Endpoint | undefined;
  /** A driver of the kernel had it, such as usblp. */
  readonly wasKernels: boolean;
}

/** The interface of this class, or else the first that takes bytes; undefined when there is none. */
function takeInterface(device: Device, interfaceClass: number): Taken | undefined {
  const interfaces = (device.interfaces ?? []).filter((one) => bulk(one, 'out') !== undefined);
  const usbInterface =
    interfaces.find(({ descriptor }) => descriptor.bInterfaceClass === interfaceClass) ?? interfaces[0];
  const out = usbInterface === undefined ? undefined : bulk(usbInterface, 'out');
  if (usbInterface === undefined || out === undefined) return undefined;
  const wasKernels = usbInterface.isKernelDriverActive();
  if (wasKernels) usbInterface.detachKernelDriver();
  try {
    usbInterface.claim();
  } catch (error) {
    if (wasKernels) attempt(() => usbInterface.attachKernelDriver());
    throw error;
  }
  return { usbInterface, out, in: bulk(usbInterface, 'in'), wasKernels };
}

function bulk({ endpoints }: Interface, direction: Endpoint['direction']): Endpoint | undefined {
  return endpoints.find((one) => one.direction === direction && one.transferType === usb.LIBUSB_TRANSFER_TYPE_BULK);
}

function pipesOf(device: Device, { usbInterface, out, in: incoming, wasKernels }: Taken): UsbPipes {
  const running = new Set<Transfer>();
  let isReleased = false;
  let onStopped = (): void => undefined;

  function transfer(endpoint: Endpoint, buffer: Buffer, ms: number): Promise<TransferResult> {
    if (isReleased) return Promise.resolve({ actual: 0, end: 'gone' });
    return new Promise((resolve) => {
      const one = endpoint.makeTransfer(ms, (error, _buffer, actual) => {
        running.delete(one);
        resolve({ actual, end: endOf(error) });
        if (running.size === 0) onStopped();
      });
      if (attempt(() => one.submit(buffer)).ok) running.add(one);
      else resolve({ actual: 0, end: 'gone' });
    });
  }

  return {
    send: (bytes, ms) => transfer(out, Buffer.from(bytes), ms),
    receive:
      incoming === undefined
        ? undefined
        : async (into, ms) => transfer(incoming, Buffer.from(into.buffer, into.byteOffset, into.byteLength), ms),
    clearHalt: (of) =>
      new Promise((resolve) => {
        const endpoint = of === 'send' ? out : incoming;
        if (endpoint === undefined || isReleased) resolve();
        else endpoint.clearHalt(() => resolve());
      }),
    release: async () => {
      if (isReleased) return;
      isReleased = true;
      // libusb must not close a device that transfers still point to.
      await new Promise<void>((resolve) => {
        onStopped = resolve;
        for (const one of running) attempt(() => one.cancel());
        if (running.size === 0) resolve();
      });
      await new Promise<void>((resolve) => usbInterface.release(() => resolve()));
      if (wasKernels) attempt(() => usbInterface.attachKernelDriver());
      attempt(() => device.close());
    },
  };
}

function endOf(error: LibUSBException | undefined): TransferResult['end'] {
  switch (error?.errno) {
    case undefined:
      return 'done';
    case usb.LIBUSB_TRANSFER_TIMED_OUT:
      return 'late';
    case usb.LIBUSB_TRANSFER_STALL:
      return 'halted';
    default:
      return 'gone';
  }
}
