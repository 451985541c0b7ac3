import * as assert from 'uvu/assert';
import { type Clock, systemClock } from '../../../../src/base/clock.js';
import { silentLog } from '../../../../src/base/log.js';
import { failed, ok } from '../../../../src/base/result.js';
import { type Drivers, nativeDrivers } from '../../../../src/platform/devices/drivers.js';
import { transportOf } from '../../../../src/paper/printing/createSpooler.js';
import type { Connection, Loss, Transport } from '../../../../src/platform/devices/connection.js';
import type { UsbBus } from '../../../../src/platform/devices/usbBus.js';
import { readAddress } from '../../../../src/shop/settings/printerAddress.js';
import { PtyFront } from '../../../kit/printer/fronts/pty.js';
import { TcpFront } from '../../../kit/printer/fronts/tcp.js';
import { UsbFront } from '../../../kit/printer/fronts/usb.js';
import type { Sink } from './sink.js';

/** A signal that is never aborted. */
export const ALWAYS = new AbortController().signal;

/** A cable to a sink. */
export interface Cable {
  readonly transport: Transport;
  /** The far end vanishes. */
  readonly pull: () => Promise<void> | void;
  readonly stop: () => Promise<void> | void;
}

export const native = nativeDrivers(silentLog);

/** Drivers with this bus. */
export function withBus(bus: UsbBus): Drivers {
  return { ...native, usbBus: async () => ok(bus) };
}

/** Drivers that cannot be loaded. */
export const NO_DRIVERS: Drivers = {
  serialPorts: async () => failed('driver'),
  usbBus: async () => failed('driver'),
};

/** The transport for an address as an operator writes it. */
export function transportTo(address: string, drivers: Drivers = native, clock: Clock = systemClock): Transport {
  const read = readAddress(address);
  assert.ok(read.ok, address);
  return transportOf(read.value, { clock, drivers });
}

/** Each kind of cable, by name. */
export const CABLES: Readonly<Record<string, (sink: Sink) => Promise<Cable>>> = {
  tcp: async (sink) => {
    const front = await TcpFront.start(sink);
    return {
      transport: transportTo(`tcp://127.0.0.1:${front.port}`),
      pull: () => sink.power(false),
      stop: () => front.stop(),
    };
  },
  serial: async (sink) => {
    const front = await PtyFront.start(sink);
    return {
      transport: transportTo(`serial://${front.path}?flow=xonxoff`),
      pull: () => front.unplug(),
      stop: () => front.stop(),
    };
  },
  lp: async (sink) => {
    const front = await PtyFront.start(sink);
    return { transport: transportTo(`lp://${front.path}`), pull: () => front.unplug(), stop: () => front.stop() };
  },
  usb: async (sink) => {
    const front = UsbFront.start(sink, { vid: 0x04b8, pid: 0x0e15, serial: 'J4/Ж 1' });
    return {
      transport: transportTo('usb://04b8:0e15/J4%2F%D0%96%201', withBus(front)),
      pull: () => front.unplug(),
      stop: () => front.stop(),
    };
  },
};

/** Opens a way that is there. */
export async function opened(transport: Transport): Promise<Connection> {
  const way = await transport.open(ALWAYS);
  assert.ok(way.ok, way.ok ? '' : way.error);
  return way.value;
}

/** Why a way cannot be opened; undefined when it can, and then it is closed again. */
export async function lossOf(transport: Transport, signal = ALWAYS): Promise<Loss | undefined> {
  const way = await transport.open(signal);
  if (way.ok) await way.value.close();
  return way.ok ? undefined : way.error;
}

/** Resolves with what comes in, when it is so many bytes. */
export function received(connection: Connection, length: number): Promise<Buffer> {
  return new Promise((resolve) => {
    let bytes = Buffer.alloc(0);
    connection.onBytes((some) => {
      bytes = Buffer.concat([bytes, some]);
      if (bytes.length >= length) resolve(bytes);
    });
  });
}
