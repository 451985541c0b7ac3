import { type Device, usb } from 'usb';
import { failed, ok, type Result } from '../../base/index.js';
import type { Loss } from './connection.js';
import type { UsbBus, UsbDevice, UsbPipes } from './usbBus.js';
import { attempt, closeDevice, openDevice, pipesOf, readString, takeInterface } from './usbPipes.js';

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
