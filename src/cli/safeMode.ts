import { ask } from './ask.js';
import { type Command, complainUsage, print, SUCCESS } from './command.js';
import { refuse } from './refuse.js';

export const safeModeCommand: Command = {
  usage: ['safe-mode status [--data DIR]', 'safe-mode leave [--data DIR]'],
  summary: `tells whether printers, card and delivery rest because the box crashed three times in ten minutes, or ends it;
      it ends by itself after an hour without a crash`,
  async run({ folder, words }) {
    const [verb] = words;
    if (verb === 'status' && words.length === 1) return status(folder);
    if (verb === 'leave' && words.length === 1) return leave(folder);
    return complainUsage(safeModeCommand.usage);
  },
};

async function status(folder: string): Promise<number> {
  const reply = await ask(folder, 'safe-mode.show', {});
  if (!reply.ok) return refuse(reply.error);
  const { since, reason } = reply.value ?? {};
  print(since === undefined ? 'Safe mode is off.' : `Safe mode is on since ${since}: ${reason}.`);
  return SUCCESS;
}

async function leave(folder: string): Promise<number> {
  const reply = await ask(folder, 'safe-mode.leave', {});
  if (!reply.ok) return refuse(reply.error);
  print(reply.value ? 'Safe mode is off: printers, card and delivery work again.' : 'Safe mode was off.');
  return SUCCESS;
}
