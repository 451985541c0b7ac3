import {
  DiskError,
  type Environment,
  failed,
  ok,
  type Result,
  defineMessages,
  type Message,
} from '../../../base/index.js';
import type { StoreFault } from '../../../processors/pfr/index.js';

const MESSAGES = defineMessages('storedCertificate', {
  unusable: {
    en: 'The certificate that is installed for {environment} {what}. Install it again from its file, or first run: kasirbox certificate remove --environment {environment}',
    sr: 'Сертификат инсталиран за {environment} {what}. Инсталирајте га поново из датотеке, или прво покрените: kasirbox certificate remove --environment {environment}',
    srOnPage:
      'Сертификат инсталиран за {environment} {what}. Инсталирајте га поново из датотеке, или га прво уклоните.',
  },
  notStored: {
    en: 'The certificate could not be stored ({code}). Run: kasirbox doctor',
    sr: 'Сертификат није сачуван ({code}). Покрените: kasirbox doctor',
    srOnPage: 'Сертификат није сачуван. Погледајте Стање.',
  },
  unreadable: {
    en: 'The certificate that is installed for {environment} cannot be read. Check the disk, and the owner of the files in the folder "pfr" of the data folder.',
    sr: 'Сертификат инсталиран за {environment} не може да се прочита. Проверите диск и власника датотека у фасцикли „pfr”.',
  },
  damaged: { en: 'is damaged', sr: 'је оштећен' },
  noKey: {
    en: 'cannot be opened, since the key of the box is missing',
    sr: 'не може да се отвори, јер недостаје кључ уређаја',
  },
});

/** Why the installed certificate cannot be used, and the action. */
export function storeFaultWords(fault: StoreFault, environment: Environment): Message {
  switch (fault) {
    case 'unreadable':
      return MESSAGES.unreadable({ environment });
    case 'key-missing':
    case 'damaged': {
      const what = fault === 'damaged' ? MESSAGES.damaged : MESSAGES.noKey;
      return MESSAGES.unusable({ environment, what });
    }
  }
}

/** `code`: the error of the disk. */
export const certificateNotStored = (code: string): Message => MESSAGES.notStored({ code });

/** Changes the certificate store and reports a disk error as a failure. */
export async function changeStore(change: () => Promise<void>): Promise<Result<null, Message>> {
  try {
    await change();
    return ok(null);
  } catch (error) {
    if (!(error instanceof DiskError)) throw error;
    return failed(certificateNotStored(error.code));
  }
}
