import type { Log } from '../../base/log.js';
import { failed, ok, type Result } from '../../base/result.js';
import type { SerialLines } from './serial.js';
import type { UsbBus } from './usbBus.js';

/**
 * The packages that speak to devices, loaded when the first printer needs them: their native parts may be missing or not
 * fit this machine, which is a state of the printer and no reason not to sell.
 */
export interface Drivers {
  readonly serialLines: () => Promise<Result<SerialLines, 'driver'>>;
  readonly usbBus: () => Promise<Result<UsbBus, 'driver'>>;
}

/** The real ones. Each is tried once; why one cannot be had is logged then. */
export function nativeDrivers(log: Log): Drivers {
  return {
    // Its own types of this lie in a package that does not export them.
    serialLines: once(
      'serialport',
      log,
      async () => (await import('@serialport/bindings-cpp')).LinuxBinding as SerialLines,
    ),
    usbBus: once('usb', log, async () => (await import('./usbDriver.js')).loadUsbBus()),
  };
}

function once<T>(name: string, log: Log, load: () => Promise<T>): () => Promise<Result<T, 'driver'>> {
  let loaded: Promise<Result<T, 'driver'>> | undefined;
  return () =>
    (loaded ??= load().then(ok, (error: unknown) => {
      log('printer.driver_failed', { driver: name, reason: error instanceof Error ? error.message : String(error) });
      return failed('driver');
    }));
}
