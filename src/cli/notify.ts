import { ask } from './ask.js';
import { type Command, complain, DEFAULT_FOLDER, print, readArgs, SUCCESS, USAGE } from './command.js';
import { inLanguage } from './language.js';

export const notifyCommand: Command = {
  usage: ['notify test [--data DIR]'],
  summary: 'sends a test message to the owner, as the setting notify says, and tells what came back',
  async run(args) {
    const parsed = readArgs(args);
    if (!parsed.ok) return complain(parsed.error, USAGE);
    const { values, words } = parsed.value;
    if (words.join(' ') !== 'test') return complain(`usage: kasirbox ${notifyCommand.usage.join()}`, USAGE);
    const reply = await ask(values['data'] ?? DEFAULT_FOLDER, 'notify.test', {});
    if (!reply.ok) return complain(reply.error);
    const { to, failure } = reply.value;
    if (failure !== null) return complain(`${inLanguage(failure.found)} ${inLanguage(failure.action)}`);
    print(to === 'bot' ? 'The message stands in the chat.' : 'The receiver has taken the message.');
    return SUCCESS;
  },
};
