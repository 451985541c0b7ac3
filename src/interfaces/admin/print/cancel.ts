import { assertNever, failed, ok, type Result, defineMessages, type Message } from '../../../base/index.js';
import { integer } from '../fields.js';
import { type AdminParts, operation } from '../operation.js';
import { storageWords } from './refusals.js';
import { type PrintJobRow, printJobRow } from './row.js';

const MESSAGES = defineMessages('printJobs', {
  unknownJob: {
    en: 'There is no print job {id}. See: kasirbox print jobs --all',
    sr: 'Нема посла штампе {id}. Погледајте: kasirbox print jobs --all',
    srOnPage: 'Нема налога за штампу {id}.',
  },
  printing: {
    en: 'Job {id} has begun to print and cannot be called back. Mend the printer (kasirbox print printers says what it needs), or take it out of the settings: kasirbox settings set printers',
    sr: 'Посао {id} је почео да се штампа и не може да се опозове. Оспособите штампач (kasirbox print printers каже шта му треба), или га уклоните из подешавања: kasirbox settings set printers',
    srOnPage:
      'Налог {id} је почео да се штампа и не може да се опозове. Оспособите штампач (Стање каже шта му треба), или га уклоните из подешавања.',
  },
  ended: {
    en: 'Job {id} has ended. See: kasirbox print jobs --all',
    sr: 'Посао {id} је завршен. Погледајте: kasirbox print jobs --all',
    srOnPage: 'Налог {id} је завршен.',
  },
});

export const cancelPrintJob = operation({
  permission: 'printing',
  ask: { id: integer },
  async run(
    { printing, ledger }: Pick<AdminParts, 'printing' | 'ledger'>,
    { id },
  ): Promise<Result<PrintJobRow, Message>> {
    const cancelled = await printing.cancel(id);
    if (cancelled.ok) return ok(await printJobRow({ ledger }, cancelled.value));
    const { error } = cancelled;
    switch (error.kind) {
      case 'absent':
        return failed(MESSAGES.unknownJob({ id }));
      case 'sent':
        return failed(MESSAGES.printing({ id }));
      case 'ended':
        return failed(MESSAGES.ended({ id }));
      case 'storage':
        return failed(storageWords(error.failure));
      default:
        return assertNever(error);
    }
  },
});
