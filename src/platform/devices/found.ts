import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A possible printer, with its address in the form of the setting `printers`. */
export interface FoundPrinter {
  readonly address: string;
  readonly kind: 'usb' | 'serial' | 'lp' | 'tcp';
  /** Name reported by the device; empty if none. */
  readonly name: string;
}

/** Class of printers (USB Device Class Definition for Printing Devices). */
const PRINTER_CLASS = '07';
/** Where the system lists USB devices and their interfaces. */
const USB_DEVICES = 'sys/bus/usb/devices';
const MAX_NAME = 60;

/**
 * Printers on USB and serial ports, as listed by the system. Nothing is opened or sent. `root` is `/` except in tests.
 */
export async function findAttached(root = '/'): Promise<FoundPrinter[]> {
  const found = await Promise.all([findUsb(root), findLp(root), findSerial(root)]);
  return found.flat();
}

/**
 * True when a device with an interface of this USB class (two hex digits) is attached, as listed by the system; nothing
 * is opened.
 */
export async function isClassAttached(usbClass: string, root = '/'): Promise<boolean> {
  const bus = join(root, USB_DEVICES);
  for (const name of await namesIn(bus)) {
    if (name.includes(':') && (await wordIn(join(bus, name, 'bInterfaceClass'))) === usbClass) return true;
  }
  return false;
}

async function findUsb(root: string): Promise<FoundPrinter[]> {
  const bus = join(root, USB_DEVICES);
  const interfaces = (await namesIn(bus)).filter((name) => name.includes(':'));
  const printers = await Promise.all(
    interfaces.map(async (name) => {
      if ((await wordIn(join(bus, name, 'bInterfaceClass'))) !== PRINTER_CLASS) return [];
      const device = join(bus, name.replace(/:.*/, ''));
      const read = (file: string): Promise<string> => wordIn(join(device, file));
      const [vendor, product, serial] = [await read('idVendor'), await read('idProduct'), await read('serial')];
      const calledItself = `${await read('manufacturer')} ${await read('product')}`.trim();
      const address = `usb://${vendor}:${product}${serial === '' ? '' : `/${serial}`}`;
      return [{ address, kind: 'usb', name: calledItself } as const];
    }),
  );
  const unique = new Map(printers.flat().map((one) => [one.address, one]));
  return [...unique.values()];
}

async function findLp(root: string): Promise<FoundPrinter[]> {
  const names = (await namesIn(join(root, 'dev/usb'))).filter((name) => /^lp\d+$/.test(name));
  return names.map((name) => ({ address: `lp:///dev/usb/${name}`, kind: 'lp', name: '' }));
}

/** Uses the name that does not depend on the port, if there is one. */
async function findSerial(root: string): Promise<FoundPrinter[]> {
  const byId = (await namesIn(join(root, 'dev/serial/by-id'))).map((name) => ({
    address: `serial:///dev/serial/by-id/${name}?baud=115200&flow=rtscts`,
    kind: 'serial' as const,
    name: name.replace(/[-_]+/g, ' ').slice(0, MAX_NAME),
  }));
  if (byId.length > 0) return byId;
  const ports = (await namesIn(join(root, 'dev'))).filter((name) => /^tty(?:USB|ACM)\d+$/.test(name));
  return ports.map((name) => ({ address: `serial:///dev/${name}?baud=115200&flow=rtscts`, kind: 'serial', name: '' }));
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch {
    return [];
  }
}

/** Empty when it cannot be read; a device may be unplugged at any time. */
async function wordIn(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim().slice(0, MAX_NAME);
  } catch {
    return '';
  }
}
