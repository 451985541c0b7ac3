import { DEFAULT_FOLDER } from '../../base/index.js';
import { type Command, complainUsage } from './command.js';
import { readListen } from './listen.js';

const DEFAULT_LISTEN = '127.0.0.1:8443';

export const serveCommand: Command = {
  usage: ['serve [--data DIR] [--listen HOST:PORT]'],
  summary: {
    sr: `покреће уређај преко HTTPS-а (${DEFAULT_FOLDER}, ${DEFAULT_LISTEN}) док га SIGTERM не заустави`,
    en: `runs the box over HTTPS (${DEFAULT_FOLDER}, ${DEFAULT_LISTEN}) until SIGTERM`,
  },
  options: ['listen'],
  async run({ folder, words, values }) {
    const listen = readListen(values['listen'] ?? DEFAULT_LISTEN);
    if (words.length > 0 || listen === undefined) return complainUsage(serveCommand.usage);
    return (await import('./box/serve.js')).serve(folder, listen);
  },
};
