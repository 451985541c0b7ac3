import type { Clock, Finding } from '../../base/index.js';
import { type Environment, environmentOfHost, hostOf, PFR_TRAITS } from '../../contract/index.js';
import { type CardClient, fitsEnvironment } from '../card/index.js';
import type { PfrSetting } from '../../shop/settings/index.js';
import type { ClientTls } from './certificate/store.js';
import type { Channel, Exchanged } from './channel.js';
import { HttpChannel, readBase } from './http/channel.js';
import type { TlsThread } from './http/externalKey/thread.js';
import { cardOfOther, noAddress, noCertificate, noPac, strangeAddress } from './accessTexts.js';

/** How to reach a processor, or what must be fixed before it can be reached. */
export interface Endpoint {
  readonly channel: Channel;
  /**
   * Scheme, host and port, for display. The path is omitted because it may be a token. Absent while no address is
   * known.
   */
  readonly address?: string;
  /** Checked before each call. */
  readonly obstacle: () => Finding | undefined;
  /** See {@link RemoteOptions}. */
  readonly recheck?: () => Promise<void>;
}

/** The smart card in the box's reader, for a V-PFR that uses its key. */
export interface CardForPfr {
  /** Undefined while no card that can sign is inserted. */
  readonly client: () => CardClient | undefined;
  /** Why no card can sign. */
  readonly obstacle: () => Finding;
}

/** Timeout of a connection whose handshake may wait for the card to verify its PIN and sign, ms: twice the default. */
const CONNECT_WITH_CARD = 10_000;

const nothing = (): undefined => undefined;

/**
 * The endpoint of a V-PFR that is reached with the key of the card. It needs no PAC, which belongs to a certificate
 * file.
 */
export function cardEndpointOf(
  environment: Environment,
  setting: PfrSetting,
  card: CardForPfr,
  { ca, thread }: { readonly ca: string | undefined; readonly thread: TlsThread },
  { isTrusted: isClockTrusted, monotonic }: Pick<Clock, 'isTrusted' | 'monotonic'>,
): Endpoint {
  const client = card.client();
  if (client === undefined) return { channel: NO_CHANNEL, obstacle: card.obstacle };
  if (!fitsEnvironment(client, environment)) return blocked(cardOfOther(environment));
  const base = readBase(setting.url ?? client.url ?? '');
  if (base === undefined) return blocked(noAddress(environment, true));
  // The card's issuer wrote this address, and receipts would be sent there, so it is checked.
  if (setting.url === undefined && environmentOfHost(hostOf(base.href)) !== environment)
    return blocked(strangeAddress(environment, base.host));
  const tls = { client, thread, monotonic, ...(ca !== undefined && { ca }) };
  const obstacle = (): Finding | undefined => (client.signal.aborted ? card.obstacle() : undefined);
  const channel = new HttpChannel({ base, tls, isClockTrusted, connectMs: CONNECT_WITH_CARD });
  return { channel, address: base.origin, obstacle };
}

/** The endpoint of the processor in a setting. `identity` is its client certificate, if it needs one. */
export function endpointOf(
  environment: Environment,
  setting: PfrSetting,
  identity: ClientTls | undefined,
  isClockTrusted: () => boolean,
): Endpoint {
  const { needsCertificate } = PFR_TRAITS[setting.mode];
  if (needsCertificate && identity === undefined) return blocked(noCertificate(environment));
  if (needsCertificate && setting.pac === undefined) return blocked(noPac(environment));
  const base = readBase(setting.url ?? identity?.url ?? '');
  if (base === undefined) return blocked(noAddress(environment));
  const found = { address: base.origin, obstacle: nothing };
  if (identity === undefined) return { channel: lanChannel(base, setting, isClockTrusted), ...found };
  const { key, cert, ca } = identity;
  const version = setting.tls === '1.3' ? 'TLSv1.3' : 'TLSv1.2';
  const tls = { client: { key, cert }, version, ...(ca !== null && { ca }) } as const;
  return { channel: new HttpChannel({ base, tls, isClockTrusted }), ...found };
}

/** A channel to an L-PFR. Most makers use plain HTTP. With TLS, versions 1.2 and 1.3 are accepted. */
function lanChannel(base: URL, { pin }: PfrSetting, isClockTrusted: () => boolean): Channel {
  if (base.protocol === 'http:') return new HttpChannel({ base });
  return new HttpChannel({
    base,
    tls: { version: 'either', reportsKey: true, ...(pin !== undefined && { pin }) },
    isClockTrusted,
  });
}

function blocked(obstacle: Finding): Endpoint {
  return { channel: NO_CHANNEL, obstacle: () => obstacle };
}

/** Never used, since the obstacle is checked before each call. */
const NO_CHANNEL: Channel = {
  exchange: (): Promise<Exchanged> => {
    return Promise.resolve({ kind: 'unsent', reason: { cause: 'address', detail: 'none' } });
  },
};
