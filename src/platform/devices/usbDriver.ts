import { type Device, type Endpoint, type Interface, type LibUSBException, type Transfer, usb } from 'usb';
import { failed, ok, type Result } from '../../base/index.js';
import type { Loss } from './connection.js';
import type { Receive, TransferResult, UsbBus, UsbDevice, UsbPipes } from './usbBus.js';

/** Maximum length of a device's name, characters. */
const MAX_NAME = 60;

/** USB by the package `usb` (libusb). Throws when libusb cannot start. */
export function loadUsbBus(): UsbBus {
  if ('INIT_ERROR' in usb && Boolean(usb.INIT_ERROR))
    throw new Error(`libusb did not start: ${String(usb.INIT_ERROR)}`);
  const devices = (is: (device: Device) => boolean): Result<readonly UsbDevice[], Loss> =>
    attempt(() => usb.getDeviceList().filter(is).map(deviceOf));
  return {
    find: (vendor, product) =>
      devices(({ deviceDescriptor: { idVendor, idProduct } }) => idVendor === vendor && idProduct === product),
    findClass: (interfaceClass) => devices((device) => hasClass(device, interfaceClass)),
  };
}

/** Checks the active configuration, which the kernel knows without querying the device. */
function hasClass(device: Device, interfaceClass: number): boolean {
  // A device that is being unplugged has no configuration.
  const read = attempt(() => device.configDescriptor?.interfaces.flat() ?? []);
  return read.ok && read.value.some(({ bInterfaceClass }) => bInterfaceClass === interfaceClass);
}

function deviceOf(device: Device): UsbDevice {
  const { idVendor, idProduct } = device.deviceDescriptor;
  return {
    id: `${device.busNumber}-${device.deviceAddress}`,
    vendor: idVendor,
    product: idProduct,
    name: () => readName(device),
    serial: () => readSerial(device),
    claim: async (interfaceClass) => claim(device, interfaceClass),
  };
}

async function readName(device: Device): Promise<string> {
  if (!openDevice(device).ok) return '';
  const { iManufacturer, iProduct } = device.deviceDescriptor;
  const maker = await readString(device, iManufacturer);
  const model = await readString(device, iProduct);
  closeDevice(device);
  return `${maker} ${model}`.trim().slice(0, MAX_NAME);
}

async function readSerial(device: Device): Promise<Result<string | null, Loss>> {
  const opened = openDevice(device);
  if (!opened.ok) return opened;
  const serial = await readString(device, device.deviceDescriptor.iSerialNumber);
  closeDevice(device);
  return ok(serial === '' ? null : serial);
}

function claim(device: Device, interfaceClass: number): Result<UsbPipes, Loss> {
  const opened = openDevice(device);
  if (!opened.ok) return opened;
  const taken = attempt(() => takeInterface(device, interfaceClass));
  if (taken.ok && taken.value !== 'busy' && taken.value !== 'absent') return ok(pipesOf(device, taken.value));
  closeDevice(device);
  return taken.ok && typeof taken.value === 'string' ? failed(taken.value) : failed(taken.ok ? 'absent' : taken.error);
}

/** libusb throws errors with `errno`; this converts them. */
function attempt<T>(call: () => T): Result<T, Loss> {
  try {
    return ok(call());
  } catch (error) {
    const errno = error instanceof Error && 'errno' in error ? error.errno : undefined;
    if (errno === usb.LIBUSB_ERROR_ACCESS) return failed('denied');
    return failed(errno === usb.LIBUSB_ERROR_BUSY ? 'busy' : 'absent');
  }
}

/**
 * Number of users of an open device. The package has one handle per device, and closing it would close it for all
 * users.
 */
const users = new WeakMap<Device, number>();

/** Opens a device for one more user. */
function openDevice(device: Device): Result<void, Loss> {
  const count = users.get(device) ?? 0;
  const opened = count === 0 ? attempt(() => device.open()) : ok(undefined);
  if (opened.ok) users.set(device, count + 1);
  return opened;
}

/** Removes one user; the last one closes the device. */
function closeDevice(device: Device): void {
  const left = (users.get(device) ?? 1) - 1;
  users.set(device, left);
  if (left === 0) attempt(() => device.close());
}

/** A string of the device, without padding zeros and blanks; empty when it has none. */
async function readString(device: Device, index: number): Promise<string> {
  if (index === 0) return '';
  const text = await new Promise<string | undefined>((resolve) => {
    const asked = attempt(() =>
      device.getStringDescriptor(index, (error, value) => resolve(error === undefined ? value : undefined)),
    );
    if (!asked.ok) resolve(undefined);
  });
  return text?.replace(/\0+$/, '').trim() ?? '';
}

/** Request types of a class request to an interface (USB 2.0, 9.3.1). */
const CLASS_REQUEST_OUT = 0x21;
const CLASS_REQUEST_IN = 0xa1;

/** Interfaces claimed by the box, because libusb lets one process claim an interface twice. */
const claimed = new WeakMap<Device, Set<number>>();

/** A claimed interface and its endpoints. */
interface Taken {
  readonly usbInterface: Interface;
  readonly out: Endpoint;
  readonly in: Endpoint | undefined;
  readonly interrupt: Endpoint | undefined;
  /** True when a kernel driver such as usblp had it. */
  readonly wasKernels: boolean;
}

/** Claims the interface of this class, otherwise the first that accepts bytes. Throws libusb errors. */
function takeInterface(device: Device, interfaceClass: number): Taken | 'busy' | 'absent' {
  const interfaces = (device.interfaces ?? []).filter((one) => endpointOf(one, 'out') !== undefined);
  const usbInterface =
    interfaces.find(({ descriptor }) => descriptor.bInterfaceClass === interfaceClass) ?? interfaces[0];
  const out = usbInterface === undefined ? undefined : endpointOf(usbInterface, 'out');
  if (usbInterface === undefined || out === undefined) return 'absent';
  const ours = claimed.get(device) ?? new Set();
  if (ours.has(usbInterface.interfaceNumber)) return 'busy';
  const wasKernels = usbInterface.isKernelDriverActive();
  if (wasKernels) usbInterface.detachKernelDriver();
  try {
    usbInterface.claim();
  } catch (error) {
    if (wasKernels) attempt(() => usbInterface.attachKernelDriver());
    throw error;
  }
  claimed.set(device, ours.add(usbInterface.interfaceNumber));
  const interrupt = endpointOf(usbInterface, 'in', usb.LIBUSB_TRANSFER_TYPE_INTERRUPT);
  return { usbInterface, out, in: endpointOf(usbInterface, 'in'), interrupt, wasKernels };
}

function endpointOf(
  { endpoints }: Interface,
  direction: Endpoint['direction'],
  type = usb.LIBUSB_TRANSFER_TYPE_BULK,
): Endpoint | undefined {
  return endpoints.find((one) => one.direction === direction && one.transferType === type);
}

/**
 * The time limit of a transfer; 0: none. libusb's own limit may be late by up to a minute: the package builds it
 * without timerfd, so it does not notice a transfer submitted while it waits for earlier ones.
 */
function timerFor(ms: number, late: () => void): NodeJS.Timeout | undefined {
  return ms > 0 ? setTimeout(late, ms) : undefined;
}

/** The pipes of an interface; releasing them also closes the device. */
function pipesOf(device: Device, { usbInterface, out, in: incoming, interrupt, wasKernels }: Taken): UsbPipes {
  const running = new Set<Transfer>();
  let controls = 0;
  let isReleased = false;
  let onStopped = (): void => undefined;

  function stopWhenQuiet(): void {
    if (running.size === 0 && controls === 0) onStopped();
  }

  function transfer(endpoint: Endpoint, buffer: Buffer, ms: number): Promise<TransferResult> {
    if (isReleased) return Promise.resolve({ actual: 0, end: 'gone' });
    return new Promise((resolve) => {
      let isLate = false;
      const timer = timerFor(ms, () => {
        isLate = true;
        attempt(() => one.cancel());
      });
      const one = endpoint.makeTransfer(0, (error, _buffer, actual) => {
        clearTimeout(timer);
        running.delete(one);
        const isCancelled = error?.errno === usb.LIBUSB_TRANSFER_CANCELLED;
        resolve({ actual, end: isLate && isCancelled ? 'late' : endOf(error) });
        stopWhenQuiet();
      });
      if (attempt(() => one.submit(buffer)).ok) {
        running.add(one);
        return;
      }
      clearTimeout(timer);
      resolve({ actual: 0, end: 'gone' });
    });
  }

  function control(request: number, value: number, into: Uint8Array | undefined, ms: number): Promise<TransferResult> {
    if (isReleased) return Promise.resolve({ actual: 0, end: 'gone' });
    return new Promise((resolve) => {
      const { interfaceNumber } = usbInterface;
      const [type, data] = into === undefined ? [CLASS_REQUEST_OUT, Buffer.alloc(0)] : [CLASS_REQUEST_IN, into.length];
      let isLate = false;
      // The package cannot cancel it: it ends later by itself, and its result is ignored.
      const timer = timerFor(ms, () => {
        isLate = true;
        resolve({ actual: 0, end: 'late' });
      });
      const end = (error: LibUSBException | undefined, answer: Buffer | number | undefined): void => {
        clearTimeout(timer);
        controls -= 1;
        if (!isLate && Buffer.isBuffer(answer)) into?.set(answer.subarray(0, into.length));
        resolve({ actual: Buffer.isBuffer(answer) ? answer.length : 0, end: endOf(error) });
        stopWhenQuiet();
      };
      device.timeout = ms;
      controls += 1;
      const asked = attempt(() => device.controlTransfer(type, request, value, interfaceNumber, data, end));
      if (asked.ok) return;
      clearTimeout(timer);
      controls -= 1;
      resolve({ actual: 0, end: 'gone' });
    });
  }

  const receiver = (endpoint: Endpoint | undefined): Receive | undefined =>
    endpoint === undefined
      ? undefined
      : (into, ms) => transfer(endpoint, Buffer.from(into.buffer, into.byteOffset, into.byteLength), ms);

  const { descriptor } = usbInterface;
  return {
    descriptors: Buffer.concat([descriptor.extra, ...descriptor.endpoints.map(({ extra }) => extra)]),
    send: (bytes, ms) => transfer(out, Buffer.from(bytes), ms),
    receive: receiver(incoming),
    listen: receiver(interrupt),
    control,
    clearHalt: (of) =>
      new Promise((resolve) => {
        const endpoint = { send: out, receive: incoming, listen: interrupt }[of];
        if (endpoint === undefined || isReleased) resolve();
        else endpoint.clearHalt(() => resolve());
      }),
    release: async () => {
      if (isReleased) return;
      isReleased = true;
      // libusb must not close a device with pending transfers.
      await new Promise<void>((resolve) => {
        onStopped = resolve;
        for (const one of running) attempt(() => one.cancel());
        stopWhenQuiet();
      });
      await new Promise<void>((resolve) => usbInterface.release(() => resolve()));
      if (wasKernels) attempt(() => usbInterface.attachKernelDriver());
      claimed.get(device)?.delete(usbInterface.interfaceNumber);
      closeDevice(device);
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
