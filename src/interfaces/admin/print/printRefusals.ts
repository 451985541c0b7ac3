import { assertNever, defineMessages, type Message } from '../../../base/index.js';
import { NO_PRINTER, type PrinterStatus, type PrintRefusal } from '../../../paper/printing/index.js';

const MESSAGES = defineMessages('print', {
  notStored: {
    en: 'This could not be stored ({code}). Run: kasirbox doctor',
    sr: 'Ово није сачувано ({code}). Покрените: kasirbox doctor',
    srOnPage: 'Ово није сачувано. Погледајте Стање.',
    enOnPage: 'This could not be stored. See Status.',
  },
  printed: {
    en: 'This receipt has already been printed, and a fiscal receipt is issued once. Issue a copy on the page Receipts.',
    sr: 'Рачун је већ одштампан, а фискални рачун се издаје једном. Издајте копију на страници „Рачуни”.',
  },
  unknownReceipt: {
    en: 'There is no such receipt here. Give its UUID or PFR number, such as ABCD1234-ABCD1234-15.',
    sr: 'Таквог рачуна овде нема. Задајте његов UUID или ПФР број, као ABCD1234-ABCD1234-15.',
  },
  unknownPrinter: {
    en: 'There is no printer with this name. Printers: {printers}.',
    sr: 'Нема штампача са тим именом. Штампачи: {printers}.',
  },
});

type NamedPrinter = Pick<PrinterStatus, 'name'>;

export const NO_RECEIPT = MESSAGES.unknownReceipt;

export function noSuchPrinter(printers: readonly NamedPrinter[]): Message {
  if (printers.length === 0) return NO_PRINTER;
  return MESSAGES.unknownPrinter({ printers: printers.map(({ name }) => name).join(', ') });
}

/** Why nothing is printed; `printers` are the existing ones. */
export function refusalText(refusal: PrintRefusal, printers: readonly NamedPrinter[]): Message {
  switch (refusal.kind) {
    case 'unset':
    case 'unknown':
      return noSuchPrinter(printers);
    case 'absent':
      return NO_RECEIPT;
    case 'proven':
      return MESSAGES.printed;
    case 'storage':
      return storageText(refusal.failure);
    default:
      return assertNever(refusal);
  }
}

export function storageText(failure: string): Message {
  return MESSAGES.notStored({ code: failure });
}
