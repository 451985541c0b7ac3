import { failed, ok, type Result, startCommand, defineMessages, type Message } from '../../../base/index.js';
import type { PrinterStatus } from '../../../paper/printing/index.js';
import { hasPrinterName } from '../../../shop/settings/index.js';
import { text } from '../fields.js';
import { type AdminParts, operation } from '../operation.js';
import { noSuchPrinter, refusalWords } from './refusals.js';

const MESSAGES = defineMessages('ticket', {
  noAddress: {
    en: 'No service runs on this folder, so there is no address to tell. Run: {command}',
    sr: 'На овој фасцикли не ради сервис, па нема адресе која би се одштампала. Покрените: {command}',
    srOnPage: 'Каса не ради, па нема адресу коју би одштампала. Покрените је: {command}',
  },
});

/** `start`: the command that starts a service. */
const noService = (start: string): Message => MESSAGES.noAddress({ command: start });

/**
 * Sends a printer the ticket that it also prints at power-up, without waiting for the paper. Returns the state of that
 * printer.
 */
export const printTicket = operation({
  permission: 'printing',
  isReadOnly: true,
  isChange: true,
  ask: { name: text },
  async run(
    { printing, ticket, folder }: Pick<AdminParts, 'printing' | 'ticket' | 'folder'>,
    { name },
  ): Promise<Result<PrinterStatus, Message>> {
    if (ticket === undefined) return failed(noService(startCommand(folder)));
    const printer = printing.printers().find((known) => hasPrinterName(known, name));
    if (printer === undefined) return failed(noSuchPrinter(printing.printers()));
    const handed = printing.printInfo(await ticket(), printer.name);
    return handed.ok ? ok(printer) : failed(refusalWords(handed.error, printing.printers()));
  },
});
