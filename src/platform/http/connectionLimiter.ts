import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Throttle, type Caller } from './throttle.js';
import { KnownPeers, type Peer, peerOf } from './peer.js';
import type { PacedConnection } from './pacedConnection.js';
import { type Connection, leastOfAll, leastOfPeer, longestStalled, type Response } from './connectionQuota.js';
import type { RepeatedEvents } from './repeatedEvents.js';

/** Maximum connections at a time: in all, from one address except the box's own, and with one key. */
const MAX_CONNECTIONS = 200;
const MAX_PER_PEER = 50;
const MAX_PER_KEY = 32;
/**
 * Maximum unread responses of one key. A response counts as unread when the client has taken nothing of it for this
 * time, ms.
 */
const MAX_UNREAD_PER_KEY = 16;
const UNREAD_AFTER = 1000;
/** How long a response waits for a client that reads nothing, ms. */
const STALL_TIMEOUT = 30_000;

/** How long an idle connection stays open after its key was revoked, ms, so that a call in transit gets a 401. */
const REVOKED_FOR = 1000;

/** Rates of TLS handshakes. Each costs the box some ms of a small CPU, and costs the client nothing. */
const HANDSHAKES = {
  stranger: { perSecond: 10, burst: 20 },
  known: { perSecond: 20, burst: 40 },
  local: { perSecond: 200, burst: 40 },
  allStrangers: { perSecond: 40, burst: 40 },
  allOthers: { perSecond: 200, burst: 60 },
  maxWait: 3000,
} as const;

/** Why the box closed a connection, as logged. */
type Reason = 'handshakes' | 'places' | 'key' | 'unread' | 'stalled' | 'revoked';

/**
 * Limits connections to what memory and CPU of the box can serve, so that no client can lock out the tablets: not by
 * idle connections, handshakes, slow heads or unread responses, from one address, from many of one network, or with a
 * key. When all places are taken, a connection of the largest group is closed for a new one (see `connectionQuota.ts`).
 */
export class ConnectionLimiter {
  private readonly known: KnownPeers;
  private readonly handshakes: Throttle;
  /** Least recently used first. */
  private readonly connections = new Map<string, Connection>();

  /** @param monotonic a clock that never jumps, ms */
  constructor(
    private readonly monotonic: () => number,
    private readonly events: RepeatedEvents,
  ) {
    this.known = new KnownPeers(monotonic);
    this.handshakes = new Throttle(monotonic, HANDSHAKES);
  }

  /** The kind of caller at an address, as a socket reports it. */
  callerAt(remoteAddress: string | undefined): { readonly kind: Caller; readonly peer: Peer } {
    const peer = peerOf(remoteAddress ?? '');
    return { peer, kind: peer.isLocal ? 'local' : this.isKnown(peer) ? 'known' : 'stranger' };
  }

  /**
   * Admits a new connection and returns after how many ms its TLS handshake may begin. Undefined: it was closed,
   * because no place was available, or too many handshakes wait already.
   */
  admit(socket: Socket): number | undefined {
    const id = idOf(socket);
    const { peer, kind } = this.callerAt(socket.remoteAddress);
    const wait = this.handshakes.take(kind, peer.address);
    if (wait === undefined || !this.makeRoomFor(peer)) {
      this.events.count('connection.closed', { reason: wait === undefined ? 'handshakes' : 'places' });
      socket.destroy();
      return undefined;
    }
    const connection = {
      id,
      peer,
      socket,
      paced: undefined,
      key: undefined,
      revokedAt: undefined,
      response: undefined,
    };
    this.connections.set(id, connection);
    socket.once('close', () => {
      if (this.connections.get(id) === connection) this.connections.delete(id);
      // A connection without bytes costs no handshake, and must not use up those of tablets behind the same address.
      if (socket.bytesRead === 0) this.handshakes.giveBack(kind, peer.address);
    });
    return wait;
  }

  /**
   * Adds addresses from which keys that are still valid were used recently, so that their tablets are known after a
   * restart.
   */
  remember(addresses: readonly string[]): void {
    for (const address of addresses) this.known.add(peerOf(address).address);
  }

  /** Called when the TLS handshake of a connection has ended. */
  secured(paced: PacedConnection): void {
    const connection = this.of(paced);
    if (connection !== undefined) connection.paced = paced;
  }

  /**
   * Called when a request has arrived over this connection; the returned function must be called when its response has
   * ended.
   */
  requestStarted(socket: Duplex, response: Response): () => void {
    const connection = this.of(socket);
    if (connection === undefined) return () => undefined;
    connection.response = response;
    if (connection.revokedAt !== undefined) closeAfter(response);
    return () => {
      connection.response = undefined;
      // Moves it to the end of the order.
      const isOpen = this.connections.get(connection.id) === connection;
      if (isOpen && this.connections.delete(connection.id)) this.connections.set(connection.id, connection);
      if (connection.revokedAt !== undefined) connection.paced?.destroySoon();
    };
  }

  /**
   * Called when a valid key was sent over this connection. If the key now has too many connections, its longest idle
   * one is closed.
   */
  markAuthenticated(socket: Duplex, key: number): void {
    const connection = this.of(socket);
    if (connection === undefined) return;
    connection.key = key;
    connection.revokedAt = undefined;
    this.known.add(connection.peer.address);
    const same = this.withKey(key);
    const idle = same.find((one) => one.response === undefined);
    if (same.length > MAX_PER_KEY && idle !== undefined) this.close(idle, 'key');
  }

  /**
   * Called when a key was revoked. Its responses being sent are cut off at once, those that wait for their next piece
   * within a second. A request in progress is answered first, and an idle connection stays open for a second.
   */
  revoked(key: number): void {
    for (const connection of this.withKey(key)) {
      this.known.forget(connection.peer.address);
      connection.key = undefined;
      connection.revokedAt = this.monotonic();
      if (connection.paced?.isSending === true) this.close(connection, 'revoked');
      else if (connection.response !== undefined) closeAfter(connection.response);
    }
  }

  /** Closes unread responses and the remaining connections of revoked keys. Must be called about once a second. */
  sweep(): void {
    for (const connection of [...this.connections.values()]) {
      const { paced, revokedAt = Infinity, response, key } = connection;
      const stalledFor = paced?.stalledFor ?? 0;
      if (stalledFor >= STALL_TIMEOUT) this.close(connection, 'stalled');
      else if (this.monotonic() - revokedAt >= REVOKED_FOR) {
        if (response === undefined) paced?.destroySoon();
        // A long response that waits for its next piece, or a stream: its recipient no longer has access.
        else if (response.headersSent) this.close(connection, 'revoked');
      } else if (key !== undefined && stalledFor >= UNREAD_AFTER) this.closeUnread(key);
    }
  }

  closeAll(): void {
    for (const { socket } of this.connections.values()) socket.destroy();
  }

  private closeUnread(key: number): void {
    const unread = this.withKey(key).filter(({ paced }) => (paced?.stalledFor ?? 0) >= UNREAD_AFTER);
    const longest = unread.length > MAX_UNREAD_PER_KEY ? longestStalled(unread) : undefined;
    if (longest !== undefined) this.close(longest, 'unread');
  }

  /**
   * Makes a place for a new connection. Programs on the box itself are not counted by address, because they call for
   * many clients.
   */
  private makeRoomFor(peer: Peer): boolean {
    const all = Array.from(this.connections.values());
    const ofPeer = peer.isLocal ? [] : all.filter((one) => one.peer.address === peer.address);
    const isPeerFull = ofPeer.length >= MAX_PER_PEER;
    if (!isPeerFull && all.length < MAX_CONNECTIONS) return true;
    const closing = isPeerFull ? leastOfPeer(ofPeer) : leastOfAll(all, this.isKnown, MAX_PER_KEY);
    if (closing !== undefined) this.close(closing, 'places');
    return closing !== undefined;
  }

  private readonly isKnown = ({ address }: Peer): boolean => this.known.has(address);

  /** Its `close` event comes later, when a new connection may already have its place. */
  private close(connection: Connection, reason: Reason): void {
    this.connections.delete(connection.id);
    connection.socket.destroy();
    this.events.count('connection.closed', { reason });
  }

  private withKey(key: number): Connection[] {
    return Array.from(this.connections.values()).filter((one) => one.key === key);
  }

  private of(socket: Duplex): Connection | undefined {
    return this.connections.get(idOf(socket));
  }
}

/** Signals that the connection closes after this response, so that the client sends no further request over it. */
function closeAfter(response: Response): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}

/** Identifies a connection and the TCP socket beneath it. */
function idOf(socket: Duplex & Partial<Pick<Socket, 'remoteAddress' | 'remotePort' | 'localAddress'>>): string {
  return `${socket.remoteAddress} ${socket.remotePort} ${socket.localAddress}`;
}
