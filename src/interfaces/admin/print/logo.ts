import { type Bilingual, failed, ok, PAPER_LOSSES, type Result, type Message } from '../../../base/index.js';
import { logoLoss } from '../../../paper/printing/index.js';
import { dotsAcross, hasPrinterName, type PrinterSetting } from '../../../shop/settings/index.js';
import { nullable, text } from '../fields.js';
import { type AdminParts, operation } from '../operation.js';
import { noSuchPrinter } from './refusals.js';

/** Outcome of setting a logo. */
interface LogoSet {
  /** Parts of the logo that are lost on paper; null when there are none. */
  readonly warning: Bilingual | null;
}

/**
 * Sets the `logo` of a printer, a PNG in base64; null removes it. A logo that cannot be seen on paper is set with a
 * warning.
 */
export const setLogo = operation({
  permission: 'printing',
  ask: { name: text, logo: nullable(text) },
  async run({ settings }: Pick<AdminParts, 'settings'>, { name, logo }): Promise<Result<LogoSet, Message>> {
    const changed = await settings.change('printers', ({ printers }) => {
      if (!printers.some((printer) => hasPrinterName(printer, name))) return failed(noSuchPrinter(printers));
      return ok(printers.map((printer) => (hasPrinterName(printer, name) ? withLogo(printer, logo) : printer)));
    });
    if (!changed.ok) return changed;
    const printer = settings.now.printers.find((one) => hasPrinterName(one, name));
    const loss = printer?.logo === undefined ? undefined : logoLoss(printer.logo, dotsAcross(printer));
    return ok({ warning: loss === undefined ? null : PAPER_LOSSES[loss] });
  },
});

function withLogo({ logo: _, ...printer }: PrinterSetting, logo: string | null): PrinterSetting {
  return logo === null ? printer : { ...printer, logo };
}
