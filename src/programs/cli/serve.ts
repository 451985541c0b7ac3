import { type Bilingual, DEFAULT_FOLDER } from '../../base/index.js';
import type { ListenAddress } from '../../platform/http/index.js';
import { type Args, type Command, complain, USAGE } from './command.js';
import { commandOf } from './forms.js';

const DEFAULT_LISTEN = '127.0.0.1:8443';
const WRONG_LISTEN: Bilingual = {
  sr: `--listen је адреса и порт, као ${DEFAULT_LISTEN}`,
  en: `--listen is an address and a port, like ${DEFAULT_LISTEN}`,
};

export const serveCommand: Command = commandOf({
  name: 'serve',
  summary: {
    sr: `покреће уређај преко HTTPS-а (${DEFAULT_FOLDER}, ${DEFAULT_LISTEN}) док га SIGTERM не заустави`,
    en: `runs the box over HTTPS (${DEFAULT_FOLDER}, ${DEFAULT_LISTEN}) until SIGTERM`,
  },
  forms: {
    '[--listen HOST:PORT]': serve,
  },
});

async function serve({ folder, values }: Args): Promise<number> {
  const listen = readListen(values['listen'] ?? DEFAULT_LISTEN);
  if (listen === undefined) return complain(WRONG_LISTEN, USAGE);
  return (await import('./box/serve.js')).serve(folder, listen);
}

/** Parses `HOST:PORT`, with an IPv6 address in brackets. */
function readListen(text: string): ListenAddress | undefined {
  const match = /^(?:\[([0-9a-fA-F:.]+)\]|([^:[\]\s]+)):(\d{1,5})$/.exec(text);
  const host = match?.[1] ?? match?.[2];
  const port = Number(match?.[3]);
  return host === undefined || port > 65535 ? undefined : { host, port };
}

const DEFAULTS = { listen: '[::]:80', keep: '/data/board', media: '/media', run: '/run' } as const;

export const rescueCommand: Command = commandOf({
  name: 'rescue',
  summary: {
    sr: `у систему за спасавање на слици, као root: даје страницу која враћа надоградњу (${DEFAULTS.listen}); завршава се кад плоча
      треба поново да се покрене`,
    en: `in the rescue system of the image, as root: serves a page that restores an update (${DEFAULTS.listen}); ends when the
      board is about to restart`,
  },
  forms: {
    '[--listen HOST:PORT] [--keep DIR] [--media DIR] [--run DIR]': rescue,
  },
});

async function rescue({ folder, values }: Args): Promise<number> {
  const { listen, keep, media, run } = { ...DEFAULTS, ...values };
  const address = readListen(listen);
  if (address === undefined) return complain(WRONG_LISTEN, USAGE);
  return (await import('./files/rescue.js')).rescue({ folder, listen: address, keep, media, run });
}
