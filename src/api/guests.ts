import type { Socket } from 'node:net';
import { networkOf } from './network.js';

/** Connections at a time, in all and from one network as it is counted. */
export const MAX_CONNECTIONS = 200;
export const MAX_PER_NETWORK = 50;

const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/;

/** One connection: the TCP socket, beneath its TLS. */
interface Guest {
  readonly socket: Socket;
  /** Has shown a valid key. */
  isKnown: boolean;
  /** Requests that have no whole answer yet. */
  running: number;
}

/**
 * Who is connected. A house that is full makes room: a new connection takes the place of the one that has been silent
 * the longest, and those over which a key was shown go last. So nobody shuts the tablets out by holding connections,
 * half shaken hands, slow heads and unread answers among them. One with a key whose request is running is never closed.
 */
export class Guests {
  private readonly perNetwork = new Map<string, number>();
  /** In the order in which they were last heard of. */
  private readonly all = new Map<string, Guest>();

  /** Lets a new connection in, or closes it. */
  admit(socket: Socket): void {
    const network = networkOf(socket.remoteAddress ?? '');
    if (!this.isWelcome(socket, network)) {
      socket.destroy();
      return;
    }
    const name = nameOf(socket);
    this.all.set(name, { socket, isKnown: false, running: 0 });
    this.perNetwork.set(network, (this.perNetwork.get(network) ?? 0) + 1);
    socket.once('close', () => {
      this.all.delete(name);
      const left = (this.perNetwork.get(network) ?? 1) - 1;
      if (left > 0) this.perNetwork.set(network, left);
      else this.perNetwork.delete(network);
    });
  }

  /** A request has come over this connection, with or without TLS; to be called with what is returned at its end. */
  begin(socket: Socket): () => void {
    const name = nameOf(socket);
    const guest = this.all.get(name);
    if (guest === undefined) return () => undefined;
    guest.running += 1;
    return () => {
      guest.running -= 1;
      // To the end of the order.
      if (this.all.delete(name)) this.all.set(name, guest);
    };
  }

  /** A valid key was shown over this connection. */
  vouch(socket: Socket): void {
    const guest = this.all.get(nameOf(socket));
    if (guest !== undefined) guest.isKnown = true;
  }

  /** Closes every connection. */
  dismiss(): void {
    for (const { socket } of this.all.values()) socket.destroy();
  }

  /** Programs on the box itself are not counted by their network: they speak for many. */
  private isWelcome(socket: Socket, network: string): boolean {
    const isOwn = LOOPBACK.test(socket.remoteAddress ?? '');
    if (!isOwn && (this.perNetwork.get(network) ?? 0) >= MAX_PER_NETWORK) return false;
    if (this.all.size < MAX_CONNECTIONS) return true;
    const guests = Array.from(this.all.values());
    const leaving = guests.find(({ isKnown }) => !isKnown) ?? guests.find(({ running }) => running === 0);
    if (leaving === undefined) return false;
    // Its `close` comes in a later turn, when the new one is in already.
    this.all.delete(nameOf(leaving.socket));
    leaving.socket.destroy();
    return true;
  }
}

/** The same for a TLS socket and the TCP socket beneath it. */
function nameOf({ remoteAddress, remotePort, localAddress }: Socket): string {
  return `${remoteAddress} ${remotePort} ${localAddress}`;
}
