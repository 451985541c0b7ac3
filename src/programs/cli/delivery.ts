import type { Bilingual } from '../../base/index.js';
import { ask } from './ask.js';
import { type Command, complain, complainUsage, print, SUCCESS } from './command.js';
import { inLanguage } from './language.js';

export const mailCommand: Command = {
  usage: ['mail test ADDRESS [--data DIR]'],
  summary: {
    sr: 'шаље пробну поруку на ADDRESS, по подешавању mail, и приказује одговор',
    en: 'sends a test mail to ADDRESS by the setting mail, and shows the answer',
  },
  async run({ folder, words }) {
    const [verb, to] = words;
    if (verb !== 'test' || to === undefined || words.length > 2) return complainUsage(mailCommand.usage);
    const reply = await ask(folder, 'mail.test', { to });
    if (!reply.ok) return complain(reply.error);
    const { failure } = reply.value;
    if (failure !== null) return complain(inLanguage(failure.words));
    print(inLanguage(TAKEN));
    return SUCCESS;
  },
};

const TAKEN: Bilingual = { sr: 'Сервер за пошту је примио поруку.', en: 'The mail server has taken the mail.' };

export const notifyCommand: Command = {
  usage: ['notify test [--data DIR]'],
  summary: {
    sr: 'шаље пробну поруку власнику, по подешавању notify, и приказује одговор',
    en: 'sends a test message to the owner by the setting notify, and shows the answer',
  },
  async run({ folder, words }) {
    if (words.join(' ') !== 'test') return complainUsage(notifyCommand.usage);
    const reply = await ask(folder, 'notify.test', {});
    if (!reply.ok) return complain(reply.error);
    const { to, failure } = reply.value;
    if (failure !== null) return complain(`${inLanguage(failure.found)} ${inLanguage(failure.action)}`);
    print(
      to === 'bot'
        ? inLanguage({ sr: 'Порука је стигла у ћаскање.', en: 'The message stands in the chat.' })
        : inLanguage({ sr: 'Прималац је примио поруку.', en: 'The receiver has taken the message.' }),
    );
    return SUCCESS;
  },
};

export const webhooksCommand: Command = {
  usage: ['webhooks test NAME [--data DIR]'],
  summary: {
    sr: 'шаље пробну поруку програму NAME из подешавања webhooks, и приказује одговор',
    en: 'sends a test to a webhook of the setting webhooks, and shows the answer',
  },
  async run({ folder, words }) {
    const [verb, name] = words;
    if (verb !== 'test' || name === undefined || words.length !== 2) return complainUsage(webhooksCommand.usage);
    const reply = await ask(folder, 'webhooks.test', { name });
    if (!reply.ok) return complain(reply.error);
    const { failure } = reply.value;
    if (failure !== null) return complain(`${inLanguage(failure.found)} ${inLanguage(failure.action)}`);
    print(inLanguage({ sr: 'Прималац је примио пробну поруку.', en: 'The receiver has taken the test.' }));
    return SUCCESS;
  },
};
