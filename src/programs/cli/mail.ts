import type { Bilingual } from '../../base/index.js';
import { ask } from './ask.js';
import { type Command, complain, complainUsage, print, SUCCESS } from './command.js';
import { inLanguage } from './language.js';

export const mailCommand: Command = {
  usage: ['mail test ADDRESS [--data DIR]'],
  summary: {
    sr: 'шаље пробну поруку на ADDRESS, по подешавању mail, и каже шта је враћено',
    en: 'sends a test mail to ADDRESS, as the setting mail says, and tells what came back',
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
