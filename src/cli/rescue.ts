import { join } from 'node:path';
import { PlainServer } from '../http/index.js';
import { bootOrder, Rescue, rescueHandler } from '../rescue/index.js';
import { Rauc, UPDATES_FOLDER } from '../updates/index.js';
import { type Command, complainUsage, print, SUCCESS } from './command.js';
import { readListen } from './listen.js';

const DEFAULTS = { listen: '[::]:80', keep: '/data/board', media: '/media' } as const;
/** Largest form, bytes. */
const MAX_FORM = 1024;

export const rescueCommand: Command = {
  usage: ['rescue [--listen HOST:PORT] [--keep DIR] [--media DIR] [--data DIR]'],
  summary: `in the rescue system of the image, as root: serves a page that restores an update (${DEFAULTS.listen}); ends when the board
      is to be restarted`,
  options: ['listen', 'keep', 'media'],
  async run({ folder, words, values }) {
    const { listen, keep, media } = { ...DEFAULTS, ...values };
    const address = readListen(listen);
    if (words.length > 0 || address === undefined) return complainUsage(rescueCommand.usage);
    const folders = { updates: join(folder, UPDATES_FOLDER), media };
    const rescue = new Rescue({ folders, keep, rauc: new Rauc({ program: 'rauc' }), order: bootOrder });
    const server = new PlainServer(rescueHandler(rescue), { maxForm: MAX_FORM });
    const port = await server.listen(address);
    print(`The rescue page is at port ${port}.`);
    await rescue.restartWanted;
    await server.stop();
    return SUCCESS;
  },
};
