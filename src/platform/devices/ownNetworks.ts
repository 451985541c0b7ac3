import { BlockList } from 'node:net';
import { networkInterfaces } from 'node:os';

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
