import { failed, ok, type Result, defineMessages, type Message } from '../../../base/index.js';
import { hasPrinterName, type PrinterSetting } from '../../../shop/settings/index.js';
import { field, text } from '../fields.js';
import { type AdminParts, operation } from '../operation.js';

const MESSAGES = defineMessages('addPrinter', {
  nameTaken: { en: 'There is a printer "{name}" already.', sr: 'Штампач „{name}” већ постоји.' },
});

const printerObject = field<Omit<PrinterSetting, 'name'>>({ type: 'object' });

/** Adds a printer to the setting `printers`; `printer` is checked like that setting. */
export const addPrinter = operation({
  permission: 'settings',
  ask: { name: text, printer: printerObject },
  async run({ settings }: Pick<AdminParts, 'settings'>, { name, printer }): Promise<Result<null, Message>> {
    const changed = await settings.change('printers', ({ printers }) => {
      if (printers.some((one) => hasPrinterName(one, name))) return failed(MESSAGES.nameTaken({ name }));
      return ok([...printers, { ...printer, name }]);
    });
    return changed.ok ? ok(null) : changed;
  },
});
