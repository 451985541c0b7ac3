import { assertNever, type Clock, english, type Log } from '../../base/index.js';
import type { Drivers, Transport } from '../../platform/devices/index.js';
import type { Ledger, PrintJob } from '../../platform/ledger/index.js';
import { type PrinterAddress, type PrinterSetting, readAddress, type Settings } from '../../shop/settings/index.js';
import { receiptSlip, testSlip, TORN_SLIP_ENDING } from '../slips/index.js';
import { type DrawerDeps, mayOpenDrawer } from './targets.js';
import type { EncodedSlip } from './escpos/encode.js';
import { badLogo } from './escpos/logo.js';
import { encodeFor } from './languages.js';
import { Spooler } from './spooler.js';
import { LpTransport } from './transport/lp.js';
import { SerialTransport } from './transport/serial.js';
import { TcpTransport } from './transport/tcp.js';
import { UsbTransport } from './transport/usb.js';

interface CreateSpoolerDeps {
  readonly ledger: Ledger;
  readonly settings: Settings;
  readonly clock: Clock;
  readonly log: Log;
  readonly drivers: Drivers;
}

/** Creates the spooler for the configured printers, with real transports and real slips. */
export function createSpooler({ ledger, settings, clock, log, drivers }: CreateSpoolerDeps): Spooler {
  settings.guard('printers', ({ printers }) => badLogo(printers));
  for (const printer of settings.now.printers) {
    const reason = badLogo([printer]);
    if (reason !== undefined) log('printer.logo_left_out', { printer: printer.name, reason: english(reason) });
  }
  return new Spooler({
    ledger,
    clock,
    log,
    printers: () => settings.now.printers,
    repeatPrints: () => settings.now.repeatPrints,
    onPrinters: (listener) => settings.onChange('printers', listener),
    transportOf: (printer) => {
      const address = readAddress(printer.address);
      // The address was checked when it was configured.
      if (!address.ok) throw new Error(`${printer.name}: ${english(address.error)}`);
      return transportOf(address.value, { clock, drivers });
    },
    draw: (job, printer) => drawJob({ ledger, now: clock.now, printers: () => settings.now.printers }, job, printer),
    drawTest: (printer, findings) => encodeFor(testSlip({ printer, findings }), printer),
    tornEnding,
  });
}

/**
 * The slip of a job as bytes for its printer. Undefined when its receipt is missing. Throws when the receipt cannot be
 * read or drawn.
 */
async function drawJob(
  deps: Pick<CreateSpoolerDeps, 'ledger'> & DrawerDeps,
  job: PrintJob,
  printer: PrinterSetting,
): Promise<EncodedSlip | undefined> {
  const invoice = await deps.ledger.invoice(job.uuid);
  if (invoice === undefined) return undefined;
  const slip = receiptSlip(invoice, { repeat: job.repeat, mayOpenDrawer: mayOpenDrawer(job, invoice, deps) });
  return encodeFor(slip, printer);
}

/** Prints a note on the paper of a torn slip that it is not a receipt. */
async function tornEnding(printer: PrinterSetting): Promise<readonly Uint8Array[]> {
  return (await encodeFor({ parts: TORN_SLIP_ENDING }, printer)).chunks;
}

interface TransportDeps {
  readonly clock: Clock;
  readonly drivers: Drivers;
}

/** The transport for a printer at this address. Nothing is opened or loaded yet. */
export function transportOf(address: PrinterAddress, { clock, drivers }: TransportDeps): Transport {
  switch (address.kind) {
    case 'serial':
      return new SerialTransport(address, drivers, clock);
    case 'usb':
      return new UsbTransport(address, drivers, clock);
    case 'tcp':
      return new TcpTransport(address, clock);
    case 'lp':
      return new LpTransport(address.path, clock);
    default:
      return assertNever(address);
  }
}
