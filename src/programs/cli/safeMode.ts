import { callOperation } from './callOperation.js';
import { type Command, complain, print, SUCCESS } from './command.js';
import { inLanguage } from './language.js';
import { commandOf } from './forms.js';

export const safeModeCommand: Command = commandOf({
  name: 'safe-mode',
  summary: {
    sr: `каже да ли штампачи, картица и слање порука мирују зато што је уређај три пута пао за десет минута, или то прекида;
      безбедни режим се сам завршава после сат времена без пада`,
    en: `shows whether safe mode is on, or ends it. Safe mode turns printers, card and delivery off after three crashes in ten
      minutes; it ends automatically after an hour without a crash`,
  },
  forms: {
    status: ({ folder }) => status(folder),
    leave: ({ folder }) => leave(folder),
  },
});

async function status(folder: string): Promise<number> {
  const reply = await callOperation(folder, 'safe-mode.show', {});
  if (!reply.ok) return complain(reply.error);
  const { since, reason } = reply.value ?? {};
  print(
    since === undefined
      ? inLanguage({ sr: 'Безбедни режим није укључен.', en: 'Safe mode is off.' })
      : inLanguage({
          sr: `Безбедни режим је укључен од ${since}: ${reason}.`,
          en: `Safe mode has been on since ${since}: ${reason}.`,
        }),
  );
  return SUCCESS;
}

async function leave(folder: string): Promise<number> {
  const reply = await callOperation(folder, 'safe-mode.leave', {});
  if (!reply.ok) return complain(reply.error);
  print(
    reply.value
      ? inLanguage({
          sr: 'Безбедни режим је искључен: штампачи, картица и слање порука поново раде.',
          en: 'Safe mode is off: printers, card and delivery work again.',
        })
      : inLanguage({ sr: 'Безбедни режим није био укључен.', en: 'Safe mode was not on.' }),
  );
  return SUCCESS;
}
