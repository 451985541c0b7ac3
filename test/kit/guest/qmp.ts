import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { within } from './within.js';

/** Longest that QEMU takes to answer, ms. */
const LIMIT = 30_000;

interface Message {
  readonly QMP?: unknown;
  readonly event?: string;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly id?: number;
  readonly return?: unknown;
  readonly error?: { readonly desc: string };
}

/** Commands to QEMU while it runs (QEMU Machine Protocol). */
export class Qmp {
  private readonly asked = new Map<number, (answer: Message) => void>();
  private readonly events: Message[] = [];
  private readonly listeners = new Set<() => void>();
  private last = 0;

  private constructor(private readonly socket: Socket) {}

  /** Resolves when QEMU takes commands. */
  static async over(socket: Socket): Promise<Qmp> {
    const qmp = new Qmp(socket);
    const lines = createInterface({ input: socket });
    lines.on('line', (line) => qmp.receive(JSON.parse(line) as Message));
    // It breaks when the machine is ended.
    lines.on('error', () => undefined);
    await qmp.run('qmp_capabilities');
    return qmp;
  }

  /** Runs a command to its end. */
  async run(execute: string, args: Readonly<Record<string, unknown>> = {}): Promise<unknown> {
    this.last += 1;
    const id = this.last;
    const answered = new Promise<Message>((answer) => this.asked.set(id, answer));
    this.socket.write(`${JSON.stringify({ execute, arguments: args, id })}\n`);
    const answer = await within(LIMIT, execute, answered);
    if (answer.error !== undefined) throw new Error(`${execute}: ${answer.error.desc}`);
    return answer.return;
  }

  /** Resolves when QEMU has reported an event with these data, once for each report. */
  async event(name: string, data: Readonly<Record<string, unknown>> = {}, limit = LIMIT): Promise<void> {
    const fits = (told: Message): boolean =>
      told.event === name && Object.entries(data).every(([key, value]) => told.data?.[key] === value);
    const come = new Promise<void>((done) => {
      const look = (): void => {
        const at = this.events.findIndex(fits);
        if (at === -1) return;
        this.events.splice(at, 1);
        this.listeners.delete(look);
        done();
      };
      this.listeners.add(look);
      look();
    });
    await within(limit, `event ${name}`, come);
  }

  /** Unplugs a device, and waits until the guest has let go of it. */
  async unplug(device: string): Promise<void> {
    await this.run('device_del', { id: device });
    await this.event('DEVICE_DELETED', { device });
  }

  private receive(message: Message): void {
    if (message.event !== undefined) {
      this.events.push(message);
      for (const look of this.listeners) look();
    }
    if (message.id === undefined) return;
    this.asked.get(message.id)?.(message);
    this.asked.delete(message.id);
  }
}
