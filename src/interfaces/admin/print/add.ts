import { failed, ok, type Result } from '../../../base/index.js';
import { hasPrinterName, type PrinterSetting } from '../../../shop/settings/index.js';
import { field, text } from '../fields.js';
import { type AdminParts, operation } from '../operation.js';

const printerObject = field<Omit<PrinterSetting, 'name'>>({ type: 'object' });

/** Adds a printer to the setting `printers`; `printer` is checked like that setting. */
export const addPrinter = operation({
  permission: 'settings',
  ask: { name: text, printer: printerObject },
  async run({ settings }: Pick<AdminParts, 'settings'>, { name, printer }): Promise<Result<null, string>> {
    const changed = await settings.change('printers', ({ printers }) => {
      if (printers.some((one) => hasPrinterName(one, name))) return failed(`There is a printer "${name}" already.`);
      return ok([...printers, { ...printer, name }]);
    });
    return changed.ok ? ok(null) : changed;
  },
});
