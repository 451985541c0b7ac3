import type { Environment } from '../base/fiscal.js';
import type { Finding } from '../base/words.js';
import type { PfrSetting } from '../settings/schema.js';
import type { ClientTls } from './certificate/store.js';
import type { Channel, Exchanged } from './channel.js';
import { HttpChannel, readBase } from './http.js';
import { NO_ADDRESS, NO_PAC, noCertificate } from './texts.js';

/** How a processor is reached, or what must be mended before it can be. */
export interface Reach {
  readonly channel: Channel;
  readonly obstacle: Finding | undefined;
}

/** The way to the processor of a setting. `identity` only goes with a `vpfr`. */
export function reachOf(
  environment: Environment,
  setting: PfrSetting,
  identity: ClientTls | undefined,
  isClockTrusted: () => boolean,
): Reach {
  if (setting.mode === 'vpfr' && identity === undefined) return blocked(noCertificate(environment));
  if (setting.mode === 'vpfr' && setting.pac === undefined) return blocked(NO_PAC);
  const base = readBase(setting.url ?? identity?.url ?? '');
  if (base === undefined) return blocked(NO_ADDRESS);
  if (identity === undefined) return { channel: new HttpChannel({ base }), obstacle: undefined };
  const { key, cert, ca } = identity;
  const version = setting.tls === '1.3' ? 'TLSv1.3' : 'TLSv1.2';
  const tls = { client: { key, cert }, version, ...(ca !== null && { ca }) } as const;
  return { channel: new HttpChannel({ base, tls, isClockTrusted }), obstacle: undefined };
}

function blocked(obstacle: Finding): Reach {
  return { channel: NOWHERE, obstacle };
}

/** Leads nowhere; who heeds the obstacle never takes it. */
const NOWHERE: Channel = {
  exchange: (): Promise<Exchanged> => {
    return Promise.resolve({ kind: 'unsent', reason: { cause: 'address', detail: 'none' } });
  },
};
