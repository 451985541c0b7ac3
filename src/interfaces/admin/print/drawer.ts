import { failed, ok, type Result, defineMessages, type Message } from '../../../base/index.js';
import { FAULT_TEXTS } from '../../../paper/printing/index.js';
import { text } from '../fields.js';
import { type AdminParts, operation } from '../operation.js';
import { noSuchPrinter } from './refusals.js';
import type { Trouble } from './test.js';

const MESSAGES = defineMessages('drawer', {
  noDrawer: {
    en: 'No cash drawer is set at this printer: see the member drawer of the setting printers.',
    sr: 'За овај штампач није подешена фиока: погледајте члан drawer подешавања printers.',
    srOnPage: 'За овај штампач није подешена фиока. Подесите је у подешавањима штампача.',
  },
});

/**
 * Opens the cash drawer at a printer, at once. Returns what prevented it; null when the printer accepted the command.
 */
export const openDrawer = operation({
  permission: 'drawer',
  ask: { name: text },
  async run(
    { printing }: Pick<AdminParts, 'printing'>,
    { name },
  ): Promise<Result<{ readonly trouble: Trouble | null }, Message>> {
    const opened = await printing.openDrawer(name);
    if (opened.ok) return ok({ trouble: null });
    if (opened.error === 'unknown') return failed(noSuchPrinter(printing.printers()));
    if (opened.error === 'no drawer') return failed(MESSAGES.noDrawer);
    return ok({ trouble: FAULT_TEXTS[opened.error] });
  },
});
