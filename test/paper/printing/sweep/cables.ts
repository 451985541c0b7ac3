import { setTimeout as pause } from 'node:timers/promises';
import { type Clock, systemClock } from '../../../../src/base/clock.js';
import { silentLog } from '../../../../src/base/log.js';
import { ok } from '../../../../src/base/result.js';
import { type Drivers, nativeDrivers } from '../../../../src/platform/devices/drivers.js';
import { transportOf } from '../../../../src/paper/printing/createSpooler.js';
import type { Transport } from '../../../../src/platform/devices/connection.js';
import type { PrinterAddress } from '../../../../src/shop/settings/printerAddress.js';
import type { FakePrinter } from '../../../kit/printer/core.js';
import { PtyFront } from '../../../kit/printer/fronts/pty.js';
import { TcpFront } from '../../../kit/printer/fronts/tcp.js';
import { UsbFront } from '../../../kit/printer/fronts/usb.js';
import { PrinterPort } from './printerPort.js';

export const TRANSPORTS = ['tcp', 'serial', 'lp', 'usb'] as const;
export type TransportName = (typeof TRANSPORTS)[number];

/** What a cable has to say of its one connection that was opened last. */
export interface Passed {
  /** Is it there, as far as the printer's end knows? Undefined where that says nothing of the box's end. */
  readonly isConnected: boolean | undefined;
  /** Bytes that have come to the printer's end, and those that have left it; undefined where they take no time. */
  readonly arrived: number | undefined;
  readonly answered: number | undefined;
  /** Are bytes of an earlier connection surely not among them? */
  readonly isExact: boolean;
}

/** A cable between box and printer. */
export interface Cable {
  readonly printerPort: PrinterPort;
  readonly transport: () => Transport;
  /** The box has opened a connection. */
  readonly begin: () => void;
  readonly passed: () => Passed;
  /** Has the printer no room for what has come? */
  readonly isHeldUp: () => boolean;
  /** How long delayed data may still move, ms of the real clock. */
  readonly grace: number;
  /** Bytes that may pass, and have not, as the kernel counts them, where it can be asked; to an open box, too. */
  readonly underWay: (isOpen: boolean) => Promise<number>;
  /** Pulls the plug, or puts it back. */
  readonly plug: (isIn: boolean) => Promise<void> | void;
  readonly stop: () => Promise<void> | void;
}

type Laid = (printer: FakePrinter, clock: Clock) => Promise<Cable>;

const native = nativeDrivers(silentLog);
const IDENTITY = { vid: 0x04b8, pid: 0x0e15, serial: 'J4XF' };
/** Within this, ms, a box finds that a serial port has hung up, if it does. */
const NOTICED = 20;
/** Where there is nothing. */
const NOWHERE = '/dev/kasirbox-nothing';

/** Asks a device again and again without the time of the test passing. */
function polling(clock: Clock): Clock {
  const { now, isTrusted, monotonic } = clock;
  return {
    now,
    isTrusted,
    monotonic,
    sleep: (ms, signal) => (ms <= 50 ? systemClock.sleep(1, signal) : clock.sleep(ms, signal)),
  };
}

async function layTcp(printer: FakePrinter, clock: Clock): Promise<Cable> {
  const printerPort = new PrinterPort(printer);
  const front = await TcpFront.start(printerPort);
  let begun = 0;
  const address: PrinterAddress = { kind: 'tcp', host: '127.0.0.1', port: front.port };
  return {
    printerPort,
    transport: () => transportOf(address, { clock, drivers: native }),
    begin: () => void (begun += 1),
    // The printer's end of a new connection may come into being after the box's.
    passed: () => ({
      isConnected: front.connections >= begun && front.isConnected,
      arrived: front.arrived,
      answered: front.answered,
      isExact: true,
    }),
    isHeldUp: () => front.isHeldUp,
    grace: 1,
    underWay: async () => 0,
    // A network says nothing of a plug that was pulled.
    plug: (isIn) => printerPort.sever(!isIn),
    stop: () => front.stop(),
  };
}

function layPty(kind: 'serial' | 'lp'): Laid {
  return async (printer, clock) => {
    const printerPort = new PrinterPort(printer);
    let front = await PtyFront.start(printerPort);
    let isIn = true;
    /** What had passed when the connection was opened; undefined when its bytes were lost on the way. */
    let begun: { readonly arrived: number; readonly answered: number } | undefined;
    let openings = 0;
    const address = (path: string): PrinterAddress =>
      kind === 'lp' ? { kind, path } : { kind, path, baud: 115_200, flow: 'xonxoff' };
    return {
      printerPort,
      transport: () => transportOf(address(isIn ? front.path : NOWHERE), { clock: polling(clock), drivers: native }),
      begin: () => {
        begun = { arrived: front.arrived, answered: printerPort.answered };
        openings += 1;
      },
      passed: () => ({
        // What was hung up reads as empty, and a box that asks nothing may not notice.
        isConnected: undefined,
        arrived: begun && front.arrived - begun.arrived,
        answered: begun && printerPort.answered - begun.answered,
        isExact: openings <= 1,
      }),
      isHeldUp: () => front.isHeldUp,
      grace: 4,
      underWay: async (isOpen) => {
        const { toPrinter, toBox } = await front.underWay();
        return isOpen ? toPrinter + toBox : toPrinter;
      },
      plug: async (wanted) => {
        isIn = false;
        begun = undefined;
        openings = 0;
        await front.unplug();
        await pause(NOTICED);
        if (!wanted) return;
        front = await PtyFront.start(printerPort);
        isIn = true;
      },
      stop: () => front.stop(),
    };
  };
}

async function layUsb(printer: FakePrinter, clock: Clock): Promise<Cable> {
  const printerPort = new PrinterPort(printer);
  const front = UsbFront.start(printerPort, IDENTITY);
  const drivers: Drivers = { ...native, usbBus: async () => ok(front) };
  const address: PrinterAddress = {
    kind: 'usb',
    vendor: IDENTITY.vid,
    product: IDENTITY.pid,
    serial: IDENTITY.serial,
  };
  return {
    printerPort,
    transport: () => transportOf(address, { clock, drivers }),
    begin: () => undefined,
    passed: () => ({ isConnected: front.isClaimed, arrived: undefined, answered: undefined, isExact: true }),
    isHeldUp: () => front.isHeldUp,
    grace: 1,
    underWay: async () => 0,
    plug: (isIn) => (isIn ? front.plug() : front.unplug()),
    stop: () => undefined,
  };
}

export const LAY: Readonly<Record<TransportName, Laid>> = {
  tcp: layTcp,
  serial: layPty('serial'),
  lp: layPty('lp'),
  usb: layUsb,
};
