import { failed, type Log, ok, type Result } from '../../base/index.js';
import type { UsbBus } from './usbBus.js';

/**
 * The packages for devices, loaded when the first device needs them. Their native parts may be missing or not fit this
 * machine, which is a state of the device and must not stop sales.
 */
export interface Drivers {
  readonly serialPorts: () => Promise<Result<SerialPorts, 'driver'>>;
  readonly usbBus: () => Promise<Result<UsbBus, 'driver'>>;
}

/** The real packages. Each is loaded once; a failure is logged. */
export function nativeDrivers(log: Log): Drivers {
  return {
    // The ports without the package's stream, see SerialTransport. The type of a port lacks its file descriptor.
    serialPorts: once('serialport', log, async () => (await import('serialport')).SerialPort.binding as SerialPorts),
    usbBus: once('usb', log, async () => (await import('./usbDriver.js')).loadUsbBus()),
  };
}

function once<T>(name: string, log: Log, load: () => Promise<T>): () => Promise<Result<T, 'driver'>> {
  let loaded: Promise<Result<T, 'driver'>> | undefined;
  return () =>
    (loaded ??= load().then(ok, (error: unknown) => {
      log('device.driver_failed', { driver: name, reason: error instanceof Error ? error.message : String(error) });
      return failed('driver');
    }));
}

/** The part of `SerialPort.binding` in the package `serialport` that the box uses. */
interface SerialPorts {
  readonly open: (options: {
    readonly path: string;
    readonly baudRate: number;
    readonly lock: boolean;
    readonly hupcl: boolean;
    readonly rtscts: boolean;
    readonly xon: boolean;
    readonly xoff: boolean;
  }) => Promise<SerialPort>;
}

/** An open port; `flush` discards unsent bytes. */
export interface SerialPort {
  readonly fd: number | null;
  drain(): Promise<void>;
  flush(): Promise<void>;
  close(): Promise<void>;
}
