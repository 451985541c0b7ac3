import { ask } from './ask.js';
import { type Command, complain, complainUsage, print, SUCCESS } from './command.js';
import { inLanguage } from './language.js';

export const notifyCommand: Command = {
  usage: ['notify test [--data DIR]'],
  summary: {
    sr: 'шаље пробну поруку власнику, по подешавању notify, и каже шта је враћено',
    en: 'sends a test message to the owner, as the setting notify says, and tells what came back',
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
