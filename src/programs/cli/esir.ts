import { ask } from './ask.js';
import { type Command, complainUsage, print, SUCCESS, complain } from './command.js';
import { inLanguage } from './language.js';

export const esirCommand: Command = {
  usage: ['esir accept NUMBER [--data DIR]'],
  summary: {
    sr: `потврђује да одобрење Пореске управе важи за верзију програма која ради. NUMBER је ЕСИР број на рачунима, као 742/1.3.0;
      doctor на то подсећа после сваке промене верзије`,
    en: `confirms that the approval of the tax authority covers the version of the program that runs. NUMBER is the ESIR number on
      receipts, like 742/1.3.0; doctor reminds of it after each change of the version`,
  },
  async run({ folder, words }) {
    const [verb, esirNumber, ...rest] = words;
    if (verb !== 'accept' || esirNumber === undefined || rest.length > 0) return complainUsage(esirCommand.usage);
    const reply = await ask(folder, 'esir.accept', { esirNumber });
    if (!reply.ok) return complain(reply.error);
    print(inLanguage({ sr: `Потврђено: ${esirNumber}`, en: `Confirmed: ${esirNumber}` }));
    return SUCCESS;
  },
};
