import { BlockList } from 'node:net';
import { networkInterfaces } from 'node:os';

/** An IPv4 network that the box is in. */
export interface OwnNetwork {
  /** That of the box. */
  readonly address: string;
  /** Bits that all addresses of the network share, 0 to 32. */
  readonly prefix: number;
}

/** Larger networks are no shop's; asking each of their devices would take minutes. */
const SMALLEST_PREFIX = 24;
const LAST_HOST = 254;

/** All but that of the box with itself. */
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

/** Says of IPv4 addresses whether they belong to the network. */
export function membership({ address, prefix }: OwnNetwork): (address: string) => boolean {
  const members = new BlockList();
  members.addSubnet(address, prefix);
  return (one) => members.check(one);
}
