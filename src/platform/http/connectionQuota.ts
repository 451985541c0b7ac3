import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { PacedConnection } from './pacedConnection.js';
import type { Peer } from './peer.js';

/** The part of a response needed to mark it as the last of its connection. */
export type Response = Pick<ServerResponse, 'headersSent' | 'setHeader'>;

/** A connection that has a place. */
export interface Connection {
  /** Identifies the connection and the TCP socket beneath it. */
  readonly id: string;
  readonly peer: Peer;
  /** The TCP socket, beneath its TLS. */
  readonly socket: Socket;
  /** Undefined before the TLS handshake has ended. */
  paced: PacedConnection | undefined;
  /** The last valid key that was sent over it. */
  key: number | undefined;
  /** When its key was revoked, ms; undefined: not revoked. */
  revokedAt: number | undefined;
  /** The current response; undefined: the connection is idle. */
  response: Response | undefined;
}

/** True when no valid key, or only a revoked one, was sent over it. */
const isStranger = ({ key }: Connection): boolean => key === undefined;
const isIdle = ({ response }: Connection): boolean => response === undefined;
const keyOf = ({ key }: Connection): number | undefined => key;

/**
 * The connection to close when the places of one address are full: its oldest stranger, otherwise the longest idle one.
 * `connections` are sorted by last use.
 */
export function leastOfPeer(connections: readonly Connection[]): Connection | undefined {
  return connections.find(isStranger) ?? connections.find(isIdle);
}

/**
 * The connection to close when all places are taken. `connections` are sorted by last use, least recent first.
 * Strangers are closed before connections from an address with a known key, in both cases in the network with the most
 * of them. Then follow those with a key: of the key with the most connections, the longest idle one. A running request
 * of a key is cut off only when its key has more than `fairShare`.
 */
export function leastOfAll(
  connections: readonly Connection[],
  isKnown: (peer: Peer) => boolean,
  fairShare: number,
): Connection | undefined {
  const strangers = connections.filter(isStranger);
  const unknown = strangers.filter(({ peer }) => !isKnown(peer));
  const [stranger] = largest(
    unknown.length > 0 ? unknown : strangers,
    ({ peer }) => peer.network,
    ({ peer }) => peer.address,
  );
  if (stranger !== undefined) return stranger;
  const [idle] = largest(connections.filter(isIdle), keyOf);
  if (idle !== undefined) return idle;
  const busiest = largest(connections, keyOf);
  if (busiest.length <= fairShare) return undefined;
  return longestStalled(busiest) ?? busiest.at(-1);
}

/** The connection whose client has read nothing for the longest time; undefined when none is stalled. */
export function longestStalled(connections: readonly Connection[]): Connection | undefined {
  let longest: Connection | undefined;
  for (const one of connections) {
    if ((one.paced?.stalledFor ?? 0) > (longest?.paced?.stalledFor ?? 0)) longest = one;
  }
  return longest;
}

/** The largest group of connections by the first grouping; within it the largest by the next grouping, and so on. */
function largest(connections: readonly Connection[], ...groupings: ((one: Connection) => unknown)[]): Connection[] {
  let found = [...connections];
  for (const grouping of groupings) {
    const groups = new Map<unknown, Connection[]>();
    for (const one of found) {
      const group = groups.get(grouping(one));
      if (group === undefined) groups.set(grouping(one), [one]);
      else group.push(one);
    }
    found = Array.from(groups.values()).reduce((most, group) => (group.length > most.length ? group : most), []);
  }
  return found;
}
