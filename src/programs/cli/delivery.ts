import type { Bilingual } from '../../base/index.js';
import { callAndPrint } from './callOperation.js';
import { type Command, complain, succeed } from './command.js';
import { adviceText } from './language.js';
import { commandOf } from './forms.js';

export const mailCommand: Command = commandOf({
  name: 'mail',
  summary: {
    sr: 'шаље пробну поруку на ADDRESS, по подешавању mail, и приказује одговор',
    en: 'sends a test message to ADDRESS using the setting mail, and shows the response',
  },
  forms: {
    'test ADDRESS': ({ folder }, to = '') =>
      callAndPrint(folder, 'mail.test', { to }, ({ failure }) =>
        failure === null ? succeed(TAKEN) : complain(failure.words),
      ),
  },
});

const TAKEN: Bilingual = { sr: 'Сервер за пошту је примио поруку.', en: 'The mail server accepted the message.' };

export const notifyCommand: Command = commandOf({
  name: 'notify',
  summary: {
    sr: 'шаље пробну поруку власнику, по подешавању notify, и приказује одговор',
    en: 'sends a test message to the owner using the setting notify, and shows the response',
  },
  forms: {
    test: ({ folder }) =>
      callAndPrint(folder, 'notify.test', {}, ({ to, failure }) => {
        if (failure !== null) return complain(adviceText(failure));
        return succeed(
          to === 'bot'
            ? { sr: 'Порука је стигла у ћаскање.', en: 'The message has arrived in the chat.' }
            : { sr: 'Прималац је примио поруку.', en: 'The receiver accepted the message.' },
        );
      }),
  },
});

export const webhooksCommand: Command = commandOf({
  name: 'webhooks',
  summary: {
    sr: 'шаље пробну поруку програму NAME из подешавања webhooks, и приказује одговор',
    en: 'sends a test message to the webhook NAME of the setting webhooks, and shows the response',
  },
  forms: {
    'test NAME': ({ folder }, name = '') =>
      callAndPrint(folder, 'webhooks.test', { name }, ({ failure }) =>
        failure === null
          ? succeed({ sr: 'Прималац је примио пробну поруку.', en: 'The receiver accepted the test message.' })
          : complain(adviceText(failure)),
      ),
  },
});
