import { type Clock, type Log, english } from '../../base/index.js';
import type { Drivers } from '../../platform/devices/index.js';
import type { Ledger, PrintJob } from '../../platform/ledger/index.js';
import { type PrinterSetting, readAddress, type Settings } from '../../shop/settings/index.js';
import { receiptSlip, testSlip, TORN_SLIP_ENDING } from '../slips/index.js';
import { type DrawerParts, mayOpenDrawer } from './drawer.js';
import type { EncodedSlip } from './escpos/encode.js';
import { badLogo } from './escpos/logo.js';
import { encodeFor } from './languages.js';
import { Spooler } from './spooler.js';
import { transportOf } from './transport/transportOf.js';

interface CreateSpoolerParts {
  readonly ledger: Ledger;
  readonly settings: Settings;
  readonly clock: Clock;
  readonly log: Log;
  readonly drivers: Drivers;
}

/** Creates the spooler for the configured printers, with real transports and real slips. */
export function createSpooler({ ledger, settings, clock, log, drivers }: CreateSpoolerParts): Spooler {
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
    draw: (job, printer) =>
      drawJob({ ledger, log, now: clock.now, printers: () => settings.now.printers }, job, printer),
    drawTest: (printer, findings) => encodeFor(testSlip({ printer, findings }), printer),
    tornEnding,
  });
}

/**
 * The slip of a job as bytes for its printer. Undefined when its receipt is missing or cannot be drawn; the log has the
 * reason.
 */
async function drawJob(
  parts: Pick<CreateSpoolerParts, 'ledger' | 'log'> & DrawerParts,
  job: PrintJob,
  printer: PrinterSetting,
): Promise<EncodedSlip | undefined> {
  const { ledger, log } = parts;
  try {
    const invoice = await ledger.invoice(job.uuid);
    if (invoice === undefined) return undefined;
    const slip = receiptSlip(invoice, { repeat: job.repeat, mayOpenDrawer: mayOpenDrawer(job, invoice, parts) });
    return await encodeFor(slip, printer);
  } catch (error) {
    log('print.undrawn', { job: job.id, uuid: job.uuid, error: String(error) });
    return undefined;
  }
}

/** Prints a note on the paper of a torn slip that it is not a receipt. */
async function tornEnding(printer: PrinterSetting): Promise<readonly Uint8Array[]> {
  return (await encodeFor({ parts: TORN_SLIP_ENDING }, printer)).chunks;
}
