import type { Clock } from '../base/clock.js';
import type { Log } from '../base/log.js';
import type { Ledger } from '../ledger/ledger.js';
import { badLogo } from '../printing/escpos/logo.js';
import { Spooler } from '../printing/spooler.js';
import type { Drivers } from '../printing/transport/drivers.js';
import { transportOf } from '../printing/transport/open.js';
import { readAddress } from '../settings/printerAddress.js';
import type { Settings } from '../settings/settings.js';
import { drawJob, drawTest, mendPaper } from './drawing.js';

export interface SpoolingParts {
  readonly ledger: Ledger;
  readonly settings: Settings;
  readonly clock: Clock;
  readonly log: Log;
  readonly drivers: Drivers;
}

/** The spooler for the printers that are set, with what draws receipts for them. */
export function spoolerOf({ ledger, settings, clock, log, drivers }: SpoolingParts): Spooler {
  settings.guard('printers', ({ printers }) => badLogo(printers));
  for (const printer of settings.now.printers) {
    const reason = badLogo([printer]);
    if (reason !== undefined) log('printer.logo_left_out', { printer: printer.name, reason });
  }
  return new Spooler({
    ledger,
    clock,
    log,
    printers: () => settings.now.printers,
    onPrinters: (listener) => settings.onChange('printers', listener),
    transportOf: (printer) => {
      const address = readAddress(printer.address);
      // What is set was checked when it was set.
      if (!address.ok) throw new Error(`${printer.name}: ${address.error}`);
      return transportOf(address.value, { clock, drivers });
    },
    draw: (job, printer) => drawJob({ ledger, log }, job, printer),
    drawTest,
    mend: mendPaper,
  });
}
