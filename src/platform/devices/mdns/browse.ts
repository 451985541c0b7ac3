import { createSocket } from 'node:dgram';
import { BlockList } from 'node:net';
import { networkInterfaces } from 'node:os';
import { queryBytes } from './dnsMessage.js';
import { type Announced, Responder, SERVICE } from './responder.js';

/** An IPv4 network of the box. */
export interface OwnNetwork {
  /** Address of the box in it. */
  readonly address: string;
  /** Length of the network prefix, 0 to 32 bits. */
  readonly prefix: number;
}

/** Larger networks do not belong to a shop, and connecting to each host in them would take minutes. */
const SMALLEST_PREFIX = 24;
const LAST_HOST = 254;

/** All except the loopback network. */
export function ownNetworks(): OwnNetwork[] {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return all
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address, cidr }) => ({ address, prefix: Number(cidr?.split('/')[1] ?? 32) }));
}

/** Addresses in those of the networks that are small. */
export function neighbours(networks: readonly OwnNetwork[]): string[] {
  const small = networks.filter(({ prefix }) => prefix >= SMALLEST_PREFIX);
  const heads = new Set(small.map(({ address }) => address.replace(/\.\d+$/, '')));
  return [...heads].flatMap((head) => Array.from({ length: LAST_HOST }, (_, at) => `${head}.${at + 1}`));
}

/** Returns a function that checks whether an IPv4 address belongs to the network. */
export function membership({ address, prefix }: OwnNetwork): (address: string) => boolean {
  const members = new BlockList();
  members.addSubnet(address, prefix);
  return (one) => members.check(one);
}

export interface BrowseOptions {
  /** The multicast group in which all devices of a network receive queries (RFC 6762 section 3). */
  readonly group?: { readonly address: string; readonly port: number };
  /**
   * How long to wait for answers, ms. Devices wait up to 0.12 s before they answer, or 0.5 s if they expect more (RFC
   * 6762 section 6).
   */
  readonly wait?: number;
  /** Waiting ends after this many datagrams, which mean a flood. */
  readonly mostDatagrams?: number;
}

const GROUP = { address: '224.0.0.251', port: 5353 };
/** How long to wait for answers by default, ms. */
export const MAX_WAIT = 3000;
/** A query may be lost; it is repeated after this part of the time, at least 1 s (RFC 6762 section 5.2). */
const ASKED_AGAIN = 1 / 3;
export const MAX_DATAGRAMS = 1024;
/** Maximum number of devices whose answers are read. */
const MAX_RESPONDERS = 128;
/** The maximum, as for all local multicast (RFC 6762 section 11). */
const TTL = 255;

/**
 * Printers that announce themselves in one network of the box. The queries need no membership in the group (RFC 6762
 * section 5.1): they are sent from a free port, and devices answer to it. Addresses outside of the network are ignored.
 * Empty when nothing can be sent.
 */
export function browse(network: OwnNetwork, options: BrowseOptions = {}): Promise<Announced[]> {
  const { group = GROUP, wait = MAX_WAIT, mostDatagrams = MAX_DATAGRAMS } = options;
  const isNear = membership(network);
  const responders = new Map<string, Responder>();
  let datagrams = 0;
  return new Promise((resolve) => {
    const socket = createSocket('udp4');
    const timers: NodeJS.Timeout[] = [];
    const end = (): void => {
      timers.forEach(clearTimeout);
      // Prevents a second end; send errors no longer matter.
      socket.removeAllListeners().on('error', () => undefined);
      socket.close();
      resolve([...responders.values()].flatMap((one) => one.printers(isNear)));
    };
    const ask = (query: Buffer): void => socket.send(query, group.port, group.address);
    socket.once('error', end).bind({ port: 0, address: network.address }, () => {
      // Linux sends to a group through the network of the socket's address.
      socket.setMulticastTTL(TTL);
      ask(queryBytes(SERVICE, 'PTR'));
      timers.push(setTimeout(ask, wait * ASKED_AGAIN, queryBytes(SERVICE, 'PTR')), setTimeout(end, wait));
    });
    socket.on('message', (bytes, from) => {
      datagrams += 1;
      // Answers come from the port of mDNS, and from the same network (RFC 6762 sections 6 and 11).
      if (from.port === group.port && isNear(from.address)) {
        const responder = responders.get(from.address) ?? new Responder();
        if (responders.size < MAX_RESPONDERS) responders.set(from.address, responder);
        responder.hear(bytes);
        responder.missing().forEach(ask);
      }
      if (datagrams === mostDatagrams) end();
    });
  });
}
