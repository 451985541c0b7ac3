import { failed, ok, type Result } from '../../base/index.js';
import { hasPrinterName, type PrinterSetting } from '../../settings/index.js';
import { nullable, text } from '../fields.js';
import { type AdminParts, operation } from '../operation.js';
import { noSuchPrinter } from './refusals.js';

/** Gives a printer a `logo`, a PNG in base64; null takes it away. */
export const setLogo = operation({
  permission: 'printing',
  ask: { name: text, logo: nullable(text) },
  async run({ settings }: Pick<AdminParts, 'settings'>, { name, logo }): Promise<Result<null, string>> {
    const changed = await settings.change('printers', ({ printers }) => {
      if (!printers.some((printer) => hasPrinterName(printer, name))) return failed(noSuchPrinter(printers));
      return ok(printers.map((printer) => (hasPrinterName(printer, name) ? withLogo(printer, logo) : printer)));
    });
    return changed.ok ? ok(null) : changed;
  },
});

function withLogo({ logo: _, ...printer }: PrinterSetting, logo: string | null): PrinterSetting {
  return logo === null ? printer : { ...printer, logo };
}
