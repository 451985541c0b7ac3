import { connect } from 'node:net';
import type { FoundPrinter } from './found.js';
import { browse, type BrowseOptions } from './mdns/browse.js';
import { neighbours, type OwnNetwork, ownNetworks } from './ownNetworks.js';

/** Port on which network printers accept raw bytes. */
const RAW_PORT = 9100;
/** Time limit of a connection, ms. */
const CONNECT_TIMEOUT = 700;
/** Connections tried at a time. */
const AT_ONCE = 32;
/** Maximum number of the box's networks that are searched. */
const MAX_NETWORKS = 8;
/** Maximum announced printers; no shop has more, so more mean a misbehaving device. */
const MAX_ANNOUNCED = 128;

interface Search extends BrowseOptions {
  readonly networks?: readonly OwnNetwork[];
  readonly rawPort?: number;
}

/**
 * Printers in the box's own networks, one per address and port: hosts that accept connections on the printer port, and
 * printers announced on any port, by name. Nothing is printed.
 */
export async function findInNetworks({ networks = ownNetworks(), rawPort, ...options }: Search = {}): Promise<
  FoundPrinter[]
> {
  const looked = networks.slice(0, MAX_NETWORKS);
  const [connected, announced] = await Promise.all([
    findByConnecting(neighbours(looked), rawPort),
    Promise.all(looked.map((network) => browse(network, options))),
  ]);
  const found = new Map(connected.map((one) => [one.address, one]));
  for (const { host, port, name } of announced.flat().slice(0, MAX_ANNOUNCED)) {
    const address = `tcp://${host}:${port}`;
    found.set(address, { address, kind: 'tcp', name });
  }
  return [...found.values()];
}

/** Those of `hosts` that accept connections on the printer port. Nothing is sent to them. */
async function findByConnecting(hosts: readonly string[], port = RAW_PORT): Promise<FoundPrinter[]> {
  const waiting = [...hosts];
  const found: FoundPrinter[] = [];
  const work = async (): Promise<void> => {
    for (let host = waiting.shift(); host !== undefined; host = waiting.shift()) {
      if (await takesConnections(host, port)) found.push({ address: `tcp://${host}:${port}`, kind: 'tcp', name: '' });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return hosts.flatMap((host) => found.find(({ address }) => address === `tcp://${host}:${port}`) ?? []);
}

function takesConnections(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: CONNECT_TIMEOUT });
    const end = (is: boolean) => (): void => {
      socket.destroy();
      resolve(is);
    };
    socket.once('connect', end(true)).once('timeout', end(false)).once('error', end(false));
  });
}
