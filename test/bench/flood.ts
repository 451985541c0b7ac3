import { Agent, request } from 'node:https';
import { BASE_PATH } from '../../src/interfaces/api/router.js';

const CONNECTIONS = 4;
const WRONG = `kasir_${'0'.repeat(48)}`;

/** A client on the Wi-Fi that tries keys over a few connections, each as soon as the last one was refused. */
export class Flood {
  /** Wrong keys that were answered. */
  refused = 0;
  private readonly agent: Agent;
  private isOn = false;
  private running: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly port: number,
    ca: string,
  ) {
    this.agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS, ca });
  }

  begin(): void {
    this.isOn = true;
    this.running = Promise.all(Array.from({ length: CONNECTIONS }, () => this.tryKeys()));
  }

  /** Resolves when nothing is under way any more. */
  async pause(): Promise<void> {
    this.isOn = false;
    await this.running;
  }

  end(): void {
    this.isOn = false;
    this.agent.destroy();
  }

  private async tryKeys(): Promise<void> {
    while (this.isOn) await this.tryOne();
  }

  private tryOne(): Promise<void> {
    return new Promise((resolve) => {
      const to = { host: '127.0.0.1', port: this.port, path: `${BASE_PATH}/me`, agent: this.agent };
      const call = request({ ...to, headers: { Authorization: `Bearer ${WRONG}` } }, (response) => {
        this.refused += 1;
        response.resume().on('end', resolve);
      });
      call.on('error', () => resolve()).end();
    });
  }
}
