import { Agent } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * How long a connection is kept without a request, ms. Web servers close theirs after one or two minutes, and mobile networks
 * forget them without a word: below that, a request on a kept connection is hardly ever lost.
 */
const MAX_IDLE = 30_000;

/** One open connection, for one request after the other. It closes itself when it is not used, or when the server wants that. */
export class KeptConnection {
  private readonly agent: Agent;

  constructor(private readonly socket: Duplex) {
    this.agent = new SingleSocketAgent(socket);
  }

  /** Does it stand, and wait for a request? */
  get isFree(): boolean {
    return Object.values(this.agent.freeSockets).some(
      (free: readonly Duplex[] | undefined) => free?.includes(this.socket) === true,
    );
  }

  /** Does something on it, by the agent that keeps it. */
  send<T>(how: (socket: Duplex, agent: Agent) => Promise<T>): Promise<T> {
    return how(this.socket, this.agent);
  }

  close(): void {
    this.socket.destroy();
  }
}

/** Node's own keeping of connections: it knows when a server lets go of one. The first request takes the socket as it is. */
class SingleSocketAgent extends Agent {
  constructor(private readonly socket: Duplex) {
    // The system would otherwise send a probe in each second without a request.
    super({ keepAlive: true, keepAliveMsecs: 2 * MAX_IDLE, maxSockets: 1, timeout: MAX_IDLE });
  }

  override createConnection(): Duplex {
    return this.socket;
  }
}
