import { ask } from './ask.js';
import { type Command, complain, complainUsage, print, SUCCESS } from './command.js';
import { inLanguage } from './language.js';

export const webhooksCommand: Command = {
  usage: ['webhooks test NAME [--data DIR]'],
  summary: {
    sr: 'шаље пробну поруку на вебхук из подешавања webhooks, и каже шта је враћено',
    en: 'sends a test to a webhook of the setting webhooks, and tells what came back',
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
