import { type Device, type Endpoint, type Interface, type LibUSBException, type Transfer, usb } from 'usb';
import { failed, ok, type Result } from '../../base/result.js';
import type { Loss } from './port.js';
import type { Transferred, UsbBus, UsbDevice, UsbPipes } from './usbBus.js';

/** USB class code of printers (USB printer class 1.1, 4.2). */
const PRINTER_CLASS = 7;

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
  return { serial: () => readSerial(device), claim: async () => claim(device) };
}

/** Calls of libusb throw their failures; the number tells which. */
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
  // Some pad it.
  const serial = text?.replace(/\0+$/, '').trim();
  return ok(serial === undefined || serial === '' ? null : serial);
}

function claim(device: Device): Result<UsbPipes, Loss> {
  const opened = attempt(() => device.open());
  if (!opened.ok) return opened;
  const taken = attempt(() => takeInterface(device));
  if (taken.ok && taken.value !== undefined) return ok(pipesOf(device, taken.value));
  attempt(() => device.close());
  return taken.ok ? failed('absent') : taken;
}

interface Taken {
  readonly face: Interface;
  readonly out: Endpoint;
  readonly in: Endpoint | undefined;
  /** The driver of the kernel (usblp) had it. */
  readonly wasKernels: boolean;
}

/** The interface of the printer class, or else the first that takes bytes; undefined when there is none. */
function takeInterface(device: Device): Taken | undefined {
  const faces = (device.interfaces ?? []).filter((one) => bulk(one, 'out') !== undefined);
  const face = faces.find(({ descriptor }) => descriptor.bInterfaceClass === PRINTER_CLASS) ?? faces[0];
  const out = face === undefined ? undefined : bulk(face, 'out');
  if (face === undefined || out === undefined) return undefined;
  const wasKernels = face.isKernelDriverActive();
  if (wasKernels) face.detachKernelDriver();
  try {
    face.claim();
  } catch (error) {
    if (wasKernels) attempt(() => face.attachKernelDriver());
    throw error;
  }
  return { face, out, in: bulk(face, 'in'), wasKernels };
}

function bulk({ endpoints }: Interface, direction: Endpoint['direction']): Endpoint | undefined {
  return endpoints.find((one) => one.direction === direction && one.transferType === usb.LIBUSB_TRANSFER_TYPE_BULK);
}

function pipesOf(device: Device, { face, out, in: incoming, wasKernels }: Taken): UsbPipes {
  const running = new Set<Transfer>();
  let isReleased = false;
  let stopped = (): void => undefined;

  function transfer(endpoint: Endpoint, buffer: Buffer, ms: number): Promise<Transferred> {
    if (isReleased) return Promise.resolve({ actual: 0, end: 'gone' });
    return new Promise((resolve) => {
      const one = endpoint.makeTransfer(ms, (error, _buffer, actual) => {
        running.delete(one);
        resolve({ actual, end: endOf(error) });
        if (running.size === 0) stopped();
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
        stopped = resolve;
        for (const one of running) attempt(() => one.cancel());
        if (running.size === 0) resolve();
      });
      await new Promise<void>((resolve) => face.release(() => resolve()));
      if (wasKernels) attempt(() => face.attachKernelDriver());
      attempt(() => device.close());
    },
  };
}

function endOf(error: LibUSBException | undefined): Transferred['end'] {
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
