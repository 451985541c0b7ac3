import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { PacedConnection } from './pacedConnection.js';
import type { Peer } from './peer.js';

/** As much of a response as is needed to say that it is the last of its connection. */
export type Response = Pick<ServerResponse, 'headersSent' | 'setHeader'>;

/** A connection that has a place on the box. */
export interface Connection {
  /** The same for the connection and the TCP socket beneath it. */
  readonly id: string;
  readonly peer: Peer;
  /** The TCP socket, beneath its TLS. */
  readonly socket: Socket;
  /** Undefined before the TLS handshake has ended. */
  paced: PacedConnection | undefined;
  /** The valid key that was sent over it last. */
  key: number | undefined;
  /** When its key was revoked, ms; undefined: it was not. */
  revokedAt: number | undefined;
  /** What has begun and not ended; undefined: the connection is idle. */
  response: Response | undefined;
}

/** A valid key was sent over it by somebody who still has it. */
const isStranger = ({ key }: Connection): boolean => key === undefined;
const isIdle = ({ response }: Connection): boolean => response === undefined;
const keyOf = ({ key }: Connection): number | undefined => key;

/**
 * Which of the connections of one address gives way when its places are full: its oldest stranger, then what was idle the
 * longest. They come in the order of their last use.
 */
export function leastOfPeer(connections: readonly Connection[]): Connection | undefined {
  return connections.find(isStranger) ?? connections.find(isIdle);
}

/**
 * Which connection gives way when all places are taken, the one that was used the longest ago coming first. Strangers go
 * before those from an address of which a key is known, of both the network with the most of them first; then those with a
 * key, of the key with the most of them the one that was idle the longest. A running request of a key is cut only when its
 * key holds more than `fairShare`.
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

/** The one whose reader has taken nothing for the longest time; undefined when all read, or none has anything to read. */
export function longestStalled(connections: readonly Connection[]): Connection | undefined {
  let longest: Connection | undefined;
  for (const one of connections) {
    if ((one.paced?.stalledFor ?? 0) > (longest?.paced?.stalledFor ?? 0)) longest = one;
  }
  return longest;
}

/** Of the connections in groups, the largest group; inside that the largest by the next grouping, and so on. */
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
