import { Agent } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * How long a connection stays open without a request, ms. Web servers close idle connections after one or two minutes,
 * and mobile networks drop them silently. Below that time, a request on a reused connection is hardly ever lost.
 */
const MAX_IDLE = 30_000;

/**
 * One open connection for consecutive requests. It closes when it is idle for too long, or when the server asks for it.
 */
export class KeptConnection {
  private readonly agent: Agent;

  constructor(private readonly socket: Duplex) {
    this.agent = new SingleSocketAgent(socket);
  }

  /** True when the connection is open and no request is under way. */
  get isFree(): boolean {
    return Object.values(this.agent.freeSockets).some(
      (free: readonly Duplex[] | undefined) => free?.includes(this.socket) === true,
    );
  }

  /** Runs a request on the connection, with the agent that reuses it. */
  send<T>(how: (socket: Duplex, agent: Agent) => Promise<T>): Promise<T> {
    return how(this.socket, this.agent);
  }

  close(): void {
    this.socket.destroy();
  }
}

/**
 * Uses the connection pool of Node, which detects when a server closes a connection. The first request gets the socket
 * unchanged.
 */
class SingleSocketAgent extends Agent {
  constructor(private readonly socket: Duplex) {
    // By default the system would send a probe every second without a request.
    super({ keepAlive: true, keepAliveMsecs: 2 * MAX_IDLE, maxSockets: 1, timeout: MAX_IDLE });
  }

  override createConnection(): Duplex {
    return this.socket;
  }
}
