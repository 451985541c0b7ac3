import { api } from './api.js';
import { helper } from './helper.js';
import type { Leg } from './leg.js';
import { mail } from './mail.js';
import { chat, webhook } from './posts.js';
import { printer } from './printer.js';
import { processor } from './processor.js';
import { search } from './search.js';
import { stream } from './stream.js';
import { updates } from './updates.js';

/** Every leg over which the box reads bytes of strangers. */
export const LEGS: readonly Leg[] = [api, helper, processor, webhook, chat, mail, printer, stream, updates, search];

/** Files of `src` that speak over a socket, and why that is no leg. */
export const NO_LEGS: Readonly<Record<string, string>> = {
  'interfaces/admin/controlServer.ts': 'the socket of the folder: only its owner reaches it',
  'interfaces/admin/socket.ts': 'the other end of the same socket',
  'processors/card/pcsc/pcscSocket.ts':
    'pcscd is a service of the box, run by root; test/processors/card/pcsc/fuzz.test.ts gives it any bytes',
  'base/boundedSocket.ts': 'TLS for the legs that have a socket with limits',
};
