import { type Device, usb } from 'usb';
import { failed, ok, type Result } from '../../base/index.js';
import type { Loss } from './connection.js';

/** libusb throws errors with `errno`; this converts them. */
export function attempt<T>(call: () => T): Result<T, Loss> {
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
export function openDevice(device: Device): Result<void, Loss> {
  const count = users.get(device) ?? 0;
  const opened = count === 0 ? attempt(() => device.open()) : ok(undefined);
  if (opened.ok) users.set(device, count + 1);
  return opened;
}

/** Removes one user; the last one closes the device. */
export function closeDevice(device: Device): void {
  const left = (users.get(device) ?? 1) - 1;
  users.set(device, left);
  if (left === 0) attempt(() => device.close());
}

/** A string of the device, without padding zeros and blanks; empty when it has none. */
export async function readString(device: Device, index: number): Promise<string> {
  if (index === 0) return '';
  const text = await new Promise<string | undefined>((resolve) => {
    const asked = attempt(() =>
      device.getStringDescriptor(index, (error, value) => resolve(error === undefined ? value : undefined)),
    );
    if (!asked.ok) resolve(undefined);
  });
  return text?.replace(/\0+$/, '').trim() ?? '';
}
