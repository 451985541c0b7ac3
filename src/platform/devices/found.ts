import { readdir, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { browse, type BrowseOptions, neighbours, type OwnNetwork, ownNetworks } from './mdns/browse.js';

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

/** Port on which network printers accept raw bytes. */
const RAW_PORT = 9100;
/** Time limit of a connection, ms. */
const CONNECT_TIMEOUT = 700;
/** Connections tried at a time. */
const AT_ONCE = 32;
/** Maximum number of the box's networks that are searched. */
const MAX_NETWORKS = 8;
/** Maximum announced printers; no shop has more, so more mean a misbehaving device. */
const MAX_ANNOUNCED = 128;

interface Search extends BrowseOptions {
  readonly networks?: readonly OwnNetwork[];
  readonly rawPort?: number;
}

/**
 * Printers in the box's own networks, one per address and port: hosts that accept connections on the printer port, and
 * printers announced on any port, by name. Nothing is printed.
 */
export async function findInNetworks({ networks = ownNetworks(), rawPort, ...options }: Search = {}): Promise<
  FoundPrinter[]
> {
  const looked = networks.slice(0, MAX_NETWORKS);
  const [connected, announced] = await Promise.all([
    findByConnecting(neighbours(looked), rawPort),
    Promise.all(looked.map((network) => browse(network, options))),
  ]);
  const found = new Map(connected.map((one) => [one.address, one]));
  for (const { host, port, name } of announced.flat().slice(0, MAX_ANNOUNCED)) {
    const address = `tcp://${host}:${port}`;
    found.set(address, { address, kind: 'tcp', name });
  }
  return [...found.values()];
}

/** Those of `hosts` that accept connections on the printer port. Nothing is sent to them. */
async function findByConnecting(hosts: readonly string[], port = RAW_PORT): Promise<FoundPrinter[]> {
  const waiting = [...hosts];
  const found: FoundPrinter[] = [];
  const work = async (): Promise<void> => {
    for (let host = waiting.shift(); host !== undefined; host = waiting.shift()) {
      if (await takesConnections(host, port)) found.push({ address: `tcp://${host}:${port}`, kind: 'tcp', name: '' });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return hosts.flatMap((host) => found.find(({ address }) => address === `tcp://${host}:${port}`) ?? []);
}

function takesConnections(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: CONNECT_TIMEOUT });
    const end = (is: boolean) => (): void => {
      socket.destroy();
      resolve(is);
    };
    socket.once('connect', end(true)).once('timeout', end(false)).once('error', end(false));
  });
}
