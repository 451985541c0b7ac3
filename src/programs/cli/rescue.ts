import { type Command, complainUsage } from './command.js';
import { readListen } from './listen.js';

const DEFAULTS = { listen: '[::]:80', keep: '/data/board', media: '/media', run: '/run' } as const;

export const rescueCommand: Command = {
  usage: ['rescue [--listen HOST:PORT] [--keep DIR] [--media DIR] [--run DIR] [--data DIR]'],
  summary: {
    sr: `у систему за спасавање на слици, као root: даје страницу која враћа надоградњу (${DEFAULTS.listen}); завршава се кад плоча
      треба поново да се покрене`,
    en: `in the rescue system of the image, as root: serves a page that restores an update (${DEFAULTS.listen}); ends when the board
      is to be restarted`,
  },
  options: ['listen', 'keep', 'media', 'run'],
  async run({ folder, words, values }) {
    const { listen, keep, media, run } = { ...DEFAULTS, ...values };
    const address = readListen(listen);
    if (words.length > 0 || address === undefined) return complainUsage(rescueCommand.usage);
    return (await import('./files/rescue.js')).rescue({ folder, listen: address, keep, media, run });
  },
};
